import { parseRequestUri, parseUrl } from '../../../../lib/formats/schema/checks/web-address';

describe('parseRequestUri', () => {
  it.each([
    'https://example.test', 'http://example.test:8080/a?b=c#d', '/docs', '//a b', 'mailto:ann@example.test', 'x:', '*', 'https://', 'http:///a',
    'http://ann:secret@example.test/', 'http://[2001:db8::1]:80/', 'http://[fe80::1%25en0]/', 'http://a_b', 'http://%C3%BC.test', 'HTTP://X', 'postgres://a:1,b:2/db',
  ])('accepts %s', (url) => {
    expect(parseRequestUri(url)).toBeDefined();
  });

  it.each([
    '', 'not a url', 'example.test', 'example.test/a', ':a', '1http://a', 'http://a b', 'http://a:b', 'http://a:1:2', '/%', '/%2', 'http://[::1', 'http://[x]',
    'http://a%41', 'http://a<b\x7f', '/a\n', '#a', '?a', 'http://ann ann@example.test',
  ])('rejects %j', (url) => {
    expect(parseRequestUri(url)).toBeUndefined();
  });
});

describe('parseUrl', () => {
  it('returns scheme, host, user, query and fragment', () => {
    expect(parseUrl('HTTPS://ann@example.test:1/a?b?c#d')).toEqual({ scheme: 'https', host: 'example.test:1', hasUser: true, query: 'b?c', fragment: 'd' });
  });

  it.each(['a', '', '#', 'a/b:c', '?x', '//host/path'])('accepts missing parts, as in %j', (url) => {
    expect(parseUrl(url)).toBeDefined();
  });

  it.each(['#%', '///%', 'a/%'])('rejects invalid escapes, as in %j', (url) => {
    expect(parseUrl(url)).toBeUndefined();
  });
});
