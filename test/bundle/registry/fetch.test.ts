import { Bundle } from '../../../lib/bundle/bundle';
import { BundleError } from '../../../lib/bundle/model/bundle-error';
import type { BundleFetchOptions } from '../../../lib/bundle/registry/fetch-options';
import { type Answer, LoopbackRegistry } from './loopback-registry';

let registry: LoopbackRegistry;
let digest: string;

beforeEach(async () => {
  registry = await LoopbackRegistry.start();
  digest = registry.push('v1');
});

afterEach(() => registry.close());

const PLAIN: BundleFetchOptions = { plainHttp: true, anonymous: true, cache: false };

function fetch(image = ':v1', options: BundleFetchOptions = {}): Promise<Bundle> {
  return Bundle.fetch(`${registry.host}/org/demo${image}`, { ...PLAIN, ...options });
}

/** Returns the error of a fetch, with hosts and digests in its message replaced by placeholders. */
async function failure(image?: string, options?: BundleFetchOptions): Promise<{ code: string; message: string }> {
  const error = await fetch(image, options).then(() => new Error('the bundle was fetched without an error'), (reason: unknown) => reason as Error);
  if (!(error instanceof BundleError)) {
    throw error;
  }
  const message = error.message.slice(error.source.length + 2).replaceAll(registry.host, 'REGISTRY').replace(/sha256:[0-9a-f]{64}/g, 'DIGEST');
  return { code: error.code, message };
}

/** Makes the registry respond to matching paths in a given way, once or several times. */
function answer(what: RegExp, given: Answer, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  registry.rule = ({ path }) => (what.test(path) && left-- > 0 ? given : undefined);
}

describe('a bundle is fetched', () => {
  it('by tag, reporting its digest', async () => {
    const bundle = await fetch();
    expect([bundle.name, bundle.source, bundle.image]).toEqual(['demo.v1.2.3', `${registry.host}/org/demo:v1`, `${registry.host}/org/demo@${digest}`]);
    expect(registry.paths.map((path) => path.split('/').slice(1, 5).join('/').replace(/:.*/, ''))).toEqual(
      ['v2/org/demo/manifests', 'v2/org/demo/blobs', 'v2/org/demo/blobs']);
  });

  it('by digest, ignoring the tag beside it', async () => {
    registry.push('v2', { labels: {} });
    expect((await fetch(`:v2@${digest}`)).image).toBe(`${registry.host}/org/demo@${digest}`);
  });

  it('from an index, reporting its digest', async () => {
    const image = { ...registry.store.image(), platform: { os: 'linux', architecture: 'arm64' } };
    const index = registry.store.index([image]);
    registry.tag('v3', index.digest);
    expect((await fetch(':v3', { platform: 'linux/arm64' })).image).toBe(`${registry.host}/org/demo@${index.digest}`);
  });

  it('and is a different one after a push', async () => {
    const bundle = await fetch();
    expect(bundle._withManifests(bundle.manifests).image).toBeUndefined();
  });

  it('from a registry that sends no digests', async () => {
    const manifest = registry.store.blobs.get(digest)!;
    answer(/manifests\/v1$/, { body: manifest });
    expect((await fetch()).image).toBe(`${registry.host}/org/demo@${digest}`);
  });
});

