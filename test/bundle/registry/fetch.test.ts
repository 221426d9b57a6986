import { Bundle } from '../../../../lib/bundle/bundle';
import { BundleError } from '../../../../lib/bundle/bundle-error';
import type { BundleFetchOptions } from '../../../../lib/bundle/read/registry/fetch-options';
import type { Answer } from './loopback-registry';
import { LoopbackRegistry } from './loopback-registry';

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

/** What fetching fails with; hosts and digests in its message are given by these words. */
async function failure(image?: string, options?: BundleFetchOptions): Promise<{ code: string; message: string }> {
  const error = await fetch(image, options).then(() => new Error('the bundle was fetched without an error'), (reason: unknown) => reason as Error);
  if (!(error instanceof BundleError)) {
    throw error;
  }
  const message = error.message.slice(error.source.length + 2).replaceAll(registry.host, 'REGISTRY').replace(/sha256:[0-9a-f]{64}/g, 'DIGEST');
  return { code: error.code, message };
}

/** Answers once, or so many times, to what a path ends in; then as a registry. */
function answer(what: RegExp, given: Answer, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  registry.rule = ({ path }) => (what.test(path) && left-- > 0 ? given : undefined);
}

describe('a bundle is fetched', () => {
  it('by tag, with the digest it had', async () => {
    const bundle = await fetch();
    expect([bundle.name, bundle.source, bundle.image]).toEqual(['demo.v1.2.3', `${registry.host}/org/demo:v1`, `${registry.host}/org/demo@${digest}`]);
    expect(registry.paths.map((path) => path.split('/').slice(1, 5).join('/').replace(/:.*/, ''))).toEqual(
      ['v2/org/demo/manifests', 'v2/org/demo/blobs', 'v2/org/demo/blobs']);
  });

  it('by digest, whatever the tag beside it names', async () => {
    registry.push('v2', { labels: {} });
    expect((await fetch(`:v2@${digest}`)).image).toBe(`${registry.host}/org/demo@${digest}`);
  });

  it('from an index, whose digest is kept', async () => {
    const image = { ...registry.store.image(), platform: { os: 'linux', architecture: 'arm64' } };
    const index = registry.store.index([image]);
    registry.tag('v3', index.digest);
    expect((await fetch(':v3', { platform: 'linux/arm64' })).image).toBe(`${registry.host}/org/demo@${index.digest}`);
  });

  it('and is another one when it is changed', async () => {
    const bundle = await fetch();
    expect(bundle._withManifests(bundle.manifests).image).toBeUndefined();
  });

  it('by a registry that does not tell digests', async () => {
    const manifest = registry.store.blobs.get(digest)!;
    answer(/manifests\/v1$/, { body: manifest });
    expect((await fetch()).image).toBe(`${registry.host}/org/demo@${digest}`);
  });
});

