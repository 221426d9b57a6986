import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describeProxyProblem, environmentProxy, proxyAuthorization, proxyUrlProblem } from '../../lib/net/proxy';

test.each<[string, string | undefined]>([
  ['http://proxy', undefined], ['http://ann:w%40rd@proxy:3128', undefined], ['https://proxy', 'protocol'], ['socks5://proxy', 'protocol'],
  ['proxy', 'not-a-url'], ['//proxy', 'not-a-url'], ['http://ann:w%zz@proxy', 'encoding'], ['http://%@proxy', 'encoding'],
])('finds in the URL %p of an HTTP proxy: %p', (address, problem) => {
  expect(proxyUrlProblem(address, ['http:'])).toBe(problem);
});

test('authenticates with user and password of the URL', () => {
  const header = (pair: string): object => ({ 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` });
  expect(proxyAuthorization(new URL('http://ann:w%40rd@proxy'))).toEqual(header('ann:w@rd'));
  expect(proxyAuthorization(new URL('http://ann@proxy'))).toEqual(header('ann:'));
  expect(proxyAuthorization(new URL('http://:word@proxy'))).toEqual(header(':word'));
  expect(proxyAuthorization(new URL('http://proxy'))).toEqual({});
});

const [HTTPS, HTTP] = ['http://secure:1', 'http://plain:2'];

test.each<[string, { readonly [name: string]: string }, string | undefined]>([
  ['https://quay.io', {}, undefined],
  ['https://quay.io', { HTTPS_PROXY: HTTPS, HTTP_PROXY: HTTP }, HTTPS],
  ['http://quay.io', { HTTPS_PROXY: HTTPS, HTTP_PROXY: HTTP }, HTTP],
  ['https://quay.io', { HTTP_PROXY: HTTP }, undefined],
  ['https://quay.io', { https_proxy: HTTPS }, HTTPS],
  ['https://quay.io', { HTTPS_PROXY: '', https_proxy: HTTPS }, HTTPS],
  ['https://quay.io', { HTTPS_PROXY: 'secure:1' }, HTTPS],
  ['https://quay.io', { HTTPS_PROXY: ' ' }, undefined],
  ['https://localhost:5000', { HTTPS_PROXY: HTTPS }, undefined],
  ['https://127.0.0.2', { HTTPS_PROXY: HTTPS }, undefined],
  ['https://[::1]:5000', { HTTPS_PROXY: HTTPS }, undefined],
])('contacts %p with the environment %p through %p', (url, environment, proxy) => {
  expect(environmentProxy(new URL(url), environment)?.address).toBe(proxy);
});

test.each<[string, readonly string[], readonly string[]]>([
  ['*', ['quay.io', '10.0.0.1'], []],
  ['', [], ['quay.io']],
  ['quay.io', ['quay.io', 'cdn.quay.io', 'QUAY.IO', 'quay.io.'], ['myquay.io', 'quay.io.evil']],
  ['.quay.io', ['cdn.quay.io'], ['quay.io']],
  ['*.quay.io', ['cdn.quay.io'], ['quay.io']],
  ['ghcr.io, Quay.io ', ['ghcr.io', 'quay.io'], ['docker.io']],
  ['quay.io:443', ['quay.io', 'cdn.quay.io'], ['quay.io:8443']],
  ['quay.io:8443', ['quay.io:8443'], ['quay.io']],
  ['10.1.2.3', ['10.1.2.3', '10.1.2.3:6443'], ['10.1.2.30', 'a.10.1.2.3x']],
  ['10.0.0.0/8', ['10.1.2.3:6443'], ['11.1.2.3', 'quay.io', '[fd00::1]']],
  ['[fd00:0::1]', ['[fd00::1]'], ['[fd00::2]']],
  ['.', [], ['quay.io']],
  [':443', [], ['quay.io']],
  ['a,*', ['quay.io'], []],
  ['fd00::/8', ['[fd00::1]'], ['[fe80::1]', '10.1.2.3']],
  ['[fd00::1]', ['[fd00::1]', '[fd00::1]:6443'], ['[fd00::2]']],
  ['10.0.0.0/33,cluster/8', [], ['10.1.2.3', 'cluster']],
])('NO_PROXY=%p', (list, direct, proxied) => {
  const isProxied = (host: string): boolean => environmentProxy(new URL(`https://${host}`), { HTTPS_PROXY: HTTPS, NO_PROXY: list }) !== undefined;
  expect(direct.filter(isProxied)).toEqual([]);
  expect(proxied.filter((host) => !isProxied(host))).toEqual([]);
});

test('names the variable that sets a proxy, as it is written', () => {
  const url = new URL('https://quay.io');
  expect(environmentProxy(url, { https_proxy: HTTPS })).toEqual({ address: HTTPS, variable: 'https_proxy' });
  expect(environmentProxy(url, { HTTPS_PROXY: HTTPS, https_proxy: HTTP })).toEqual({ address: HTTPS, variable: 'HTTPS_PROXY' });
  expect(environmentProxy(url, { HTTPS_PROXY: HTTPS, no_proxy: 'quay.io' })).toBeUndefined();
});

test.each(['geheim', 'socks5://u:geheim@proxy', 'http://u:geheim%zz@proxy'])('describes what is wrong with a URL without quoting it: %s', (address) => {
  const problem = proxyUrlProblem(address, ['http:'])!;
  const description = describeProxyProblem(address, problem, ['http:']);
  expect(description).toContain('; use http://host:port, with user and password percent-encoded');
  expect(description).not.toContain('geheim');
});

test('tests do not use the proxy of the environment in which they run', () => {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
  expect(names.filter((name) => name in process.env)).toEqual([]);
  const script = `require(${JSON.stringify(join(__dirname, '../jest/without-proxies.cjs'))}); console.log(Object.keys(process.env).join())`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { env: Object.fromEntries([...names, 'LEFT'].map((name) => [name, 'http://proxy'])), encoding: 'utf8' });
  expect(stdout.trim()).toBe('LEFT');
});
