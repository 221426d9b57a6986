import * as fc from 'fast-check';
import { base64, kubeconfig, PEM } from './cluster-entry';
import { clusterAccess } from '../../../../lib/pulumi/wait/client/kubeconfig';

const noFiles = (): string => {
  throw new Error('no file is there');
};

test('takes the current context', () => {
  expect(clusterAccess(kubeconfig({ user: { token: 'secret' } }), undefined, noFiles)).toMatchObject({
    server: 'https://one.example:6443', insecure: false, user: { token: 'secret' },
  });
});

test('takes the context that is named', () => {
  const [one, two] = [kubeconfig(), kubeconfig({ name: 'two', cluster: { server: 'https://two.example/' } })] as { [key: string]: unknown[] }[];
  const both = Object.fromEntries(['contexts', 'clusters', 'users'].map((list) => [list, [...one![list]!, ...two![list]!]]));
  expect(clusterAccess({ ...both, 'current-context': 'one' }, 'two', noFiles).server).toBe('https://two.example');
});

test('reads what a cluster and a user can have', () => {
  const files: { [path: string]: string } = { '/ca': `${PEM}ca`, '/key': `${PEM}key` };
  expect(clusterAccess(kubeconfig({
    cluster: { 'certificate-authority': '/ca', 'tls-server-name': 'inside', 'insecure-skip-tls-verify': true, 'proxy-url': 'http://u:p%40@proxy:3128' },
    user: {
      'client-certificate-data': base64(PEM), 'client-key': '/key', 'token': 't', 'tokenFile': '/token', 'username': 'u', 'password': 'p',
      'exec': { apiVersion: 'v', command: 'c', args: ['a'], env: [{ name: 'N', value: 'V' }], provideClusterInfo: true, installHint: 'get it' },
      'as': 'other', 'as-uid': '7', 'as-groups': ['g', 'h'], 'as-user-extra': { scopes: ['view'] },
    },
  }), undefined, (path) => files[path]!)).toEqual({
    server: 'https://one.example:6443', certificateAuthority: `${PEM}ca`, tlsServerName: 'inside', insecure: true, proxyUrl: 'http://u:p%40@proxy:3128',
    user: {
      certificate: PEM, key: `${PEM}key`, token: 't', tokenFile: '/token', basic: { username: 'u', password: 'p' },
      exec: { apiVersion: 'v', command: 'c', args: ['a'], env: { N: 'V' }, provideClusterInfo: true, installHint: 'get it' },
      impersonate: { user: 'other', uid: '7', groups: ['g', 'h'], extra: { scopes: ['view'] } },
    },
  });
});

test('takes an empty field for one that is not there', () => {
  const empty = { 'token': '', 'tokenFile': '', 'username': '', 'client-certificate-data': '', 'client-key': '', 'as': '' };
  expect(clusterAccess(kubeconfig({ cluster: { 'tls-server-name': '', 'proxy-url': '', 'certificate-authority-data': '' }, user: empty }), '', noFiles))
    .toEqual(clusterAccess(kubeconfig(), undefined, noFiles));
});

test('keeps the path of a server behind a gateway', () => {
  expect(clusterAccess(kubeconfig({ cluster: { server: 'https://gateway/k8s/clusters/c-1/' } }), undefined, noFiles).server)
    .toBe('https://gateway/k8s/clusters/c-1');
});

const cluster = (fields: object): object => kubeconfig({ cluster: fields });
const user = (fields: object): object => kubeconfig({ user: fields });

test.each<[string, object, string | undefined, string]>([
  ['no context', {}, undefined, 'the kubeconfig has no contexts; give the text or the path of another one'],
  ['a context that is not there', kubeconfig(), 'two', 'the kubeconfig has no context \'two\'; it has \'one\''],
  ['a cluster that is not there', { ...kubeconfig(), clusters: [] }, undefined,
    'context \'one\' of the kubeconfig names something that is not among its clusters (none)'],
  ['a user that is not there', { ...kubeconfig(), users: [{ name: 'else' }] }, undefined,
    'context \'one\' of the kubeconfig names something that is not among its users (\'else\')'],
  ['an address without TLS', cluster({ server: 'http://one' }), undefined, 'no server address that begins with https://; correct `server`'],
  ['an address that is none', cluster({ server: 'https://' }), undefined, 'no server address'],
  ['credentials in the address', cluster({ server: 'https://u:geheim@one' }), undefined, 'put credentials into the users of the kubeconfig'],
  ['a proxy of SOCKS', cluster({ 'proxy-url': 'socks5://u:geheim@proxy' }), undefined, 'is one of socks5://, which is not supported; use http://'],
  ['a proxy that is none', cluster({ 'proxy-url': '//geheim' }), undefined, 'is no address'],
  ['a proxy\'s password that is badly encoded', cluster({ 'proxy-url': 'http://u:geheim%zz@proxy' }), undefined, 'percent-encoded'],
  ['a file that is not there', cluster({ 'certificate-authority': '/ca' }), undefined,
    'the file \'/ca\' that the kubeconfig names as certificate-authority cannot be read; correct the path, or put its contents into certificate-authority-data'],
  ['data that is no PEM', user({ 'client-key-data': base64('geheim') }), undefined, 'client-key-data of the kubeconfig is not PEM in base64; have it written anew'],
  ['a certificate without a key', user({ 'client-certificate-data': base64(PEM) }), undefined, 'has a client-certificate and no client-key; add it'],
  ['a key without a certificate', user({ 'client-key-data': base64(PEM) }), undefined, 'has a client-key and no client-certificate; add it'],
  ['an auth-provider', user({ 'auth-provider': { config: { secret: 'geheim' } } }), undefined, 'use an exec plugin instead'],
  ['a plugin without a command', user({ exec: { args: ['geheim'] } }), undefined, 'names no command; add `command`'],
  ['a plugin that has questions', user({ exec: { command: 'c', interactiveMode: 'Always', args: ['geheim'] } }), undefined, 'use credentials that need no answer'],
  ['groups without a user to act as', user({ 'as-groups': ['g'] }), undefined, 'without `as`; name the user to act as'],
])('refuses %s, with a remedy', (_, config, context, message) => {
  const read = (): unknown => clusterAccess(config, context, noFiles);
  expect(read).toThrow(message);
  expect(read).not.toThrow('geheim');
});

test('tells no secret, whatever is wrong', () => {
  const hidden = 'Sekretq8Zk3vLm1TrYw7';
  const odd = [undefined, null, 7, [], {}, ''];
  const some = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values, ...odd);
  const texts = some(hidden, base64(hidden), base64(PEM), [hidden], { scopes: [hidden] });
  const clusters = fc.record({
    'server': some(`https://u:${hidden}@h`, `https://h?${hidden}`, hidden, 'https://h'),
    'proxy-url': some(`ftp://u:${hidden}@p`, `http://u:${hidden}%@p`, hidden, 'http://p'),
    'certificate-authority-data': texts,
  }, { requiredKeys: [] });
  const users = fc.record({
    'client-certificate-data': texts, 'client-key-data': texts, 'token': texts, 'username': texts, 'password': texts, 'auth-provider': texts,
    'as-user-extra': texts,
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
