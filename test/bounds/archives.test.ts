import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Pax } from 'tar';
import { Bundle } from 'olm-constructs/bundle';
import { ClusterDump } from 'olm-constructs/cluster';
import { Budget, readLimits } from '../../lib/bundle/files/read-options';
import { ImageFiles } from '../../lib/bundle/oci/image-files';
import { unzstd, zstdFrames } from '../../lib/bundle/oci/zstd';
import { DumpBudget, unpackedFiles } from '../../lib/cluster/inspection/source/packed-files';
import { inFolder, withFiles } from '../builders/bundle-files';
import { bundleLayer, layoutOf, type ImageFacts, type WrittenDescriptor, zstdStored } from '../builders/image-layout';
import { type Entry, tarOf, tarOfFiles } from '../builders/tar-archive';
import { LoopbackRegistry } from '../bundle/registry/loopback-registry';
import { expectLinear } from './growth';

const LIMITS = readLimits({ maxFiles: 10_000_000, maxTotalBytes: 1_000_000_000 });

/** Applies layers that were made before, as archives. */
function applied(...archives: readonly Buffer[]): void {
  const files = new ImageFiles('image', ['manifests'], new Budget('image', LIMITS), LIMITS);
  archives.forEach((archive, index) => files.apply(files.read(`layer ${index}`, archive)));
  files.entries();
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns a file below an entry with an extended header, as for a path that is too long for the other one. */
function longPath(path: string): Buffer {
  return Buffer.concat([new Pax({ path }).encode(), tarOf([{ path: 'manifests/x', content: 'x' }])]);
}

describe('the time to read a layer grows with its size', () => {
  const file = (path: string): Entry => ({ path, content: 'x' });

  test.each<[string, (size: number) => readonly Buffer[], number]>([
    ['files of 250 levels', (size) => [Buffer.concat([...numbers(size).map((at) => longPath(`manifests/${`${at}/`.repeat(250)}b`).subarray(0, -1024)), Buffer.alloc(1024)])], 10],
    ['whiteouts of other files', (size) => [tarOf(numbers(size).map((at) => file(`manifests/${at}`))), tarOf(numbers(size).map((at) => file(`manifests/.wh.${at + size}`)))], 500],
    ['whiteouts that make a folder opaque', (size) => [tarOf(numbers(size).map((at) => file(`manifests/${at}`))), tarOf(numbers(size).map(() => file('manifests/a/.wh..wh..opq')))], 500],
    ['hard links', (size) => [tarOf([file('manifests/a'), ...numbers(size).map((at): Entry => ({ path: `manifests/${at}`, type: 'Link', linkpath: 'manifests/a' }))])], 800],
    ['entries of one path', (size) => [tarOf(numbers(size).map(() => file('manifests/a')))], 800],
    ['folders that files replace, and files that folders replace', (size) => [tarOf(numbers(size).map((at) => file(at % 2 === 0 ? 'manifests/a' : 'manifests/a/b')).filter((_, at) => at % 2 === 0))], 800],
    ['extended headers', (size) => [Buffer.concat([...numbers(size).map((at) => new Pax({ path: `manifests/${'a'.repeat(100)}${at}` }).encode()), tarOf([file('manifests/x')])])], 800],
  ])('%s', (_, make, size) => {
    expectLinear(make, (archives) => applied(...archives), size);
  });
});

describe('a path in an image or an archive', () => {
  const limited = (entry: Buffer, options: object = {}): string => withFiles(layoutOf({ layers: [bundleLayer(), entry] }), (path) => {
    try {
      Bundle.fromOciLayout(path, options);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  });

  test('of 16,000 levels is refused, in the time of any other image', () => {
    const start = process.cpuUsage();
    expect(limited(longPath(`manifests/${'a/'.repeat(16_000)}b`))).toMatch(
      /: the path "manifests\/a\/.{48}…" has 32011 bytes, more than 4096 \(limit maxPathBytes\); raise the limit if you trust the source$/);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });

  test('has a maximum depth, which is an option', () => {
    const deep = longPath(`usr/${'a/'.repeat(300)}b`);
    expect(limited(deep)).toContain('has 302 levels, more than 256 (limit maxPathDepth)');
    expect(limited(deep, { maxPathDepth: 302 })).toBe('');
    expect(limited(longPath(`usr/${'a'.repeat(5000)}`), { maxPathBytes: 10_000 })).toBe('');
  });

  test.each(['', 'usr/'])('is limited in the target of a link, too (%s)', (folder) => {
    const link = Buffer.concat([new Pax({ path: `${folder}x`, linkpath: 'a/'.repeat(5000) }).encode(), tarOf([{ path: 'x', type: 'SymbolicLink', linkpath: 'a' }])]);
    expect(limited(link)).toContain('(limit maxPathBytes)');
  });

  test('is limited in an archive of a bundle and in a dump', () => {
    const archive = longPath(`manifests/${'a/'.repeat(3000)}b.yaml`);
    withFiles({ 'bundle.tar': archive, 'dump.tar.gz': gzipSync(archive) }, (path) => {
      expect(() => Bundle.fromArchive(join(path, 'bundle.tar'))).toThrow('(limit maxPathBytes)');
      expect(() => ClusterDump.read([join(path, 'dump.tar.gz')])).toThrow('has 6016 bytes, more than 4096 (limit maxPathBytes); unpack it, and give a folder of it');
    });
  });
});

/** Returns a zstd frame of empty blocks. */
function emptyBlocks(count: number): Buffer {
  const frame = Buffer.alloc(6 + 3 * count);
  frame.write('28b52ffd0040', 'hex');
  frame[frame.length - 3] = 1;
  return frame;
}

/** Lists the only layer of an image many times. */
const repeated = (count: number): ImageFacts => ({
  manifest: (manifest) => ({ ...manifest, layers: Array<WrittenDescriptor>(count).fill(manifest.layers[0]!) }),
  config: (config) => ({ ...config, rootfs: {} }),
});

describe('decompression has one budget for an image', () => {
  const cpuOf = (work: () => void): number => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };

  test('a layer that is listed again is decompressed once', () => {
    const large = Buffer.concat([bundleLayer().subarray(0, -1024), tarOf([{ path: 'usr/large', content: Buffer.alloc(24_000_000) }])]);
    const [once, often] = [1, 100].map((count) => layoutOf({ layers: [large], ...repeated(count) }));
    const [first, other] = [once!, often!].map((layout) => withFiles(layout, (path) => cpuOf(() => Bundle.fromOciLayout(path))));
    expect(other! / first!).toBeLessThan(4);
  });

  test('so is one of a docker archive, and one in a registry, which is also fetched once', async () => {
    const registry = await LoopbackRegistry.start();
    try {
      registry.push('v1', repeated(100));
      await Bundle.fetch(`${registry.host}/org/demo:v1`, { plainHttp: true, cache: false });
      expect(registry.paths.filter((path) => path.includes('/blobs/')).length).toBe(2);
    } finally {
      await registry.close();
    }
  });

  test('an image whose configuration lists other digests for the same layer is refused', () => {
    const layout = layoutOf({
      ...repeated(2), config: (config) => ({ ...config, rootfs: { diff_ids: [(config['rootfs'] as { diff_ids: string[] }).diff_ids[0], `sha256:${'0'.repeat(64)}`] } }),
    });
    withFiles(layout, (path) => expect(() => Bundle.fromOciLayout(path)).toThrow('does not match sha256:000'));
  });

  test('zstd data of empty blocks is refused before it is decompressed', () => {
    expect(zstdFrames(emptyBlocks(9000), 1000)).toEqual([0, 27_006]);
    expect(zstdFrames(emptyBlocks(11_000), 1000)).toBe('too many blocks');
    const frames = Buffer.concat(Array<Buffer>(11_000).fill(zstdStored(Buffer.alloc(0))));
    expect(zstdFrames(frames, 1000)).toBe('too many blocks');
    withFiles(layoutOf({ pack: () => emptyBlocks(1_000_000) }), (path) => (
      expect(() => Bundle.fromOciLayout(path)).toThrow(/is damaged: zstd data of far more blocks than content; build and push the image again$/)
    ));
  });

  test('zstd data of thousands of frames is decompressed', () => {
    const frame = zstdStored(Buffer.from('x'));
    expect(unzstd(Buffer.concat(Array<Buffer>(9000).fill(frame)), 9000, 30_000)).toEqual(Buffer.alloc(9000, 'x'));
  });
});

/** A zstd layer with which fzstd would run forever. */
const ENDLESS = Buffer.from('28b52ffd004065000042810204f003ff8000000000', 'hex');

describe('decompression can be canceled', () => {
  let registry: LoopbackRegistry;
  beforeAll(async () => registry = await LoopbackRegistry.start());
  afterAll(() => registry.close());

  const fetched = (pack: (archive: Buffer) => Buffer, options: object): Promise<unknown> => {
    registry.push('v1', { pack });
    return Bundle.fetch(`${registry.host}/org/demo:v1`, { plainHttp: true, cache: false, ...options });
  };

  test('by a timeout', async () => {
    await expect(fetched(() => ENDLESS, { timeoutSeconds: 1 })).rejects.toThrow('fetching took longer than 1 s (option timeoutSeconds)');
  });

  test.each<[string, (archive: Buffer) => Buffer]>([
    ['zstd', () => ENDLESS],
    ['gzip', () => gzipSync(Buffer.alloc(60_000_000))],
  ])('by a signal: %s', async (_, pack) => {
    const controller = new AbortController();
    registry.rule = ({ path }) => {
      if (path.includes('/blobs/')) {
        setTimeout(() => controller.abort(), 10);
      }
      return undefined;
    };
    await expect(fetched(pack, { signal: controller.signal })).rejects.toThrow('fetching was canceled');
    registry.rule = () => undefined;
  });
});

describe('archives of a dump have one budget together', () => {
  const zeros = gzipSync(Buffer.alloc(1_000_000, '\n'));
  const limit = /: unpacks, with the files before it, to more than 3000000 bytes \(limit maxUnpackedBytes\); unpack it/;

  test.each<[string, Buffer]>([
    ['gzip', gzipSync(Buffer.alloc(4_000_000))],
    ['gzip twice', gzipSync(gzipSync(Buffer.alloc(4_000_000)))],
    ['a tar archive of files with gzip', tarOfFiles(Object.fromEntries(numbers(4).map((at) => [`${at}.yaml.gz`, zeros])))],
    ['such an archive with gzip', gzipSync(tarOfFiles(Object.fromEntries(numbers(4).map((at) => [`${at}.yaml.gz`, zeros]))))],
  ])('%s', (_, archive) => {
    expect(() => unpackedFiles('dump', archive, new DumpBudget(3_000_000))).toThrow(limit);
  });

  test('several files and archives', () => {
    const budget = new DumpBudget(3_000_000);
    numbers(3).forEach(() => unpackedFiles('dump.yaml.gz', zeros, budget));
    expect(() => unpackedFiles('dump.yaml.gz', zeros, budget)).toThrow(limit);
  });

  test('an archive in an archive is not unpacked', () => {
    inFolder((path) => {
      writeFileSync(join(path, 'dump.tar'), tarOfFiles({ 'inner.yaml': tarOfFiles({ 'a.yaml': 'kind: Pod' }) }));
      expect(() => ClusterDump.read([join(path, 'dump.tar')])).toThrow('no Kubernetes object found');
    });
  });
});
