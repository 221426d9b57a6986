import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ImageLayout } from '../../../lib/bundle/image-layout';
import { BundleError } from '../../../lib/bundle/model/bundle-error';
import type { ImagePushOptions } from '../../../lib/bundle/registry/push-options';
import { Catalog } from '../../../lib/catalog/catalog';
import { bundleOf } from '../../builders/bundle-of';
import { ImageStore } from '../../builders/image-layout';
import { selfSigned } from './certificate';
import { LoopbackProxy } from './loopback-proxy';
import { temporaryFolder } from './temporary-folder';
import { type Fault, type Upload, UploadRegistry } from './upload-registry';

const PLAIN: ImagePushOptions = { plainHttp: true, anonymous: true, retries: 0 };
const NOW = { 'retry-after': '0' };
const SECRET = 'a-very-secret-word';
const image = bundleOf().toImageLayout();
const folder = temporaryFolder();
let registry: UploadRegistry;

beforeEach(async () => {
  registry = await UploadRegistry.start();
});

afterEach(() => registry.close());

function push(options: ImagePushOptions = {}, layout = image, reference = 'org/demo:v1'): ReturnType<ImageLayout['push']> {
  return layout.push(`${registry.host}/${reference}`, { ...PLAIN, ...options });
}

/** Message of a failed push, with the host and digests replaced by placeholders. */
async function failure(options?: ImagePushOptions): Promise<string> {
  const error = await push(options).then(() => new Error('the image was pushed'), (reason: unknown) => reason as Error);
  if (!(error instanceof BundleError)) {
    throw error;
  }
  expect(`${error.message} ${String(error.stack)}`).not.toContain(SECRET);
  expect([...registry.tags]).toEqual([]);
  return error.message.slice(error.source.length + 2).replaceAll(registry.host, 'REGISTRY').replace(/sha256:[0-9a-f]{64}/g, 'DIGEST');
}

/** Applies a fault to matching requests, once or several times. */
function fault(matches: (upload: Upload) => boolean, given: Fault, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  registry.rule = (upload) => (matches(upload) && left-- > 0 ? given : undefined);
}

/** Whether all that a tag refers to is in the registry, and nothing of it differs. */
function isComplete(tag: string, layout = image): boolean {
  const [repository = '', name = ''] = tag.split(':');
  const digest = registry.tags.get(`${repository}:${name}`);
  const files = Object.entries(layout.toBase64Files()).filter(([path]) => path.startsWith('blobs/'));
  return digest === layout.digest && files.every(([path, content]) => {
    const key = `${repository}@${path.slice('blobs/'.length).replace('/', ':')}`;
    return (registry.blobs.get(key) ?? registry.manifests.get(key))?.equals(Buffer.from(content, 'base64'));
  });
}

