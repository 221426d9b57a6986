import { HostPolicy } from '../../../lib/bundle/registry/host-policy';

function allows(registry: string, url: string, allowed: readonly string[] = [], plainHttp = false): boolean {
  try {
    new HostPolicy('SOURCE', registry, plainHttp, allowed).check(new URL(url), 'for a token');
    return true;
  } catch {
    return false;
  }
}

describe('a registry may redirect', () => {
  it.each<[string, string, readonly string[]]>([
    ['quay.io', 'https://quay.io/v2/auth', []],
    ['quay.io', 'https://quay.io:443/v2/auth', []],
    ['quay.io', 'https://cdn01.quay.io/x', []],
    ['registry.example.com:5000', 'https://registry.example.com:5000/x', []],
    ['registry-1.docker.io', 'https://auth.docker.io/token', []],
    ['ghcr.io', 'https://pkg-containers.githubusercontent.com/x', []],
    ['eu.gcr.io', 'https://storage.googleapis.com/x', []],
    ['1.dkr.ecr.eu-west-1.amazonaws.com', 'https://bucket.s3.eu-west-1.amazonaws.com/x', []],
    ['example.com', 'https://other.example.net/x', ['other.example.net']],
    ['example.com', 'https://other.example.net:8443/x', ['OTHER.example.net:8443']],
    ['example.com', 'https://a.b.example.net/x', ['*.example.net']],
    ['example.com', 'https://[::1]:5000/x', ['[::1]:5000']],
  ])('from %s to %s', (registry, url, allowed) => {
    expect(allows(registry, url, allowed)).toBe(true);
  });

  it.each<[string, string, readonly string[]]>([
    ['quay.io', 'https://evilquay.io/x', []],
    ['quay.io', 'https://quay.io.example.com/x', []],
    ['quay.io', 'https://quay.io:8443/x', []],
    ['quay.io', 'https://auth.docker.io/token', []],
    ['quay.io', 'http://quay.io/x', []],
    ['quay.io', 'https://ann:word@quay.io/x', []],
    ['quay.io', 'ftp://quay.io/x', ['quay.io']],
    ['127.0.0.1:5000', 'https://127.0.0.1:22/x', []],
    ['example.com', 'https://example.net/x', ['*.example.net']],
    ['example.com', 'https://other.example.net:8443/x', ['other.example.net']],
    ['example.com', 'http://other.example.net/x', ['other.example.net']],
  ])('but not from %s to %s', (registry, url, allowed) => {
    expect(allows(registry, url, allowed)).toBe(false);
  });

  it.each<[string, readonly string[], boolean]>([
    ['http://127.0.0.1:5000/x', [], true],
    ['http://127.0.0.1:5001/x', [], false],
    ['http://127.0.0.1:5001/x', ['127.0.0.1:5001'], true],
    ['https://127.0.0.1:5001/x', ['127.0.0.1:5001'], true],
  ])('without encryption only if the user allows it: to %s with %j', (url, allowed, expected) => {
    expect(allows('127.0.0.1:5000', url, allowed, true)).toBe(expected);
  });
});
