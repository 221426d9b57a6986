import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Bundle } from '../../../lib/bundle/bundle';
import type { BundleFetchOptions } from '../../../lib/bundle/registry/fetch-options';
import { LoopbackRegistry } from './loopback-registry';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
let registry: LoopbackRegistry;
let digest: string;

beforeEach(async () => {
  registry = await LoopbackRegistry.start();
  digest = registry.push('v1');
});

afterEach(() => registry.close());

function fetch(image = `@${digest}`, options: BundleFetchOptions = {}): Promise<Bundle> {
  return Bundle.fetch(`${registry.host}/org/demo${image}`, { plainHttp: true, anonymous: true, cacheDirectory: join(folder(), 'cache'), ...options });
}

const fileOf = (of: string): string => join(folder(), 'cache', 'blobs', of.replace(':', '/'));

describe('blobs of an image', () => {
  it('are fetched once, even without the registry', async () => {
    await fetch();
    const { received } = registry;
    expect(received).toHaveLength(3);
    registry.rule = () => ({ status: 500 });
    expect((await fetch()).name).toBe('demo.v1.2.3');
    expect(received).toHaveLength(3);
  });

  it('are fetched once for an image with a tag, except for the manifest', async () => {
    await fetch(':v1');
    await fetch(':v1');
    expect(registry.paths.slice(3)).toEqual(['/v2/org/demo/manifests/v1']);
    await fetch();
    expect(registry.received).toHaveLength(4);
  });

  it('are fetched by many processes at once', async () => {
    const bundles = await Promise.all(Array.from({ length: 8 }, () => fetch()));
    expect(new Set(bundles.map(({ name }) => name))).toEqual(new Set(['demo.v1.2.3']));
    expect(readdirSync(dirname(fileOf(digest))).sort()).toEqual([...registry.store.blobs.keys()].map((key) => key.slice(7)).sort());
  });

  it('are readable only by their user', async () => {
    await fetch();
    if (process.platform !== 'win32') {
      expect([statSync(fileOf(digest)).mode & 0o777, statSync(dirname(fileOf(digest))).mode & 0o777]).toEqual([0o600, 0o700]);
    }
  });

  it.each<[string, (file: string, content: Buffer) => void]>([
    ['changed', (file, content) => writeFileSync(file, Buffer.from(content.map((byte) => byte ^ 1)))],
    ['truncated', (file, content) => writeFileSync(file, content.subarray(1))],
    ['made huge', (file) => writeFileSync(file, Buffer.alloc(10_000_000))],
  ])('are fetched again if they were %s on disk', async (_, damage) => {
    await fetch();
    const good = readFileSync(fileOf(digest));
    damage(fileOf(digest), good);
    expect((await fetch()).name).toBe('demo.v1.2.3');
    expect(readFileSync(fileOf(digest))).toEqual(good);
  });

  it('are fetched again if a link replaces them, and the target of the link is not changed', async () => {
    await fetch();
    const other = join(folder(), 'other');
    writeFileSync(other, 'precious');
    const second = registry.push('v2', { config: (config) => ({ ...config, created: 'later' }) });
    symlinkSync(other, fileOf(second));
    expect((await fetch(`@${second}`)).name).toBe('demo.v1.2.3');
    expect(readFileSync(other, 'utf8')).toBe('precious');
  });

  it('are not stored if they do not match their digest', async () => {
    registry.rule = ({ path }) => (path.includes('/manifests/') ? { body: '{}' } : undefined);
    await expect(fetch()).rejects.toThrow('does not match the digest');
    expect(() => statSync(fileOf(digest))).toThrow();
  });

  it('are not stored if the option cache is false', async () => {
    await fetch(':v1', { cache: false });
    expect(() => statSync(join(folder(), 'cache'))).toThrow();
  });

  it('cannot be stored if the cache folder is a file, which is an error', async () => {
    writeFileSync(join(folder(), 'cache'), '');
    await expect(fetch()).rejects.toThrow(/cache: the folder cannot be written to \(.*this is a file, not a folder; nothing was written: specify another folder\); set another cacheDirectory, or set cache to false/);
  });
});