describe('fetching fails', () => {
  it('if the tag does not exist', async () => {
    expect(await failure(':v9')).toEqual({
      code: 'not-found',
      message: 'REGISTRY responded with status 404 (MANIFEST_UNKNOWN): image or blob not found in org/demo; check the name, the tag and the digest',
    });
  });

  it('if a layer is missing', async () => {
    registry.store.blobs.delete([...registry.store.blobs.keys()][1]!);
    expect((await failure()).message).toContain('REGISTRY responded with status 404 (BLOB_UNKNOWN)');
  });

  it('if the image is not a bundle image, before its layers are fetched', async () => {
    registry.push('catalog', { labels: { 'operators.operatorframework.io.index.configs.v1': '/configs' } });
    expect((await failure(':catalog')).message).toContain('this is a catalog image');
    expect(registry.received).toHaveLength(2);
  });

  it.each<[string, RegExp, Answer, string, string]>([
    ['the manifest has another digest', /manifests/, { body: '{}', headers: { 'docker-content-digest': `sha256:${'0'.repeat(64)}` } }, 'digest',
      'the registry reports digest DIGEST for v1, but the content has digest DIGEST; do not trust this image'],
    ['a blob has another size', /blobs/, { body: Buffer.alloc(0) }, 'digest', 'DIGEST should have'],
    ['a blob exceeds its size', /blobs/, { body: Buffer.alloc(100_000) }, 'limit', 'REGISTRY sent too much data: the response has at least '],
    ['a manifest exceeds the maximum size', /manifests/, { body: Buffer.alloc(5_000_000) }, 'limit', 'the maximum is 4194304'],
    ['the response is compressed', /manifests/, { headers: { 'content-encoding': 'gzip' } }, 'registry', 'REGISTRY compresses its response although the request forbids it'],
    ['the response is not a manifest', /manifests/, { body: '<html>' }, 'image', 'DIGEST does not contain JSON'],
    ['the registry denies access', /manifests/, { status: 403, body: '{"errors":[{"code":"DENIED"}]}' }, 'unauthorized',
      'REGISTRY responded with status 403 (DENIED); no credentials were sent; log in with `docker login`, or set the option credentials'],
    ['the registry responds with an unexpected status', /manifests/, { status: 418, body: '{"errors":[{"code":"<script>"},{"code":"TEAPOT"}]}' }, 'registry', 'REGISTRY responded with status 418 (TEAPOT); try again later'],
    ['the headers are too large', /manifests/, { headers: { 'x-large': 'x'.repeat(40_000) } }, 'limit', 'REGISTRY sent too much data: the headers of the response are too large; the maximum is 32768 bytes'],
  ])('if %s', async (_, what, given, code, message) => {
    answer(what, given);
    const failed = await failure(':v1', { retries: 0 });
    expect(failed.message).toContain(message);
    expect(failed.code).toBe(code);
  });

  it('if a manifest requested by digest is a different one', async () => {
    answer(/manifests/, { body: registry.store.blobs.get(registry.push('other', { labels: {} }))! });
    expect(await failure(`@${digest}`)).toEqual({ code: 'digest', message: 'the content of DIGEST does not match the digest; the image is damaged or was tampered with' });
  });

  it('if a layer claims to be huge, before it is requested', async () => {
    const digests = registry.push('huge', { manifest: (manifest) => ({ ...manifest, config: { ...manifest.config, size: 2 ** 40 } }) });
    expect((await failure(`@${digests}`)).message).toContain(`DIGEST has ${2 ** 40} bytes, more than 4194304 (limit maxManifestBytes)`);
    expect(registry.received).toHaveLength(1);
  });

  it('if the connection is refused', async () => {
    const { host } = registry;
    await registry.close();
    await expect(Bundle.fetch(`${host}/org/demo:v1`, { ...PLAIN, retries: 0 })).rejects.toThrow(`${host} cannot be reached: connection refused`);
    registry = await LoopbackRegistry.start();
  });

  it('if the registry does not respond in time', async () => {
    answer(/manifests/, { silent: true });
    expect(await failure(':v1', { idleTimeoutSeconds: 1, retries: 0 })).toEqual(
      { code: 'registry', message: 'REGISTRY cannot be reached: no data for 1 s (option idleTimeoutSeconds)' });
  });

  it('if it takes too long overall', async () => {
    answer(/manifests/, { status: 503, headers: { 'retry-after': '30' } });
    expect(await failure(':v1', { timeoutSeconds: 1 })).toEqual({ code: 'aborted', message: 'fetching took longer than 1 s (option timeoutSeconds)' });
  });

  it('if it is aborted, immediately or midway', async () => {
    const calledOff = { code: 'aborted', message: 'fetching was canceled' };
    expect(await failure(':v1', { signal: AbortSignal.abort() })).toEqual(calledOff);
    expect(await failure(':v1', { signal: { aborted: true } })).toEqual(calledOff);
    expect(registry.received).toEqual([]);
    const controller = new AbortController();
    registry.rule = () => {
      controller.abort();
      return { silent: true };
    };
    expect(await failure(':v1', { signal: controller.signal })).toEqual(calledOff);
  });

  it.each<[string, BundleFetchOptions, string]>([
    ['retries', { retries: -1 }, 'retries must be a non-negative integer, got -1'],
    ['timeoutSeconds', { timeoutSeconds: 0.5 }, 'timeoutSeconds must be a positive integer, got 0.5'],
    ['proxy', { proxy: 'socks5://user:secret@localhost' }, 'the option proxy uses socks5://, which is not supported; use http://host:port or https://host:port'],
    ['allowedHosts', { allowedHosts: ['*'] }, 'allowedHosts must contain hosts such as cdn.example.com, cdn.example.com:8443 or *.example.com, got "*"'],
  ])('if the option %s is invalid', async (_, options, message) => {
    await expect(fetch(':v1', options)).rejects.toThrow(message);
  });
});