describe('an image is pushed', () => {
  it('with its blobs first, then the manifest by digest, and the tag last', async () => {
    expect(await push()).toEqual({ image: `${registry.host}/org/demo@${image.digest}`, digest: image.digest, tag: 'v1', bundles: [] });
    expect(registry.steps).toEqual([
      'HEAD blob', 'POST upload', 'PUT upload', 'HEAD blob', 'POST upload', 'PUT upload', 'PUT manifest', 'HEAD tag', 'PUT tag',
    ]);
    expect(isComplete('org/demo:v1')).toBe(true);
  });

  it('without what the registry has already', async () => {
    await push();
    registry.received.length = 0;
    await push();
    expect(registry.steps).toEqual(['HEAD blob', 'HEAD blob', 'PUT manifest', 'HEAD tag']);
  });

  it('with blobs of another repository', async () => {
    await push();
    registry.received.length = 0;
    await push({ mountFrom: ['org/other', 'org/demo'] }, image, 'org/copy:v1');
    expect(registry.steps).toEqual([
      'HEAD blob', 'POST mount', 'POST mount', 'HEAD blob', 'POST mount', 'POST mount', 'PUT manifest', 'HEAD tag', 'PUT tag',
    ]);
    expect(isComplete('org/copy:v1')).toBe(true);
  });

  it('with blobs that the registry does not take from there', async () => {
    fault(({ query }) => query.has('mount'), { answer: { status: 403 } });
    await push({ mountFrom: ['org/other'] });
    expect(isComplete('org/demo:v1')).toBe(true);
  });

  it('without a tag, if the reference has only its digest', async () => {
    expect(await push({}, image, `org/demo@${image.digest}`)).toEqual({ image: `${registry.host}/org/demo@${image.digest}`, digest: image.digest, bundles: [] });
    expect([registry.manifests.size, registry.tags.size]).toEqual([1, 0]);
  });

  it('with the images of the bundles of a catalog before it', async () => {
    const bundles = [bundleOf(), bundleOf({ version: '2.0.0', replaces: 'demo.v1.0.0' })];
    const catalog = Catalog.fromBundles(bundles).toImageLayout({ bundleRepository: `${registry.host}/org/bundles` });
    const { image: pushed, bundles: pushedBundles } = await push({}, catalog, 'org/catalog:v1');
    expect(pushed).toBe(`${registry.host}/org/catalog@${catalog.digest}`);
    expect(pushedBundles.map((bundle) => bundle.image)).toEqual(bundles.map((bundle) => `${registry.host}/org/bundles@${bundle.toImageLayout().digest}`));
    const order = [...registry.tags.keys()];
    expect(order.map((tag) => tag.replace(/-[0-9a-f]{12}$/, '-HEX'))).toEqual(['org/bundles:demo.v1.0.0-HEX', 'org/bundles:demo.v2.0.0-HEX', 'org/catalog:v1']);
    expect(pushedBundles.map(({ tag }) => `org/bundles:${tag}`)).toEqual(order.slice(0, 2));
    catalog.bundles.forEach((bundle, index) => expect(isComplete(order[index]!, bundle)).toBe(true));
    const read = await Catalog.fetch(pushed, { plainHttp: true, anonymous: true, cache: false });
    expect(read.bundles.map((bundle) => bundle.image)).toEqual(pushedBundles.map((bundle) => bundle.image));
  });

  it('for each platform that it has', async () => {
    const store = new ImageStore();
    const images = ['amd64', 'arm64'].map((architecture) => ({ ...store.image({ labels: { architecture } }), platform: { os: 'linux', architecture } }));
    const layout = store.layout(store.index(images));
    const read = ImageLayout.fromPath(written(layout));
    await push({}, read);
    expect([registry.manifests.size, isComplete('org/demo:v1', read)]).toEqual([3, true]);
  });

  it('as it is, from another registry', async () => {
    await push();
    const fetched = await ImageLayout.fetch(`${registry.host}/org/demo:v1`, { plainHttp: true, anonymous: true, cache: false });
    expect([fetched.digest, fetched.name]).toEqual([image.digest, 'demo']);
    await push({}, fetched, 'org/copy:v1');
    expect(isComplete('org/copy:v1')).toBe(true);
  });

  it('from the layout that was written, with the same digest', () => {
    const path = join(folder(), 'layout');
    image.write(path);
    const read = ImageLayout.fromPath(path);
    expect(read.toBase64Files()).toEqual(image.toBase64Files());
    read.write(path);
    image.writeWithBundles(`${path}.tar`);
    expect(ImageLayout.fromPath(`${path}.tar`).toBase64Files()).toEqual(image.toBase64Files());
  });
});

