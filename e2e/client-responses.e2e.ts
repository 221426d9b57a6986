import { createSign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configMap, CONFIG_MAPS, SeenObjects } from './cluster/seen-objects';
import { ControlPlane } from './control-plane/control-plane';
import { HttpsProxy } from './faults/https-proxy';
import { TcpProxy } from './faults/tcp-proxy';
import { TunnelProxy } from './faults/tunnel-proxy';
import { clientFor } from '../lib/cluster/client/clients';
import { CLIENT_TIMEOUTS } from '../lib/cluster/client/transport';
import type { ClusterAccess, ExecAccess } from '../lib/cluster/client/kubeconfig';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { watch } from '../lib/cluster/client/watch';

/** How the API client handles what API servers, proxies and credentials do beyond the happy path. */

/** Shorter than the client's own timeouts: 20 seconds to connect, longer for everything else. In milliseconds. */
const SHORTEST_WAIT = 10_000;

/** Canceling 54 requests takes about 40 milliseconds; a slow machine needs more. */
const MOST_WORK = 500;

const GET = { method: 'GET', path: CONFIG_MAPS } as const;

let controlPlane: ControlPlane;
let access: ClusterAccess;
let folder: string;
let proxy: HttpsProxy | undefined;
let ending: AbortController;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
  folder = mkdtempSync(join(tmpdir(), 'pulumi-client-'));
}, 20 * 60_000);

afterAll(async () => {
  await controlPlane.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort();
  await proxy?.close();
  proxy = undefined;
});

/** A proxy of the test, and the access through it. */
async function through(newest?: 'HTTP/1.1' | 'HTTP/2'): Promise<{ proxy: HttpsProxy; access: ClusterAccess }> {
  proxy = await HttpsProxy.start(controlPlane, newest);
  return { proxy, access: { ...access, server: `https://127.0.0.1:${proxy.port}` } };
}

/** Writes with another client that bypasses every proxy. */
function write(name: string): Promise<unknown> {
  return clientFor(access, {}).request({ method: 'POST', path: CONFIG_MAPS, body: configMap(name) }, ending.signal);
}

const status = (code: number, reason: string, message: string): string => JSON.stringify({ kind: 'Status', apiVersion: 'v1', code, reason, message });

