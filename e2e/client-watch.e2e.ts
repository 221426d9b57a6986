import { readFileSync } from 'node:fs';
import { clientFor } from '../lib/cluster/client/clients';
import type { ClusterAccess } from '../lib/cluster/client/kubeconfig';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { CLIENT_TIMEOUTS, type ClientTimeouts } from '../lib/cluster/client/transport';
import { watch } from '../lib/cluster/client/watch';
import { CONFIG_MAPS, configMap, SeenObjects } from './cluster/seen-objects';
import { ControlPlane } from './control-plane/control-plane';
import { HttpsProxy } from './faults/https-proxy';
import { TcpProxy } from './faults/tcp-proxy';

/** The API client against a real API server and a faulty network. */

let controlPlane: ControlPlane;
let access: ClusterAccess;
let proxy: TcpProxy;
let ending: AbortController;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
}, 20 * 60_000);

afterAll(async () => {
  await controlPlane.stop();
});

beforeEach(async () => {
  ending = new AbortController();
  proxy = await TcpProxy.start(Number(new URL(access.server).port));
});

afterEach(async () => {
  ending.abort();
  await proxy.close();
});

/** Access through a proxy of the test with its own port, so that no two tests share a connection. */
function throughProxy(): ClusterAccess {
  return { ...access, server: `https://127.0.0.1:${proxy.port}` };
}

test('reports added, changed and deleted objects', async () => {
  const client = clientFor(throughProxy(), {});
  const seen = new SeenObjects();
  const watching = watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.lists === 1);
  await client.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('comes') }, ending.signal);
  await seen.until(() => seen.names.has('comes'));
  await client.request({ method: 'DELETE', path: `${CONFIG_MAPS}/comes` }, ending.signal);
  await seen.until(() => !seen.names.has('comes'));
  ending.abort();
  expect(await watching).toBe('ended');
});

test('misses nothing when connections are cut and the server is down', async () => {
  const client = clientFor(throughProxy(), {});
  const direct = clientFor(access, {});
  const seen = new SeenObjects();
  const watching = watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.lists === 1);
  for (const name of ['one', 'two', 'three']) {
    await proxy.close();
    await direct.request({ method: 'POST', path: CONFIG_MAPS, body: configMap(name) }, ending.signal);
    await proxy.open();
    await seen.until(() => seen.names.has(name));
  }
  expect(seen.lists).toBe(1);
  ending.abort();
  await watching;
});

test('continues when a connection is cut in the middle of a watch', async () => {
  const client = clientFor(throughProxy(), {});
  const direct = clientFor(access, {});
  const seen = new SeenObjects();
  const watching = watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.lists === 1);
  for (const name of ['cut-1', 'cut-2', 'cut-3']) {
    const written = direct.request({ method: 'POST', path: CONFIG_MAPS, body: configMap(name) }, ending.signal);
    proxy.cut();
    await written;
    await seen.until(() => seen.names.has(name));
  }
  expect(seen.lists).toBe(1);
  expect(proxy.connections).toBe(4);
  ending.abort();
  await watching;
});

test('detects that a connection which looks open is dead', async () => {
  const times: ClientTimeouts = { ...CLIENT_TIMEOUTS, pingInterval: 500, ping: 5_000 };
  const client = clientFor(throughProxy(), {}, times);
  const direct = clientFor(access, {});
  const seen = new SeenObjects();
  const watching = watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.lists === 1);
  proxy.freeze();
  await direct.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('frozen') }, ending.signal);
  await seen.until(() => seen.names.has('frozen'));
  expect({ lists: seen.lists, connections: proxy.connections }).toEqual({ lists: 1, connections: 2 });
  ending.abort();
  await watching;
});

test('reports that the server is down, and lists again after it restarted without its history', async () => {
  const client = clientFor(throughProxy(), {});
  const direct = clientFor(access, {});
  const seen = new SeenObjects();
  const watching = watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.lists === 1);
  await proxy.close();
  await direct.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('unseen') }, ending.signal);
  await controlPlane.stopApiServer();
  await proxy.open();
  await seen.until(() => seen.failures.length > 1);
  await controlPlane.startApiServer();
  await seen.until(() => seen.names.has('unseen'));
  expect(seen.lists).toBe(2);
  expect(seen.failures.join('\n')).toMatch(/^(?:nothing is listening at https:|the connection to https:|https:\S+ closed the connection)/m);
  await direct.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('after') }, ending.signal);
  await seen.until(() => seen.names.has('after'));
  expect(seen.lists).toBe(2);
  ending.abort();
  await watching;
});

test('uses one connection and two requests each for fifty watches, and no requests while nothing happens', async () => {
  const counting = await HttpsProxy.start(controlPlane);
  try {
    const client = clientFor({ ...access, server: `https://127.0.0.1:${counting.port}` }, {});
      const sinks = Array.from({ length: 50 }, () => new SeenObjects());
    const watching = sinks.map((seen) => watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended'));
    await Promise.all(sinks.map((seen) => seen.until(() => seen.lists === 1)));
    await client.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('for-all') }, ending.signal);
    await Promise.all(sinks.map((seen) => seen.until(() => seen.names.has('for-all'))));
    const count = (): object => ({ made: counting.connections, open: counting.open, requests: counting.requests.length });
    expect(count()).toEqual({ made: 1, open: 1, requests: 101 });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(count()).toEqual({ made: 1, open: 1, requests: 101 });
    ending.abort();
    expect(await Promise.all(watching)).toEqual(Array(50).fill('ended'));
  } finally {
    await counting.close();
  }
});

test('opens more connections for more watches than fit on one', async () => {
  const client = clientFor(throughProxy(), {});
  const sinks = Array.from({ length: 230 }, () => new SeenObjects());
  const watching = sinks.map((seen) => watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended'));
  await Promise.all(sinks.map((seen) => seen.until(() => seen.lists === 1)));
  await client.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('for-many') }, ending.signal);
  await Promise.all(sinks.map((seen) => seen.until(() => seen.names.has('for-many'))));
  expect(proxy.connections).toBe(3);
  ending.abort();
  await Promise.all(watching);
});

test('reports rejected credentials without revealing them', async () => {
  const client = clientFor({ ...access, user: { token: 'wrong-secret' } }, {});
  await expect(client.request({ method: 'GET', path: CONFIG_MAPS }, new AbortController().signal)).rejects.toThrow(
    `${access.server} rejected the credentials of the kubeconfig: they are wrong or have expired`,
  );
});

test('rejects a server whose certificate does not match the kubeconfig', async () => {
  const client = clientFor({ ...access, certificateAuthority: undefined }, {});
  await expect(client.request({ method: 'GET', path: CONFIG_MAPS }, new AbortController().signal)).rejects.toThrow('do not match');
});

test('retries a kind that the server does not serve', async () => {
  const client = clientFor(access, {});
  const seen = new SeenObjects();
  const watching = watch(client, { path: '/apis/operators.coreos.com/v1/operatorgroups' }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.unknown > 1);
  ending.abort();
  await watching;
});

test('reads the kubeconfig from a string as well', () => {
  expect(findCluster({ kubeconfig: readFileSync(controlPlane.kubeconfig, 'utf8') }, {})).toEqual(access);
});
