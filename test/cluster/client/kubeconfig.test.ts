import * as fc from 'fast-check';
import { base64, kubeconfig, PEM } from './cluster-entry';
import { clusterAccess } from '../../../lib/cluster/client/kubeconfig';

const noFiles = (): string => {
  throw new Error('file not found');
};

test('uses the current context', () => {
  expect(clusterAccess(kubeconfig({ user: { token: 'secret' } }), undefined, noFiles)).toMatchObject({
    server: 'https://one.example:6443', insecure: false, user: { token: 'secret' },
  });
});

test('uses the named context', () => {
  const [one, two] = [kubeconfig(), kubeconfig({ name: 'two', cluster: { server: 'https://two.example/' } })] as { [key: string]: unknown[] }[];
  const both = Object.fromEntries(['contexts', 'clusters', 'users'].map((list) => [list, [...one![list]!, ...two![list]!]]));
  expect(clusterAccess({ ...both, 'current-context': 'one' }, 'two', noFiles).server).toBe('https://two.example');
});

const PLUGIN = 'client.authentication.k8s.io/v1';

test('reads all supported fields of a cluster and a user', () => {
  const files: { [path: string]: string } = { '/ca': `${PEM}ca`, '/key': `${PEM}key` };
  expect(clusterAccess(kubeconfig({
    cluster: { 'certificate-authority': '/ca', 'tls-server-name': 'inside', 'insecure-skip-tls-verify': true, 'proxy-url': 'http://u:p%40@proxy:3128' },
    user: {
      'client-certificate-data': base64(PEM), 'client-key': '/key', 'token': 't', 'tokenFile': '/token', 'username': 'u', 'password': 'p',
      'exec': { apiVersion: PLUGIN, command: 'c', args: ['a'], env: [{ name: 'N', value: 'V' }], provideClusterInfo: true, interactiveMode: 'Always', installHint: 'get it' },
      'as': 'other', 'as-uid': '7', 'as-groups': ['g', 'h'], 'as-user-extra': { scopes: ['view'] },
    },
  }), undefined, (path) => files[path]!)).toEqual({
    server: 'https://one.example:6443', certificateAuthority: `${PEM}ca`, tlsServerName: 'inside', insecure: true, proxyUrl: 'http://u:p%40@proxy:3128',
    user: {
      certificate: PEM, key: `${PEM}key`, token: 't', tokenFile: '/token', basic: { username: 'u', password: 'p' },
      exec: { apiVersion: PLUGIN, command: 'c', args: ['a'], env: { N: 'V' }, provideClusterInfo: true, interactiveMode: 'Always', installHint: 'get it' },
      impersonate: { user: 'other', uid: '7', groups: ['g', 'h'], extra: { scopes: ['view'] } },
    },
  });
});

test('treats an empty field as missing', () => {
  const empty = { 'token': '', 'tokenFile': '', 'username': '', 'client-certificate-data': '', 'client-key': '', 'as': '' };
  expect(clusterAccess(kubeconfig({ cluster: { 'tls-server-name': '', 'proxy-url': '', 'certificate-authority-data': '' }, user: empty }), '', noFiles))
    .toEqual(clusterAccess(kubeconfig(), undefined, noFiles));
});

test('keeps the path of a server behind a gateway', () => {
  expect(clusterAccess(kubeconfig({ cluster: { server: 'https://gateway/k8s/clusters/c-1/' } }), undefined, noFiles).server)
    .toBe('https://gateway/k8s/clusters/c-1');
});

test('sends no credentials to a server without encryption, as kubectl does', () => {
  const config = kubeconfig({ cluster: { server: 'http://localhost:8001/' }, user: { 'token': 'geheim', 'as': 'other' } });
  expect(clusterAccess(config, undefined, noFiles)).toEqual({ server: 'http://localhost:8001', insecure: false, user: {} });
});

const cluster = (fields: object): object => kubeconfig({ cluster: fields });
const user = (fields: object): object => kubeconfig({ user: fields });