describe.each(['HTTP/2', 'HTTP/1.1'] as const)('over %s', (newest) => {
  test('retries after server errors and reports each of them', async () => {
    const found = await through(newest);
    found.proxy.next(
      { status: 429, headers: { 'retry-after': '1' } }, { status: 500, body: status(500, 'InternalError', 'etcd failed') }, { status: 503 }, 'cut',
    );
    const retries: string[] = [];
    const began = performance.now();
    const list = await clientFor(found.access, {}).request({ ...GET, onRetry: (message) => retries.push(message) }, ending.signal);
    expect(list).toMatchObject({ kind: 'ConfigMapList' });
    expect(performance.now() - began).toBeGreaterThan(1000);
    expect(retries.slice(0, 3)).toEqual([`GET ${CONFIG_MAPS}: 429 no reason given`, `GET ${CONFIG_MAPS}: etcd failed`, `GET ${CONFIG_MAPS}: 503 no reason given`]);
    expect(retries).toHaveLength(4);
    expect(found.proxy.requests).toHaveLength(5);
  });

  test('continues a watch through server errors', async () => {
    const found = await through(newest);
    const seen = new SeenObjects();
    found.proxy.next({ status: 503 });
    const watching = watch(clientFor(found.access, {}), { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended');
    await seen.until(() => seen.lists === 1 && found.proxy.requests.length === 3);
    const name = `through-${newest.slice(5).replace('.', '-')}`;
    await write(name);
    await seen.until(() => seen.names.has(name));
    ending.abort();
    expect(await watching).toBe('ended');
  });

  test('lists again when the resource version has expired', async () => {
    const found = await through(newest);
    const list = clientFor(found.access, {});
    const seen = new SeenObjects();
    await list.request(GET, ending.signal);
    found.proxy.next({ status: 200, body: JSON.stringify({ metadata: { resourceVersion: '1' }, items: [] }) }, { status: 410, body: status(410, 'Expired', 'too old') });
    const watching = watch(list, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5).catch(() => 'ended');
    await seen.until(() => seen.lists === 2 && seen.names.size > 0);
    ending.abort();
    await watching;
  });

  test('retries when no response arrives', async () => {
    const found = await through(newest);
    found.proxy.next('silence');
    const retries: string[] = [];
    const client = clientFor(found.access, {}, { ...CLIENT_TIMEOUTS, response: 3_000 });
    expect(await client.request({ ...GET, onRetry: (message) => retries.push(message) }, ending.signal)).toMatchObject({ kind: 'ConfigMapList' });
    expect(retries).toEqual([`${found.access.server} did not answer for 3 s`]);
  });

  test('stops on abort at any point, with little work', async () => {
    const found = await through(newest);
    found.proxy.next('silence', { status: 503, headers: { 'retry-after': '60' } });
    const client = clientFor(found.access, {});
    const black = await TcpProxy.start(controlPlane.port);
    const hangs: ExecAccess = {
      apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: ['-e', 'setInterval(() => 0, 1000)'], env: {}, provideClusterInfo: false,
    };
    try {
      const seen = new SeenObjects();
      const waits = [
        client.request(GET, ending.signal), client.request(GET, ending.signal),
        ...Array.from({ length: 50 }, () => watch(client, { path: CONFIG_MAPS }, seen, ending.signal, () => 0.5)),
        clientFor({ ...access, user: { exec: hangs } }, {}).request(GET, ending.signal),
        clientFor({ ...access, server: `https://127.0.0.1:${black.port}` }, {}).request(GET, ending.signal),
      ].map((wait) => wait.then(() => 'done', (error: Error) => error.message));
      black.freeze();
      await seen.until(() => seen.lists >= 48);
      // Elapsed time depends on what else the machine does; CPU time does not.
      const [began, worked] = [performance.now(), process.cpuUsage()];
      ending.abort(new Error('enough'));
      const ends = await Promise.all(waits);
      const { user, system } = process.cpuUsage(worked);
      process.stdout.write(`${((user + system) / 1000).toFixed(0)} ms of work in ${(performance.now() - began).toFixed(0)} ms\n`);
      expect((user + system) / 1000).toBeLessThan(MOST_WORK);
      expect(performance.now() - began).toBeLessThan(SHORTEST_WAIT);
      expect(ends.slice(0, 53)).toEqual(Array(53).fill('enough'));
    } finally {
      await black.close();
    }
  });
});

test.each(['HTTP/1.1', 'HTTP/2'] as const)('a deletion has its preconditions with %s', async (newest) => {
  await write('kept');
  const client = clientFor((await through(newest)).access, {});
  const deletion = { method: 'DELETE', path: `${CONFIG_MAPS}/kept`, body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'another' } } } as const;
  await expect(client.request(deletion, ending.signal)).rejects.toMatchObject({ status: 409 });
  await client.request({ ...deletion, body: { apiVersion: 'v1', kind: 'DeleteOptions' } }, ending.signal);
});

test('reports rejected credentials, including an old ServiceAccount token', async () => {
  const account = { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: 'up' } };
  const made = await clientFor(access, {}).request({ method: 'POST', path: '/api/v1/namespaces/default/serviceaccounts', body: account }, ending.signal);
  const { uid } = (made as { metadata: { uid: string } }).metadata;
  const now = Math.floor(Date.now() / 1000);
  const [old, fresh] = [signed(uid, now - 3600, now - 300), signed(uid, now, now + 600)] as [string, string];
  await expect(clientFor({ ...access, user: { token: old } }, {}).request(GET, ending.signal)).rejects.toThrow('wrong or have expired');

  // The token is valid, but its account has no permissions: a different error.
  await expect(clientFor({ ...access, user: { token: fresh } }, {}).request(GET, ending.signal)).rejects.toThrow(
    'the account \'system:serviceaccount:default:up\' is not allowed to list configmaps in namespace \'default\'; bind it to a Role in namespace \'default\' with '
    + 'the rule { apiGroups: [""], resources: ["configmaps"], verbs: ["list","watch"] }',
  );

  // A program or a file that provides a new token on request.
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, old);
  const asked = clientFor({ ...access, user: { tokenFile } }, {});
  await expect(asked.request(GET, ending.signal)).rejects.toThrow('wrong or have expired');
  writeFileSync(tokenFile, fresh);
  await expect(asked.request(GET, ending.signal)).rejects.toThrow('is not allowed to list configmaps');

  const script = join(folder, 'login.js');
  writeFileSync(script, `
    const { appendFileSync, readFileSync } = require('fs');
    appendFileSync(process.env.RUNS, '.');
    const token = readFileSync(process.env.RUNS, 'utf8').length === 1 ? ${JSON.stringify(old)} : ${JSON.stringify(access.user.token)};
    console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token } }));
  `);
  const runs = join(folder, 'runs');
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: [script], env: { RUNS: runs }, provideClusterInfo: true };
  const client = clientFor({ ...access, user: { exec } }, process.env);
  const lists = await Promise.all(Array.from({ length: 20 }, () => client.request(GET, ending.signal)));
  expect(lists).toHaveLength(20);
  expect(readFileSync(runs, 'utf8')).toBe('..');
});

