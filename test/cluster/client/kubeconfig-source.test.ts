import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import * as fc from 'fast-check';
import { base64, kubeconfig, PEM } from './cluster-entry';
import { findCluster } from '../../../lib/cluster/client/kubeconfig-source';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Writes a file in the temporary folder. */
function write(name: string, content: object | string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const withToken = (token: string, name = 'one'): object => kubeconfig({ name, user: { token } });

test('reads the content of a kubeconfig as JSON and as YAML', () => {
  const yaml = 'current-context: a\ncontexts: [{name: a, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: "https://c"}}]\n';
  expect(findCluster({ kubeconfig: JSON.stringify(withToken('t')) }, {}).user.token).toBe('t');
  expect(findCluster({ kubeconfig: yaml }, {}).server).toBe('https://c');
});

test('reads a path, also one that starts with ~ or ends with a line break', () => {
  const path = write('.kube/mine', withToken('t'));
  expect(findCluster({ kubeconfig: `${path}\n` }, {}).user.token).toBe('t');
  expect(findCluster({ kubeconfig: '~/.kube/mine' }, { HOME: folder }).user.token).toBe('t');
});

test('prefers the option to KUBECONFIG, and KUBECONFIG to the home folder', () => {
  const environment = { HOME: folder, KUBECONFIG: write('listed', withToken('listed')) };
  write('.kube/config', withToken('home'));
  expect(findCluster({ kubeconfig: write('given', withToken('given')) }, environment).user.token).toBe('given');
  expect(findCluster({}, environment).user.token).toBe('listed');
  expect(findCluster({}, { HOME: folder }).user.token).toBe('home');
});

test('merges the files of KUBECONFIG, where the first file wins, and skips missing files', () => {
  const files = [join(folder, 'none'), write('a', { ...withToken('first'), 'current-context': '' }), write('b', withToken('other')), write('c', withToken('two', 'two'))];
  const environment = { KUBECONFIG: files.join(delimiter) };
  expect(findCluster({}, environment).user.token).toBe('first');
  expect(findCluster({ context: 'two' }, environment).user.token).toBe('two');
});

test('resolves paths relative to the kubeconfig', () => {
  write('deep/ca.pem', PEM);
  const exec = (command: string): object => ({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command } });
  const deep = (user: object): string => write('deep/config', kubeconfig({ cluster: { 'certificate-authority': 'ca.pem' }, user }));
  const found = findCluster({ kubeconfig: deep({ tokenFile: '../token', ...exec('./login') }) }, {});
  expect(found).toMatchObject({ certificateAuthority: PEM, user: { tokenFile: join(folder, 'token'), exec: { command: join(folder, 'deep/login') } } });
  expect(findCluster({ kubeconfig: deep(exec('login')) }, {}).user.exec?.command).toBe('login');
});

test('keeps the configuration of a credential plugin as it is', () => {
  const extension = { command: './not-a-path', tokenFile: 'x' };
  const extensions = [{ name: 'other', extension: 1 }, { name: 'client.authentication.k8s.io/exec', extension }];
  expect(findCluster({ kubeconfig: write('extended', kubeconfig({ cluster: { extensions } })) }, {}).pluginConfig).toEqual(extension);
});

