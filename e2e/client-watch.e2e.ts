import { readFileSync } from 'node:fs';
import { ControlPlane } from './control-plane/control-plane';
import { HttpsProxy } from './faults/https-proxy';
import { TcpProxy } from './faults/tcp-proxy';
import { configMap, CONFIG_MAPS, SeenObjects } from './cluster/seen-objects';
import type { ClusterAccess } from '../lib/pulumi/wait/client/kubeconfig';
import { clientFor } from '../lib/pulumi/wait/client/clients';
import { findCluster } from '../lib/pulumi/wait/client/kubeconfig-source';
import { watch } from '../lib/pulumi/wait/client/watch';
import { CLIENT_TIMES } from '../lib/pulumi/wait/client/client-times';

/** The client of the waiters, against a real API server and what can come between. */

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

/** The access through the proxy of the test, which has a port of its own, so that no test shares a connection with another. */
function throughProxy(): ClusterAccess {
  return { ...access, server: `https://127.0.0.1:${proxy.port}` };
}

test('tells of objects that come, change and go', async () => {
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

test('misses nothing when connections are cut and the server is away', async () => {
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

test('goes on when a connection is cut in the middle of a watch', async () => {
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

test('finds out that a connection which looks open is dead', async () => {
  const times = { ...CLIENT_TIMES, pingEvery: 500, pingWithin: 5_000 };
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

test('tells that a server is away, and lists anew when it has started again and forgotten what was before', async () => {
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
  expect(seen.failures.join('\n')).toMatch(/^(?:nothing listens at|the connection to) https:/m);
  await direct.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('after') }, ending.signal);
  await seen.until(() => seen.names.has('after'));
  expect(seen.lists).toBe(2);
  ending.abort();
  await watching;
});

test('takes one connection and two requests each for fifty watches, and nothing more while nothing happens', async () => {
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

test('takes more connections where there are more watches than go over one', async () => {
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

test('says which credentials are not accepted, without telling them', async () => {
  const client = clientFor({ ...access, user: { token: 'wrong-secret' } }, {});
  await expect(client.request({ method: 'GET', path: CONFIG_MAPS }, new AbortController().signal)).rejects.toThrow(
    `${access.server} does not accept the credentials of the kubeconfig: they are wrong or have expired`,
  );
});

test('refuses a server whose certificate is not the one of the kubeconfig', async () => {
  const client = clientFor({ ...access, certificateAuthority: undefined }, {});
  await expect(client.request({ method: 'GET', path: CONFIG_MAPS }, new AbortController().signal)).rejects.toThrow('do not fit');
});

test('looks again for a kind that the server does not know', async () => {
  const client = clientFor(access, {});
  const seen = new SeenObjects();
  const watching = watch(client, { path: '/apis/operators.coreos.com/v1/operatorgroups' }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.unknown > 1);
  ending.abort();
  await watching;
});

test('reads the kubeconfig as text too', () => {
  expect(findCluster({ kubeconfig: readFileSync(controlPlane.kubeconfig, 'utf8') }, {})).toEqual(access);
});