/** Returns a token of the ServiceAccount `up`, signed as the API server signs it. */
function signed(uid: string, from: number, until: number): string {
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const unsigned = `${encoded({ alg: 'RS256' })}.${encoded({
    'iss': 'https://kubernetes.default.svc', 'aud': ['https://kubernetes.default.svc'], 'sub': 'system:serviceaccount:default:up',
    'iat': from, 'nbf': from, 'exp': until, 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'up', uid } },
  })}`;
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(readFileSync(controlPlane.serviceAccountKeyFile)).toString('base64url')}`;
}

test('impersonates the user that the kubeconfig names', async () => {
  const user = { ...access.user, impersonate: { user: 'ann', groups: ['a', 'b'], extra: { 'example.com/scope': ['x'] } } };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const review = await clientFor({ ...access, user }, {}).request({ method: 'POST', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews', body }, ending.signal);
  expect(review).toMatchObject({ status: { userInfo: { username: 'ann', groups: ['a', 'b', 'system:authenticated'], extra: { 'example.com/scope': ['x'] } } } });
});

test('verifies the certificate against tls-server-name', async () => {
  const other = access.server.replace('127.0.0.1', 'localhost');
  expect(await clientFor({ ...access, server: other, tlsServerName: 'kubernetes.default.svc' }, {}).request(GET, ending.signal)).toMatchObject({ kind: 'ConfigMapList' });
  await expect(clientFor({ ...access, tlsServerName: 'other.example' }, {}).request(GET, ending.signal)).rejects.toThrow('or tls-server-name');
  expect(await clientFor({ ...access, tlsServerName: 'other.example', insecure: true }, {}).request(GET, ending.signal)).toMatchObject({ kind: 'ConfigMapList' });
});

test('reports a server that does not use TLS', async () => {
  const plain = await TunnelProxy.start();
  try {
    await expect(clientFor({ ...access, server: `https://127.0.0.1:${plain.port}` }, {}).request(GET, ending.signal)).rejects.toThrow('does not use TLS');
  } finally {
    await plain.close();
  }
});

test('connects through a proxy and reports what it rejects', async () => {
  const tunnel = await TunnelProxy.start();
  try {
    const proxied = (user: string): ClusterAccess => ({ ...access, proxyUrl: `http://${user}:geheim%40@127.0.0.1:${tunnel.port}` });
    const target = `127.0.0.1:${controlPlane.port}`;
    expect(await clientFor(proxied('one'), {}).request(GET, ending.signal)).toMatchObject({ kind: 'ConfigMapList' });
    expect(tunnel.asked).toEqual([{ target, authorization: `Basic ${Buffer.from('one:geheim@').toString('base64')}` }]);
    tunnel.status = 407;
    await expect(clientFor(proxied('two'), {}).request(GET, ending.signal)).rejects.toThrow(
      `the proxy 127.0.0.1:${tunnel.port} of proxy-url of the kubeconfig answered 407 to CONNECT ${target}: it rejected the user and password, or there are none; correct them`,
    );
    tunnel.status = 403;
    await expect(clientFor(proxied('three'), {}).request(GET, ending.signal)).rejects.toThrow('allow the connection in the proxy, or correct proxy-url');
    tunnel.status = 502;
    const retries: string[] = [];
    expect(await clientFor(proxied('four'), {}).request({
      ...GET,
      onRetry: (message) => {
        retries.push(message);
        tunnel.status = 200;
      },
    }, ending.signal)).toMatchObject({ kind: 'ConfigMapList' });
    expect(retries).toEqual([`the proxy 127.0.0.1:${tunnel.port} of proxy-url of the kubeconfig answered 502 to CONNECT ${target}`]);
  } finally {
    await tunnel.close();
  }
});