describe('fetching fails', () => {
  it('when there is no such tag', async () => {
    expect(await failure(':v9')).toEqual({
      code: 'not-found',
      message: 'REGISTRY answers 404 (MANIFEST_UNKNOWN): there is no such image or part of one in org/demo; check the name, the tag and the digest',
    });
  });

  it('when a layer is missing', async () => {
    registry.store.blobs.delete([...registry.store.blobs.keys()][1]!);
    expect((await failure()).message).toContain('REGISTRY answers 404 (BLOB_UNKNOWN)');
  });

  it('when the image is none of a bundle, before its layers are fetched', async () => {
    registry.push('catalog', { labels: { 'operators.operatorframework.io.index.configs.v1': '/configs' } });
    expect((await failure(':catalog')).message).toContain('this is the image of a catalog');
    expect(registry.received).toHaveLength(2);
  });

  it.each<[string, RegExp, Answer, string, string]>([
    ['the manifest is another one', /manifests/, { body: '{}', headers: { 'docker-content-digest': `sha256:${'0'.repeat(64)}` } }, 'digest',
      'the registry says that v1 is DIGEST, but answers with the bytes of DIGEST; do not trust this answer'],
    ['a blob is another one of the same size', /blobs/, { body: Buffer.alloc(0) }, 'digest', 'DIGEST should have'],
    ['a blob is longer than it may be', /blobs/, { body: Buffer.alloc(100_000) }, 'limit', 'REGISTRY says too much: the answer has '],
    ['a manifest is longer than it may be', /manifests/, { body: Buffer.alloc(5_000_000) }, 'limit', 'and no more than 4194304 were to be expected'],
    ['the answer is packed', /manifests/, { headers: { 'content-encoding': 'gzip' } }, 'registry', 'REGISTRY packs its answer although it was asked not to'],
    ['the answer is no manifest', /manifests/, { body: '<html>' }, 'image', 'DIGEST must hold JSON, but does not'],
    ['the registry refuses', /manifests/, { status: 403, body: '{"errors":[{"code":"DENIED"}]}' }, 'unauthorized',
      'REGISTRY answers 403 (DENIED); no credentials were shown; log in with `docker login`, or give the option credentials'],
    ['the registry answers something strange', /manifests/, { status: 418, body: '{"errors":[{"code":"<script>"},{"code":"TEAPOT"}]}' }, 'registry', 'REGISTRY answers 418 (TEAPOT); try again later'],
    ['the headers are too large', /manifests/, { headers: { 'x-large': 'x'.repeat(40_000) } }, 'registry', 'the headers of the answer are too large'],
  ])('when %s', async (_, what, given, code, message) => {
    answer(what, given);
    const failed = await failure(':v1', { retries: 0 });
    expect(failed.message).toContain(message);
    expect(failed.code).toBe(code);
  });

  it('when a manifest that was asked for by digest is another one', async () => {
    answer(/manifests/, { body: registry.store.blobs.get(registry.push('other', { labels: {} }))! });
    expect(await failure(`@${digest}`)).toEqual({ code: 'digest', message: 'what should be DIGEST has other bytes than this digest names; the image is damaged or was tampered with' });
  });

  it('when a layer is said to be huge, before it is asked for', async () => {
    const digests = registry.push('huge', { manifest: (manifest) => ({ ...manifest, config: { ...manifest.config, size: 2 ** 40 } }) });
    expect((await failure(`@${digests}`)).message).toContain(`DIGEST has ${2 ** 40} bytes, more than 4194304 (limit maxManifestBytes)`);
    expect(registry.received).toHaveLength(1);
  });

  it('when nothing listens', async () => {
    const { host } = registry;
    await registry.close();
    await expect(Bundle.fetch(`${host}/org/demo:v1`, { ...PLAIN, retries: 0 })).rejects.toThrow(`${host} cannot be reached: nothing listens there`);
    registry = await LoopbackRegistry.start();
  });

  it('when the registry says nothing for too long', async () => {
    answer(/manifests/, { silent: true });
    expect(await failure(':v1', { idleTimeoutSeconds: 1, retries: 0 })).toEqual(
      { code: 'registry', message: 'REGISTRY cannot be reached: nothing was heard for 1 s (option idleTimeoutSeconds)' });
  });

  it('when it takes too long altogether', async () => {
    answer(/manifests/, { status: 503, headers: { 'retry-after': '30' } });
    expect(await failure(':v1', { timeoutSeconds: 1 })).toEqual({ code: 'aborted', message: 'fetching took longer than 1 s (option timeoutSeconds)' });
  });

  it('when it is called off, at once or on the way', async () => {
    const calledOff = { code: 'aborted', message: 'fetching was called off' };
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
    ['retries', { retries: -1 }, 'retries must be a whole number that is not negative, got -1'],
    ['timeoutSeconds', { timeoutSeconds: 0.5 }, 'timeoutSeconds must be a positive whole number, got 0.5'],
    ['proxy', { proxy: 'socks5://user:secret@localhost' }, 'proxy must be the address of an HTTP proxy, such as http://proxy.example.com:3128'],
    ['allowedHosts', { allowedHosts: ['*'] }, 'allowedHosts must hold hosts such as cdn.example.com, cdn.example.com:8443 or *.example.com, got "*"'],
  ])('when the option %s is wrong', async (_, options, message) => {
    await expect(fetch(':v1', options)).rejects.toThrow(message);
  });
});

