import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Bundle, BundleError, BundleErrorCode, BundleFetchOptions } from 'olm-constructs/bundle';
import { BUNDLE_LABELS, bundleLayer, zstdStored } from '../test/builders/image-layout';
import { tarOf } from '../test/builders/tar-archive';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { itWith } from '../test/needed';
import { sampleBundles } from './acceptance/sample-bundles';
import { Fault, Front } from './image-registry/front';
import { ImageRegistry } from './image-registry/image-registry';
import { pushImage, pushIndex } from './image-registry/push-image';

const REPOSITORY = 'operators/demo-bundle';

let registry: ImageRegistry;
let front: Front;
let folder: string;
let digest: string;

beforeAll(async () => {
  registry = await ImageRegistry.start();
  digest = await pushImage(registry, REPOSITORY, 'v1');
});

afterAll(() => registry.stop());

beforeEach(async () => {
  front = await Front.before(registry.host);
  folder = mkdtempSync(path.join(tmpdir(), 'registry-images-'));
});

afterEach(async () => {
  await front.close();
  rmSync(folder, { recursive: true });
});

/** Fetches through the front, as a user who is not logged in. */
function fetchBundle(image = ':v1', options: BundleFetchOptions = {}): Promise<Bundle> {
  const dockerConfig = path.join(folder, 'config.json');
  if (options.dockerConfig === undefined) {
    writeFileSync(dockerConfig, '{}');
  }
  return Bundle.fetch(`${front.host}/${REPOSITORY}${image}`, { plainHttp: true, cache: false, dockerConfig, retries: 0, ...options });
}

async function failure(fetching: Promise<unknown>): Promise<BundleError> {
  const error = await fetching.then(() => new Error('the bundle was fetched'), (reason: unknown) => reason as Error);
  if (error instanceof BundleError) {
    return error;
  }
  throw error;
}

/** Content of a bundle, without its source. */
function contentOf(bundle: Bundle): unknown {
  const { packageName, channels, defaultChannel, annotations, dependencies, properties, manifests } = bundle;
  const files = manifests.map(manifest => [manifest.file, manifest.toJson()]);
  return { packageName, channels, defaultChannel, annotations, dependencies, properties, files };
}

/** Applies a fault to blob requests and passes all others. */
function toBlobs(fault: Fault, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  front.fault = passing => passing.path.includes('/blobs/') && left-- > 0 ? fault : undefined;
}

describe('an image in a real registry', () => {
  it('is read by tag and by digest', async () => {
    const [byTag, byDigest] = [await fetchBundle(), await fetchBundle(`@${digest}`)];
    expect(contentOf(byTag)).toEqual(contentOf(byDigest));
    expect([byTag.image, byDigest.image]).toEqual(Array(2).fill(`${front.host}/${REPOSITORY}@${digest}`));
  });

  it('is read from an index with images for several platforms', async () => {
    const index = await pushIndex(registry, REPOSITORY, 'many', { arm64: {}, amd64: { labels: { ...BUNDLE_LABELS, other: '' } } });
    expect((await fetchBundle(':many')).image).toBe(`${front.host}/${REPOSITORY}@${index}`);
    expect((await fetchBundle(`@${index}`, { platform: 'linux/arm64' })).name).toBe('demo.v1.2.3');
  });

  it('is read from layers with whiteouts, compressed with zstd', async () => {
    const layers = [bundleLayer(), [{ path: 'manifests/junk.yaml', content: '{' }], [{ path: 'manifests/.wh.junk.yaml' }]];
    await pushImage(registry, REPOSITORY, 'layers', { layers, pack: zstdStored });
    expect(contentOf(await fetchBundle(':layers'))).toEqual(contentOf(await fetchBundle()));
  });

  it('is identified if it is a catalog image', async () => {
    await pushImage(registry, REPOSITORY, 'catalog', { layers: [tarOf([{ path: 'configs/x.yaml' }])], labels: { 'operators.operatorframework.io.index.configs.v1': '/configs' } });
    expect((await failure(fetchBundle(':catalog'))).message).toContain('this is a catalog image (its catalog is in "/configs")');
  });

  it('is reported if it does not exist', async () => {
    const { code, message } = await failure(fetchBundle(':v9'));
    expect([code, message]).toEqual([BundleErrorCode.NOT_FOUND, expect.stringContaining('responded with status 404 (MANIFEST_UNKNOWN)')]);
  });

  it('is read from the cache if it was fetched before', async () => {
    const cached = { cache: true, cacheDirectory: path.join(folder, 'cache') };
    await fetchBundle(`@${digest}`, cached);
    expect(front.passed).toHaveLength(3);
    expect((await fetchBundle(`@${digest}`, cached)).name).toBe('demo.v1.2.3');
    expect(front.passed).toHaveLength(3);
  });
});

describe('the bundles of real operators', () => {
  itWith(SAMPLES)('come out of the registry as they went in', async () => {
    for (const [name, archive] of sampleBundles()) {
      const tag = name.replace(/[^\w.-]/g, '_');
      await pushImage(registry, 'operators/samples', tag, { layers: [gunzipSync(readFileSync(archive))] });
      const fetched = await Bundle.fetch(`${registry.host}/operators/samples:${tag}`, { plainHttp: true, anonymous: true, cache: false });
      expect(contentOf(fetched)).toEqual(contentOf(Bundle.fromArchive(archive)));
    }
  });
});