test.each<[string, object, string | undefined, string]>([
  ['a missing context', {}, undefined, 'the kubeconfig has no contexts; specify another one'],
  ['a context that does not exist', kubeconfig(), 'two', 'the kubeconfig has no context \'two\'; it has \'one\''],
  ['a cluster that does not exist', { ...kubeconfig(), clusters: [] }, undefined,
    'context \'one\' of the kubeconfig refers to an entry that is not in its clusters (none)'],
  ['a user that does not exist', { ...kubeconfig(), users: [{ name: 'else' }] }, undefined,
    'context \'one\' of the kubeconfig refers to an entry that is not in its users (\'else\')'],
  ['an address of another protocol', cluster({ server: 'ftp://one' }), undefined, 'no server address that begins with https:// or http://; correct `server`'],
  ['an invalid address', cluster({ server: 'https://' }), undefined, 'no server address'],
  ['credentials in the address', cluster({ server: 'https://u:geheim@one' }), undefined, 'put credentials into the users of the kubeconfig'],
  ['a SOCKS proxy', cluster({ 'proxy-url': 'socks5://u:geheim@proxy' }), undefined, 'uses socks5://, which is not supported; use http://'],
  ['an invalid proxy URL', cluster({ 'proxy-url': '//geheim' }), undefined, 'is not a URL; use http://'],
  ['a proxy password that is not percent-encoded', cluster({ 'proxy-url': 'http://u:geheim%zz@proxy' }), undefined, 'has a user or password that is not percent-encoded; use http://'],
  ['a file that does not exist', cluster({ 'certificate-authority': '/ca' }), undefined,
    'the file \'/ca\' that the kubeconfig names as certificate-authority cannot be read; correct the path, or put its contents into certificate-authority-data'],
  ['data that is not PEM', user({ 'client-key-data': base64('geheim') }), undefined, 'client-key-data of the kubeconfig is not base64-encoded PEM; replace it'],
  ['a certificate without a key', user({ 'client-certificate-data': base64(PEM) }), undefined, 'has a client-certificate but no client-key; add it'],
  ['a key without a certificate', user({ 'client-key-data': base64(PEM) }), undefined, 'has a client-key but no client-certificate; add it'],
  ['an auth-provider', user({ 'auth-provider': { config: { secret: 'geheim' } } }), undefined, 'use an exec plugin instead'],
  ['a plugin without a command', user({ exec: { args: ['geheim'] } }), undefined, 'has no command; set `command`'],
  ['a plugin without an apiVersion', user({ exec: { command: 'c' } }), undefined, 'is missing; set it to the one that the plugin supports, client.authentication.k8s.io/v1 or'],
  ['a plugin of a version that Kubernetes removed', user({ exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'c' } }), undefined, 'is unknown; set it to'],
  ['an unknown mode of a plugin', user({ exec: { apiVersion: PLUGIN, command: 'c', interactiveMode: 'geheim' } }), undefined, 'is unknown; set it to one of Never, IfAvailable, Always'],
  ['groups without a user to act as', user({ 'as-groups': ['g'] }), undefined, 'without `as`; set `as` to the user to impersonate'],
])('rejects %s, with a remedy', (_, config, context, message) => {
  const read = (): unknown => clusterAccess(config, context, noFiles);
  expect(read).toThrow(message);
  expect(read).not.toThrow('geheim');
});

test('never prints a secret', () => {
  const hidden = 'Sekretq8Zk3vLm1TrYw7';
  const invalid = [undefined, null, 7, [], {}, ''];
  const some = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values, ...invalid);
  const secrets = some(hidden, base64(hidden), base64(PEM), [hidden], { scopes: [hidden] });
  const clusters = fc.record({
    'server': some(`https://u:${hidden}@h`, `https://h?${hidden}`, hidden, 'https://h'),
    'proxy-url': some(`ftp://u:${hidden}@p`, `http://u:${hidden}%@p`, hidden, 'http://p'),
    'certificate-authority-data': secrets,
  }, { requiredKeys: [] });
  const users = fc.record({
    'client-certificate-data': secrets, 'client-key-data': secrets, 'token': secrets, 'username': secrets, 'password': secrets, 'auth-provider': secrets,
    'as-user-extra': secrets,
    'exec': some({ command: 'c', args: [hidden], env: [{ name: 'A', value: hidden }] }, { args: [hidden] }, { command: 'c', interactiveMode: 'Always', env: hidden }),
  }, { requiredKeys: [] });
  fc.assert(fc.property(clusters, users, (oneCluster, oneUser) => {
    let message = '';
    try {
      clusterAccess(kubeconfig({ cluster: { server: 'https://h', ...oneCluster }, user: oneUser }), undefined, noFiles);
    } catch (error) {
      message = (error as Error).message;
      expect((error as Error).name).toBe('ClientError');
    }
    expect(message).not.toContain(hidden);
    expect(message).not.toContain(base64(hidden));
  }), { numRuns: 500 });
});