describe('what passes is tried again', () => {
  it.each<[string, Answer]>([
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['503, until a date', { status: 503, headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT', 'date': 'Wed, 01 Jan 2020 00:00:00 GMT' } }],
    ['a connection that breaks off before an answer', { cutAfter: 0, body: 'x' }],
    ['a layer that breaks off', { cutAfter: 10, body: Buffer.alloc(100) }],
  ])('%s', async (_, given) => {
    answer(given.status === undefined ? /blobs/ : /manifests/, given, 1);
    expect((await fetch()).name).toBe('demo.v1.2.3');
    expect(registry.received).toHaveLength(4);
  });

  it('but not without end', async () => {
    answer(/manifests/, { status: 500, headers: { 'retry-after': '0' } });
    expect((await failure(':v1', { retries: 2 })).message).toBe('REGISTRY answers 500; it asks to try again in 0 s');
    expect(registry.received).toHaveLength(3);
  });

  it('and not when it is to take long', async () => {
    answer(/manifests/, { status: 429, headers: { 'retry-after': '3600' } });
    expect((await failure()).message).toBe('REGISTRY answers 429; it asks to try again in 3600 s');
    expect(registry.received).toHaveLength(1);
  });
});

describe('where the registry sends us', () => {
  let other: LoopbackRegistry;

  beforeEach(async () => {
    other = await LoopbackRegistry.start();
    for (const [key, content] of registry.store.blobs) {
      other.store.blobs.set(key, content);
    }
    registry.rule = ({ path }) => (path.includes('/blobs/') ? { status: 307, headers: { location: `http://${other.host}${path}?signature=secret` } } : undefined);
  });

  afterEach(() => other.close());

  it('is followed to a host that the user named, without credentials', async () => {
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
      ['host', 'the registry sends us to OTHER for a part of the image, over http://; only https:// is followed']);
    expect(other.received).toEqual([]);
  });

  it.each([
    ['https://cdn.example.com/x?signature=secret', 'the registry sends us to cdn.example.com for a part of the image; if that is right, put this host into allowedHosts'],
    ['https://169.254.169.254/latest/meta-data', 'the registry sends us to 169.254.169.254 for a part of the image; if that is right'],
    ['file:///etc/passwd', 'the registry sends us to  for a part of the image, over file://; only https:// is followed'],
    ['http://[::1]:1/x', 'the registry sends us to [::1]:1 for a part of the image, over http://; only https:// is followed'],
    ['https://', 'sends us elsewhere without saying where'],
  ])('is not followed to %s', async (location, message) => {
    answer(/blobs/, { status: 302, headers: { location } });
    const failed = await failure();
    expect(failed.message).toContain(message);
    expect(failed.message).not.toContain('secret');
  });

  it('is not followed in a circle', async () => {
    registry.rule = ({ path }) => (path.includes('/blobs/') ? { status: 301, headers: { location: path } } : undefined);
    expect(await failure()).toEqual({ code: 'registry', message: 'the registry sends us from one place to another more than 5 times' });
  });

  it('is not followed without saying where', async () => {
    answer(/blobs/, { status: 302 });
    expect(await failure()).toEqual({ code: 'registry', message: 'REGISTRY sends us elsewhere without saying where' });
  });

  it('may be a path at the registry itself', async () => {
    registry.rule = ({ path }) => (path.includes('/org/demo/blobs/') ? { status: 307, headers: { location: path.replace('/org/demo/', '/elsewhere/') } } : undefined);
    expect((await fetch()).name).toBe('demo.v1.2.3');
  });
});
