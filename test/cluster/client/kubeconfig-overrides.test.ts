import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterAccess } from '../../../lib/cluster/client/kubeconfig';
import type { KubeconfigOverrides } from '../../../lib/cluster/client/kubeconfig-overrides';
import { locateCluster } from '../../../lib/cluster/client/kubeconfig-source';

const PEM = '-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n';
const DATA = Buffer.from(PEM).toString('base64');

const KUBECONFIG = JSON.stringify({
  'current-context': 'one',
  'contexts': [{ name: 'one', context: { cluster: 'blue', user: 'me', namespace: 'team' } }],
  'clusters': [
    { name: 'blue', cluster: { 'server': 'https://blue.test:6443', 'certificate-authority-data': DATA } },
    { name: 'green', cluster: { server: 'https://green.test:6443' } },
  ],
  'users': [
    { name: 'me', user: { 'username': 'me', 'password': 'secret', 'as': 'someone', 'as-groups': ['old'] } },
    { name: 'robot', user: { token: 'robot-token' } },
  ],
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overrides-'));
  writeFileSync(join(folder, 'ca.crt'), PEM.replace('A', 'B'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const access = (overrides: KubeconfigOverrides, kubeconfig = KUBECONFIG): ClusterAccess => (
  locateCluster({ kubeconfig, overrides }, { HOME: folder }).access
);

const cases: [string, () => KubeconfigOverrides, object][] = [
  ['nothing', () => ({ asGroup: [], insecureSkipTlsVerify: false }), { server: 'https://blue.test:6443', certificateAuthority: PEM, namespace: 'team' }],
  ['a cluster', () => ({ cluster: 'green' }), { server: 'https://green.test:6443', certificateAuthority: undefined, namespace: 'team' }],
  ['a user', () => ({ user: 'robot' }), { server: 'https://blue.test:6443', user: { token: 'robot-token', basic: undefined, impersonate: undefined } }],
  ['a server', () => ({ server: 'https://other.test' }), { server: 'https://other.test', certificateAuthority: PEM }],
  ['a token', () => ({ token: 'mine' }), { user: { token: 'mine', basic: undefined } }],
  ['a certificate authority', () => ({ certificateAuthority: join(folder, 'ca.crt') }), { certificateAuthority: PEM.replace('A', 'B'), insecure: false }],
  ['a server name', () => ({ tlsServerName: 'api' }), { tlsServerName: 'api' }],
  ['an insecure connection', () => ({ insecureSkipTlsVerify: true }), { insecure: true, certificateAuthority: undefined }],
  ['a user to impersonate', () => ({ as: 'other' }), { user: { impersonate: { user: 'other', uid: undefined, groups: [] } } }],
  ['its groups and UID', () => ({ as: 'other', asUid: '7', asGroup: ['one', 'two'] }), { user: { impersonate: { user: 'other', uid: '7', groups: ['one', 'two'] } } }],
];

test.each(cases)('%s on the command line replaces that of the kubeconfig', (_, overrides, expected) => {
  expect(access(overrides())).toMatchObject(expected);
});

test('a kubeconfig without contexts is enough for a cluster and a user', () => {
  const { server, user } = access({ cluster: 'green', user: 'robot' }, KUBECONFIG.replace('"current-context":"one",', '').replace(/"contexts":\[.*?\}\}\],/, ''));
  expect({ server, token: user.token }).toEqual({ server: 'https://green.test:6443', token: 'robot-token' });
});

test.each<[KubeconfigOverrides, string]>([
  [{ cluster: 'red' }, "the kubeconfig has no cluster 'red'; it has 'blue', 'green'"],
  [{ user: 'robots' }, "the kubeconfig has no user 'robots'; it has 'me', 'robot'"],
  [{ server: 'ftp://other.test' }, "the cluster of context 'one' has no server address"],
  [{ asGroup: ['one'], user: 'robot' }, 'without `as`'],
])('%j is refused', (overrides, message) => {
  expect(() => access(overrides)).toThrow(message);
});

test('nothing can be replaced without a kubeconfig', () => {
  const pod = mkdtempSync(join(tmpdir(), 'pod-'));
  ['token', 'ca.crt'].forEach((name) => writeFileSync(join(pod, name), PEM));
  const environment = { HOME: folder, KUBERNETES_SERVICE_HOST: '10.0.0.1' };
  expect(() => locateCluster({ overrides: { as: 'other' } }, environment, pod)).toThrow('no kubeconfig was found; specify one');
  rmSync(pod, { recursive: true });
});