describe('a registry that requires credentials', () => {
  const basic = `Basic ${Buffer.from('ann:word').toString('base64')}`;

  /** Credentials as `docker login` stores them. */
  function loggedIn(pair: string): BundleFetchOptions {
    const dockerConfig = path.join(folder, 'docker.json');
    writeFileSync(dockerConfig, JSON.stringify({ auths: { [front.host]: { auth: Buffer.from(pair).toString('base64') } } }));
    return { dockerConfig };
  }

  function requireToken(): void {
    front.fault = ({ path: asked, authorization }) => {
      if (asked.startsWith('/token?')) {
        return authorization === basic
          ? { answer: { status: 200, body: JSON.stringify({ token: 'good', scope: new URLSearchParams(asked.slice(7)).get('scope') }) } }
          : { answer: { status: 401 } };
      }
      return authorization === 'Bearer good'
        ? undefined
        : { answer: { status: 401, headers: { 'www-authenticate': `Bearer realm="http://${front.host}/token",service="front"` } } };
    };
  }

  it('receives a token that it issued for a user name and a password', async () => {
    requireToken();
    expect((await fetchBundle(':v1', loggedIn('ann:word'))).name).toBe('demo.v1.2.3');
    expect(front.passed.filter(({ path: asked }) => asked.startsWith('/token')).map(({ path: asked }) => asked)).toEqual(
      [`/token?service=front&scope=${encodeURIComponent(`repository:${REPOSITORY}:pull`)}`]);
  });

  it('receives a user name and a password', async () => {
    front.fault = ({ authorization }) => authorization === basic ? undefined : { answer: { status: 401, headers: { 'www-authenticate': 'Basic realm="front"' } } };
    expect((await fetchBundle(':v1', { credentials: { username: 'ann', password: 'word' } })).name).toBe('demo.v1.2.3');
  });

  it.each<[string, string | undefined, string]>([
    ['no', undefined, 'without credentials'],
    ['wrong', 'ann:a-very-secret-word', 'docker.json'],
  ])('rejects %s credentials without printing them', async (_, pair, message) => {
    requireToken();
    const error = await failure(fetchBundle(':v1', pair === undefined ? {} : loggedIn(pair)));
    expect([error.code, error.message]).toEqual([BundleErrorCode.UNAUTHORIZED, expect.stringContaining(message)]);
    expect(`${error.message}${String(error.stack)}`).not.toContain('secret');
  });
});

describe('a registry that redirects to another host for layers', () => {
  function redirect(): void {
    front.fault = ({ path: asked }) => asked.includes('/blobs/')
      ? { answer: { status: 307, headers: { location: `http://${registry.host}${asked}` } } }
      : undefined;
  }

  it('is followed if the user allowed that host', async () => {
    redirect();
    expect((await fetchBundle(':v1', { allowedHosts: [registry.host] })).name).toBe('demo.v1.2.3');
  });

  it('is not followed otherwise', async () => {
    redirect();
    expect((await failure(fetchBundle())).code).toBe(BundleErrorCode.HOST);
  });
});

describe('a failing registry', () => {
  it.each<[string, Fault]>([
    ['closes the connection', { cutAfter: 20 }],
    ['closes the connection at once', { cutAfter: 0 }],
    ['is overloaded', { answer: { status: 429, headers: { 'retry-after': '0' } } }],
    ['fails', { answer: { status: 503, headers: { 'retry-after': '0' } } }],
    ['does not respond', { silent: true }],
  ])('is retried when it %s', async (_, fault) => {
    toBlobs(fault, 1);
    expect((await fetchBundle(':v1', { retries: 1, idleTimeoutSeconds: 1 })).name).toBe('demo.v1.2.3');
  });

  it.each<[string, Fault, BundleErrorCode, string]>([
    ['closes the connection every time', { cutAfter: 20 }, BundleErrorCode.REGISTRY, 'cannot be reached: the connection was closed, 2 times'],
    ['is overloaded every time', { answer: { status: 429, headers: { 'retry-after': '0' } } }, BundleErrorCode.REGISTRY, 'responded with status 429; try again in 0 s'],
    ['sends other content', { change: body => body.map(byte => byte ^ 1) as Buffer }, BundleErrorCode.DIGEST, 'does not match the digest'],
    ['sends fewer bytes', { change: body => body.subarray(1) }, BundleErrorCode.DIGEST, 'bytes but has'],
    ['sends more bytes', { change: body => Buffer.concat([body, Buffer.alloc(100_000)]) }, BundleErrorCode.LIMIT, 'sent too much data'],
  ])('is reported when it %s', async (_, fault, code, message) => {
    toBlobs(fault);
    const error = await failure(fetchBundle(':v1', { retries: 1 }));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
  });

  it("is given time when it is slow, within the user's timeout", async () => {
    toBlobs({ dripMilliseconds: 20 });
    expect((await fetchBundle()).name).toBe('demo.v1.2.3');
    toBlobs({ dripMilliseconds: 400 });
    expect((await failure(fetchBundle(':v1', { timeoutSeconds: 1 }))).message).toContain('fetching took longer than 1 s (option timeoutSeconds)');
  });
});
