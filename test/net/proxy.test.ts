import { environmentProxy, proxyAuthorization, proxyUrlProblem } from '../../lib/net/proxy';

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
  expect(environmentProxy(new URL(url), environment)).toBe(proxy);
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
  ['fd00::/8', ['[fd00::1]'], ['[fe80::1]', '10.1.2.3']],
  ['[fd00::1]', ['[fd00::1]', '[fd00::1]:6443'], ['[fd00::2]']],
  ['10.0.0.0/33,cluster/8', [], ['10.1.2.3', 'cluster']],
])('NO_PROXY=%p', (list, direct, proxied) => {
  const isProxied = (host: string): boolean => environmentProxy(new URL(`https://${host}`), { HTTPS_PROXY: HTTPS, NO_PROXY: list }) !== undefined;
  expect(direct.filter(isProxied)).toEqual([]);
  expect(proxied.filter((host) => !isProxied(host))).toEqual([]);
});