/** Writes a layout, and returns its path. */
function written(files: { [path: string]: Buffer }): string {
  const path = join(folder(), 'written');
  new Map(Object.entries(files)).forEach((content, file) => {
    const target = join(path, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  });
  return path;
}

describe('a large blob is uploaded in chunks', () => {
  const chunks = { maxChunkBytes: 300 };
  const isChunk = ({ method }: Upload): boolean => method === 'PATCH';

  it('each after the other', async () => {
    await push(chunks);
    const ranges = registry.received.filter(isChunk).map(({ range }) => range);
    expect(ranges.slice(0, 2)).toEqual(['0-299', '300-598']);
    expect(isComplete('org/demo:v1')).toBe(true);
  });

  it('no smaller than the registry wants them', async () => {
    registry.minChunkBytes = 400;
    await push(chunks);
    expect(registry.received.find(isChunk)?.range).toBe('0-399');
    expect(isComplete('org/demo:v1')).toBe(true);
  });

  it.each<[string, Fault]>([
    ['is cut', { cutAfter: 100 }],
    ['is received, and the response is lost', { loseResponse: true }],
    ['gets no response', { silent: true }],
    ['meets an overloaded registry', { answer: { status: 503, headers: NOW } }],
    ['does not begin where the registry is', { answer: { status: 416, headers: NOW } }],
  ])('and continues after one that %s', async (_, given) => {
    fault(({ method, before }) => method === 'PATCH' && before === 1, given, 1);
    await push({ ...chunks, retries: 1, idleTimeoutSeconds: 1 });
    expect(isComplete('org/demo:v1')).toBe(true);
    // An upload that begins again would have another place.
    expect(new Set(registry.received.filter(isChunk).map(({ path }) => path)).size).toBeLessThanOrEqual(2);
  });

  it('and begins again if the registry forgot the upload', async () => {
    fault(({ method, before }) => (method === 'PATCH' && before === 1) || method === 'GET', { answer: { status: 404, headers: NOW } }, 2);
    await push({ ...chunks, retries: 1 });
    expect(isComplete('org/demo:v1')).toBe(true);
  });

  it('or at once, if the registry supports no chunks', async () => {
    fault(isChunk, { answer: { status: 405 } });
    await push(chunks);
    expect(isComplete('org/demo:v1')).toBe(true);
  });
});

describe('a whole blob', () => {
  it.each<[string, Fault]>([
    ['is sent again if it is cut', { cutAfter: 100 }],
    ['is not sent again if only the response is lost', { loseResponse: true }],
    ['is sent again if the registry fails', { answer: { status: 500, headers: NOW } }],
  ])('%s', async (_, given) => {
    fault(({ method, path }) => method === 'PUT' && path.includes('/uploads/'), given, 1);
    await push({ retries: 1 });
    expect(isComplete('org/demo:v1')).toBe(true);
  });
});

describe('the tag refers to nothing new', () => {
  it.each<[string, (upload: Upload) => boolean, Fault, string]>([
    ['if the registry refuses the upload', ({ method }) => method === 'POST',
      { answer: { status: 403, body: JSON.stringify({ errors: [{ code: 'DENIED', message: 'quota of org is exceeded' }] }) } },
      'REGISTRY refused the push to org/demo with status 403 (DENIED: quota of org is exceeded); no credentials were sent; log in with `docker login`, or set the option credentials'],
    ['if the repository does not exist', ({ method }) => method === 'POST',
      { answer: { status: 404, body: JSON.stringify({ errors: [{ code: 'NAME_UNKNOWN', message: 'see https://x.example.com/sign?key=abc' }] }) } },
      'REGISTRY refused the push to org/demo with status 404 (NAME_UNKNOWN: see https://x.example.com/sign?…); check the name of the repository; '
        + 'some registries require that it is created first'],
    ['if a blob is too large for a proxy', ({ method }) => method === 'PUT', { answer: { status: 413 } },
      'REGISTRY refused the push to org/demo with status 413: the registry, or a proxy in front of it, limits the size of a request; set maxChunkBytes to less'],
    ['if an upload ends half-way', ({ method }) => method === 'PUT', { cutAfter: 10 }, 'REGISTRY cannot be reached: the connection was closed'],
    ['if the registry never responds', ({ method }) => method === 'PUT', { silent: true }, 'REGISTRY cannot be reached: no data for 1 s (option idleTimeoutSeconds)'],
    ['if the registry stores something else', ({ method, path }) => method === 'PUT' && path.includes('/uploads/'),
      { answer: { status: 201, headers: { 'docker-content-digest': `sha256:${'0'.repeat(64)}` } } },
      'the registry stored DIGEST in the place of DIGEST; the image was not tagged; push it again, and do not trust this registry if that happens again'],
    ['if the registry lost a blob', ({ path }) => /manifests\/sha/.test(path), { answer: { status: 404, body: JSON.stringify({ errors: [{ code: 'MANIFEST_BLOB_UNKNOWN' }] }) } },
      'REGISTRY refused the push to org/demo with status 404 (MANIFEST_BLOB_UNKNOWN); the registry lost a blob of the image; push it again'],
    ['if the tag must not change', ({ method, path }) => method === 'PUT' && path.endsWith('/v1'), { answer: { status: 400, body: JSON.stringify({ errors: [{ code: 'TAG_INVALID' }] }) } },
      'REGISTRY refused the push to org/demo with status 400 (TAG_INVALID); check what the registry allows in this repository, such as tags that exist already'],
    ['if the server is not a registry', ({ method }) => method === 'HEAD', { answer: { status: 200, headers: { 'content-type': 'text/html' } } },
      'REGISTRY responds with a web page, such as a login page: it is not a registry, or a proxy or gateway in front of it requires a login; log in there, or check the name of the registry'],
    ['if an upload is to go to another host', ({ method }) => method === 'POST', { answer: { status: 202, headers: { location: 'https://evil.example.com/x' } } },
      'the registry redirects to evil.example.com for an upload; if that is expected, add the host to allowedHosts'],
    ['if an upload has no place', ({ method }) => method === 'POST', { answer: { status: 202 } },
      'REGISTRY accepts an upload, but does not say where; this registry cannot be used'],
  ])('%s', async (_, matches, given, message) => {
    fault(matches, given);
    expect(await failure({ idleTimeoutSeconds: 1 })).toBe(message);
  });

  it('if the retries are used up', async () => {
    fault(({ method }) => method === 'PUT', { answer: { status: 503, headers: NOW } });
    expect(await failure({ retries: 2 })).toBe('REGISTRY refused the push to org/demo with status 503; try again in 0 s');
    expect(registry.received.filter(({ method }) => method === 'PUT')).toHaveLength(3);
  });

  it('if it takes too long', async () => {
    fault(({ method }) => method === 'PUT', { silent: true });
    expect(await failure({ timeoutSeconds: 1 })).toBe('pushing took longer than 1 s (option timeoutSeconds)');
  });

  it('if it is canceled', async () => {
    const controller = new AbortController();
    fault(({ method }) => method === 'PUT', { silent: true });
    setTimeout(() => controller.abort(), 200);
    expect(await failure({ signal: controller.signal })).toBe('pushing was canceled');
  });

  it('if a bundle of the catalog is refused', async () => {
    const catalog = Catalog.fromBundles([bundleOf()]).toImageLayout({ bundleRepository: `${registry.host}/org/bundles` });
    fault(({ path, method }) => path.startsWith('/v2/org/bundles/blobs') && method === 'POST', { answer: { status: 403 } });
    await expect(push({}, catalog, 'org/catalog:v1')).rejects.toThrow(/refused the push to org\/bundles with status 403/);
    expect([registry.manifests.size, registry.tags.size]).toEqual([0, 0]);
  });
});

describe('a registry that wants a token', () => {
  const credentials = { username: 'ann', password: SECRET };

  /** Requires a token for pushing, with a scope of the registry's choice in its challenge. */
  function wantToken(scope: string, token: string | null = 'good'): void {
    registry.rule = ({ path, authorization }) => {
      if (path === '/token') {
        return token === null ? { answer: { status: 401, body: SECRET } } : { answer: { status: 200, body: JSON.stringify({ token }) } };
      }
      return authorization === 'Bearer good' ? undefined
        : { answer: { status: 401, headers: { 'www-authenticate': `Bearer realm="http://${registry.host}/token",service="x",scope="${scope}"` },
          body: JSON.stringify({ errors: [{ code: 'UNAUTHORIZED', message: `not ${SECRET}` }] }) } };
    };
  }

  const scopes = (): string[][] => registry.received.filter(({ path }) => path === '/token').map(({ query }) => query.getAll('scope'));

  it.each<[string, string, string[]]>([
    ['to pull and push', 'repository:org/demo:push', ['repository:org/demo:pull,push', 'repository:org/other:pull', 'repository:org/demo:push']],
    ['for more than that', 'repository:org/demo:pull,push repository:org/base:pull registry:catalog:x',
      ['repository:org/demo:pull,push', 'repository:org/other:pull', 'repository:org/base:pull', 'registry:catalog:x']],
    ['but never to delete', 'repository:org/demo:delete repository:*:*', ['repository:org/demo:pull,push', 'repository:org/other:pull']],
  ])('gets one %s', async (_, scope, expected) => {
    wantToken(scope);
    await push({ anonymous: false, credentials, mountFrom: ['org/other'] });
    expect(scopes()).toEqual([expected]);
    expect(isComplete('org/demo:v1')).toBe(true);
  });

  it('and refuses it is reported without secrets', async () => {
    wantToken('x', 'bad');
    expect(await failure({ anonymous: false, credentials })).toBe('REGISTRY refused the push to org/demo with status 401 (UNAUTHORIZED); the credentials from the option credentials were sent; '
      + 'log in again, and check that the repository is the right one and the user may push to it');
    wantToken('x', null);
    expect(await failure({ anonymous: false, credentials })).toContain('issued no token for the credentials from the option credentials (401); log in again');
  });
});

describe('a registry with its own certificate authority, behind a proxy', () => {
  const identity = selfSigned();
  let proxy: LoopbackProxy;
  let caFile: string;

  beforeEach(async () => {
    await registry.close();
    registry = await UploadRegistry.start(identity);
    proxy = await LoopbackProxy.start();
    caFile = join(folder(), 'ca.pem');
    writeFileSync(caFile, identity.cert);
  });
  afterEach(() => proxy.close());

  it('receives an image through a tunnel, whole and in chunks', async () => {
    const through = { plainHttp: false, caFile, proxy: proxy.address('ann:w%40rd@') };
    await push(through);
    await push({ ...through, maxChunkBytes: 300 }, image, 'org/chunks:v1');
    expect([isComplete('org/demo:v1'), isComplete('org/chunks:v1')]).toEqual([true, true]);
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${registry.host} Basic ${Buffer.from('ann:w@rd').toString('base64')}`]));
  });

  it('receives nothing if it is not trusted, or the proxy refuses', async () => {
    expect(await failure({ plainHttp: false })).toMatch(/^REGISTRY cannot be reached: its certificate is not trusted \([A-Z_]+\); set caFile to the certificate of its authority$/);
    proxy.refuse = 407;
    expect(await failure({ plainHttp: false, caFile, proxy: proxy.address(`ann:${SECRET}@`) })).toMatch(/the proxy 127\.0\.0\.1:\d+ of the option proxy refused the connection with status 407/);
    expect(registry.received).toEqual([]);
  });

  it('may do without encryption', async () => {
    await registry.close();
    registry = await UploadRegistry.start();
    await push({ proxy: proxy.address() });
    expect(isComplete('org/demo:v1')).toBe(true);
    expect(proxy.seen.filter((request) => request.startsWith(`PUT http://${registry.host}/v2/org/demo/`)).length).toBeGreaterThan(2);
  });
});

describe('a push is refused before it begins', () => {
  it.each<[string, ImagePushOptions, string]>([
    ['registry.example.com/org/demo', {}, 'it must end in a tag, such as :v1.0.0, or in a digest'],
    ['demo:v1', {}, 'it must begin with the host of the registry'],
    [`registry.example.com/demo@sha256:${'0'.repeat(64)}`, {}, 'which is not that of the reference; omit the digest, or push the image that it belongs to'],
    ['registry.example.com/demo:v1', { mountFrom: ['https://x/y'] }, 'mountFrom must contain repositories of the same registry, such as team/bundles, got "https://x/y"'],
    ['registry.example.com/demo:v1', { maxChunkBytes: 0 }, 'maxChunkBytes must be a positive integer, got 0'],
    ['registry.example.com/demo:v1', { cache: true } as ImagePushOptions, "unknown key 'cache' in options of ImageLayout.push"],
  ])('to %s with %j', async (reference, options, message) => {
    await expect(image.push(reference, options)).rejects.toThrow(message);
  });
});