describe('transient errors are retried', () => {
  it.each<[string, Answer]>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['503, until a date', { status: 503, headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT', 'date': 'Wed, 01 Jan 2020 00:00:00 GMT' } }],
    ['a connection that is closed before a response', { cutAfter: 0, body: 'x' }],
    ['a truncated layer', { cutAfter: 10, body: Buffer.alloc(100) }],
  ])('%s', async (_, given) => {
    answer(given.status === undefined ? /blobs/ : /manifests/, given, 1);
    expect((await fetch()).name).toBe('demo.v1.2.3');
    expect(registry.received).toHaveLength(4);
  });

  it('but not forever', async () => {
    answer(/manifests/, { status: 500, headers: { 'retry-after': '0' } });
    expect((await failure(':v1', { retries: 2 })).message).toBe('REGISTRY responded with status 500; try again in 0 s');
    expect(registry.received).toHaveLength(3);
  });

  it('and not if the delay is too long', async () => {
    answer(/manifests/, { status: 429, headers: { 'retry-after': '3600' } });
    expect((await failure()).message).toBe('REGISTRY responded with status 429; try again in 3600 s');
    expect(registry.received).toHaveLength(1);
  });
});

describe('a redirect of the registry', () => {
  let other: LoopbackRegistry;

  beforeEach(async () => {
    other = await LoopbackRegistry.start();
    for (const [key, content] of registry.store.blobs) {
      other.store.blobs.set(key, content);
    }
    registry.rule = ({ path }) => (path.includes('/blobs/') ? { status: 307, headers: { location: `http://${other.host}${path}?signature=secret` } } : undefined);
  });

  afterEach(() => other.close());

  it('is followed to a host that the user allowed, without credentials', async () => {
    const { rule } = registry;
    registry.rule = (request) => (request.authorization === undefined ? { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } } : rule(request));
    const bundle = await fetch(':v1', { anonymous: false, credentials: { username: 'ann', password: 'secret' }, allowedHosts: [other.host] });
    expect(bundle.name).toBe('demo.v1.2.3');
    expect(registry.received.at(-1)!.authorization).toBe(`Basic ${Buffer.from('ann:secret').toString('base64')}`);
    expect(other.received.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  it('is not followed to any other host', async () => {
    const { code, message } = await failure();
    expect([code, message.replaceAll(other.host, 'OTHER')]).toEqual(
      ['host', 'the registry redirects to OTHER for a blob of the image over http://; only https:// is allowed']);
    expect(other.received).toEqual([]);
  });

  it.each([
    ['https://cdn.example.com/x?signature=secret', 'the registry redirects to cdn.example.com for a blob of the image; if that is expected, add the host to allowedHosts'],
    ['https://169.254.169.254/latest/meta-data', 'the registry redirects to 169.254.169.254 for a blob of the image; if that is expected'],
    ['file:///etc/passwd', 'the registry redirects to  for a blob of the image over file://; only https:// is allowed'],
    ['http://[::1]:1/x', 'the registry redirects to [::1]:1 for a blob of the image over http://; only https:// is allowed'],
    ['https://', 'redirects without a location'],
  ])('is not followed to %s', async (location, message) => {
    answer(/blobs/, { status: 302, headers: { location } });
    const failed = await failure();
    expect(failed.message).toContain(message);
    expect(failed.message).not.toContain('secret');
  });

  it('is not followed in a loop', async () => {
    registry.rule = ({ path }) => (path.includes('/blobs/') ? { status: 301, headers: { location: path } } : undefined);
    expect(await failure()).toEqual({ code: 'registry', message: 'the registry redirects more than 5 times' });
  });

  it('is not followed without a location', async () => {
    answer(/blobs/, { status: 302 });
    expect(await failure()).toEqual({ code: 'registry', message: 'REGISTRY redirects without a location' });
  });

  it('may be a path at the registry itself', async () => {
    registry.rule = ({ path }) => (path.includes('/org/demo/blobs/') ? { status: 307, headers: { location: path.replace('/org/demo/', '/elsewhere/') } } : undefined);
    expect((await fetch()).name).toBe('demo.v1.2.3');
  });
});