test('uses the in-cluster configuration without a kubeconfig', () => {
  const pod = { HOME: folder, KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' };
  const token = write('pod/token', 'secret');
  expect(() => findCluster({}, pod, join(folder, 'pod'))).toThrow('ca.crt\' with the certificate authority of this pod\'s cluster is missing; mount it');
  write('pod/ca.crt', PEM);
  expect(findCluster({}, pod, join(folder, 'pod'))).toEqual({
    server: 'https://[fd00::1]:6443', certificateAuthority: PEM, insecure: false, user: { tokenFile: token },
  });
  expect(() => findCluster({ context: 'prod' }, pod, join(folder, 'pod'))).toThrow('context \'prod\' is set, but no kubeconfig was found; specify one');
});

test.each<[string, { kubeconfig?: string; environment?: NodeJS.ProcessEnv }, string]>([
  ['a missing kubeconfig', {}, 'KUBECONFIG is not set and ~/.kube/config does not exist, and this process does not run in a pod; specify a kubeconfig'],
  ['KUBECONFIG without files', { environment: { KUBECONFIG: '/none/a' } }, 'no file of KUBECONFIG=/none/a exists'],
  ['an empty kubeconfig', { kubeconfig: ' \n' }, '`kubeconfig` is empty; set it to the content or the path of a kubeconfig, or omit it to use the kubeconfig of kubectl'],
  ['a path without a file', { kubeconfig: '/none/b' }, 'the kubeconfig \'/none/b\' cannot be read; correct the path'],
  ['a string that is not YAML', { kubeconfig: 'users: [\ntoken: geheim' }, 'the kubeconfig is neither YAML nor JSON; regenerate it'],
  ['base64', { kubeconfig: base64(JSON.stringify({ apiVersion: 'v1', token: 'geheim' })) }, 'the kubeconfig is base64-encoded; decode it first'],
  ['YAML in one line', { kubeconfig: 'token: geheim' }, 'neither a path nor the content of a kubeconfig file'],
  ['a long string', { kubeconfig: 'geheim'.repeat(1000) }, 'neither a path nor the content of a kubeconfig file'],
])('rejects %s, with a remedy and without a secret', (_, { kubeconfig: given, environment = {} }, message) => {
  const find = (): unknown => findCluster(given === undefined ? {} : { kubeconfig: given }, { HOME: folder, ...environment }, join(folder, 'none'));
  expect(find).toThrow(message);
  expect(find).not.toThrow('geheim');
});

test.each([
  ['many values', `geheim: [${'{},'.repeat(200_001)}{}]`], ['deeply nested ones', `geheim: ${'['.repeat(200)}${']'.repeat(200)}`],
])('names the limit that a kubeconfig with %s exceeds', (_, content) => {
  const find = (): unknown => findCluster({}, { KUBECONFIG: write('large', content) });
  expect(find).toThrow('is too large: it may have 200000 values, nested 64 deep; remove clusters and users that are not needed');
  expect(find).not.toThrow('geheim');
});

test('names the invalid file of KUBECONFIG', () => {
  const path = write('broken', '{');
  expect(() => findCluster({}, { KUBECONFIG: path })).toThrow(`the kubeconfig '${path}' is neither YAML nor JSON`);
});

test('never prints a value of an incomplete kubeconfig that may be a secret', () => {
  const config = { ...kubeconfig(), contexts: [{ name: 'one', context: { cluster: 'geheim', user: 'one-user' } }] };
  expect(() => findCluster({ kubeconfig: JSON.stringify(config, undefined, 1) }, {})).toThrow("refers to an entry that is not in its clusters ('one-cluster')");
});

test('never prints a secret of a truncated or corrupted kubeconfig', () => {
  const hidden = 'Sekretq8Zk3vLm1TrYw7';
  const content = JSON.stringify(kubeconfig({ user: { 'token': hidden, 'client-key-data': base64(hidden), 'exec': { command: 'c', args: [hidden] } } }), undefined, 1);
  fc.assert(fc.property(fc.nat(content.length), fc.nat(content.length), fc.constantFrom('', '{', '}', '"', '\n', ': ', '&', '*'), (from, to, put) => {
    let message = '';
    try {
      findCluster({ kubeconfig: `{\n${content.slice(1, from)}${put}${content.slice(to)}` }, {});
    } catch (error) {
      message = (error as Error).message;
      expect((error as Error).name).toBe('ClientError');
    }
    expect(message).not.toContain(hidden);
    expect(message).not.toContain(base64(hidden));
  }), { numRuns: 300 });
});

describe('the proxy of the environment', () => {
  const at = (server: string, more: object = {}): string => JSON.stringify(kubeconfig({ cluster: { server, ...more } }));
  const secure = { HTTPS_PROXY: 'http://u:geheim@secure:3128', HTTP_PROXY: 'http://plain:3128' };

  test.each<[string, string, NodeJS.ProcessEnv, string | undefined]>([
    ['is used', at('https://one.example:6443'), secure, secure.HTTPS_PROXY],
    ['is chosen by the protocol of the server', at('http://one.example'), secure, secure.HTTP_PROXY],
    ['is not used for a server in NO_PROXY', at('https://10.0.0.1:6443'), { ...secure, NO_PROXY: '10.0.0.0/8' }, undefined],
    ['is not used for this machine', at('https://127.0.0.1:6443'), secure, undefined],
    ['is not used if the kubeconfig has a proxy-url', at('https://one.example', { 'proxy-url': 'http://own' }), secure, undefined],
    ['is not checked if the kubeconfig has a proxy-url', at('https://one.example', { 'proxy-url': 'http://own' }), { HTTPS_PROXY: 'socks5://x' }, undefined],
  ])('%s', (_, config, environment, address) => {
    expect(findCluster({ kubeconfig: config }, environment).environmentProxy?.address).toBe(address);
  });

  test('is used for the cluster of a pod, too', () => {
    write('token', 't');
    write('ca.crt', PEM);
    const environment = { HOME: folder, KUBERNETES_SERVICE_HOST: '10.96.0.1', HTTPS_PROXY: 'http://proxy' };
    expect(findCluster({}, environment, folder).environmentProxy).toEqual({ address: 'http://proxy', variable: 'HTTPS_PROXY' });
    expect(findCluster({}, { ...environment, NO_PROXY: '10.96.0.0/12' }, folder).environmentProxy).toBeUndefined();
  });

  test('is rejected without being quoted if it is not supported', () => {
    const find = (): unknown => findCluster({ kubeconfig: at('https://one.example') }, { https_proxy: 'socks5://u:geheim@proxy' });
    expect(find).toThrow('the environment variable https_proxy uses socks5://, which is not supported; use http://host:port or https://host:port, with user and '
      + 'password percent-encoded, or add one.example to NO_PROXY');
    expect(find).not.toThrow('geheim');
  });
});
