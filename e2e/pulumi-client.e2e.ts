import { readFileSync } from 'node:fs';
import { ControlPlane } from './control-plane/control-plane';
import { TcpProxy } from './faults/tcp-proxy';
import type { ClusterAccess } from '../lib/pulumi/wait/client/kubeconfig';
import { clientFor } from '../lib/pulumi/wait/client/clients';
import { findCluster } from '../lib/pulumi/wait/client/kubeconfig-source';
import { watch } from '../lib/pulumi/wait/client/watch';
import type { WatchSink } from '../lib/pulumi/wait/client/watch';
import type { JsonMap } from '../lib/bundle/json-value';

/** The client of the waiters, against a real API server and what can come between. */

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

let controlPlane: ControlPlane;
let access: ClusterAccess;
let proxy: TcpProxy;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
}, 20 * 60_000);

afterAll(async () => {
  await controlPlane.stop();
});

beforeEach(async () => {
  proxy = await TcpProxy.start(Number(new URL(access.server).port));
});

afterEach(async () => {
  await proxy.close();
});

/** The access through the proxy of the test. Each test has a user agent of its own user, so that none shares a connection with another. */
function throughProxy(): ClusterAccess {
  return { ...access, server: `https://127.0.0.1:${proxy.port}` };
}

/** Keeps the names of the objects that a watch tells of, and waits for what a test expects of them. */
class Seen implements WatchSink {
  public readonly names = new Set<string>();
  public lists = 0;
  public unknown = 0;

  public replaced(objects: readonly JsonMap[]): void {
    this.lists++;
    this.names.clear();
    objects.forEach((object) => this.changed(object));
  }

  public changed(object: JsonMap): void {
    this.names.add((object['metadata'] as { name: string }).name);
  }

  public deleted(object: JsonMap): void {
    this.names.delete((object['metadata'] as { name: string }).name);
  }

  public unknownKind(): void {
    this.unknown++;
  }

  public async until(holds: () => boolean): Promise<void> {
    for (let tries = 0; !holds(); tries++) {
      if (tries > 600) {
        throw new Error(`seen ${[...this.names].join(', ')}; ${this.lists} lists, ${this.unknown} times unknown`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function configMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } };
}

test('tells of objects that come, change and go', async () => {
  const client = clientFor(throughProxy(), {});
  const ending = new AbortController();
  const seen = new Seen();
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
  const ending = new AbortController();
  const seen = new Seen();
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

test('takes one connection for fifty watches', async () => {
  const client = clientFor(throughProxy(), {});
  const ending = new AbortController();
  const sinks = Array.from({ length: 50 }, () => new Seen());
  const watching = sinks.map((seen) => watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended'));
  await Promise.all(sinks.map((seen) => seen.until(() => seen.lists === 1)));
  await client.request({ method: 'POST', path: CONFIG_MAPS, body: configMap('for-all') }, ending.signal);
  await Promise.all(sinks.map((seen) => seen.until(() => seen.names.has('for-all'))));
  expect(proxy.connections).toBe(1);
  ending.abort();
  await Promise.all(watching);
});

test('says which credentials are not accepted, without telling them', async () => {
  const client = clientFor({ ...access, user: { token: 'wrong-secret' } }, {});
  await expect(client.request({ method: 'GET', path: CONFIG_MAPS }, new AbortController().signal)).rejects.toThrow(
    `${access.server} does not accept the credentials of the kubeconfig: they are wrong or have expired; renew them`,
  );
});

test('refuses a server whose certificate is not the one of the kubeconfig', async () => {
  const client = clientFor({ ...access, certificateAuthority: undefined }, {});
  await expect(client.request({ method: 'GET', path: CONFIG_MAPS }, new AbortController().signal)).rejects.toThrow('do not fit');
});

test('looks again for a kind that the server does not know', async () => {
  const client = clientFor(access, {});
  const ending = new AbortController();
  const seen = new Seen();
  const watching = watch(client, { path: '/apis/operators.coreos.com/v1/operatorgroups' }, seen, ending.signal, () => 0.5).catch(() => 'ended');
  await seen.until(() => seen.unknown > 1);
  ending.abort();
  await watching;
});

test('reads the kubeconfig as text too', () => {
  expect(findCluster({ kubeconfig: readFileSync(controlPlane.kubeconfig, 'utf8') }, {})).toEqual(access);
});
