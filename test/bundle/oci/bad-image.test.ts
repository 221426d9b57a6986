import { gzipSync } from 'node:zlib';
import { Bundle } from '../../../lib/bundle/bundle';
import type { OciLayoutOptions } from '../../../lib/bundle/oci/image-options';
import { unzstd } from '../../../lib/bundle/oci/zstd';
import { withFiles } from '../../builders/bundle-files';
import { BUNDLE_LABELS, bundleLayer, type ImageFacts, ImageStore, layoutOf, type WrittenDescriptor, zstdStored } from '../../builders/image-layout';
import { tarOf } from '../../builders/tar-archive';
import { errorOf } from '../read/message';
import { ZSTD_LAYER } from './zstd-layer';

type Files = { readonly [path: string]: Buffer };

/** Message of the error that reading a layout throws, with `SOURCE` for its path and `DIGEST` for every digest. */
function refusal(files: Files, options?: OciLayoutOptions): string {
  return withFiles(files, (folder) => errorOf(() => Bundle.fromOciLayout(folder, options)).message)
    .replace(/^[^:]*/, 'SOURCE').replace(/sha256[:/][0-9a-f]{64}/g, 'DIGEST');
}

function ofImage(facts: ImageFacts, options?: OciLayoutOptions): string {
  return refusal(layoutOf(facts), options);
}

/** A layout whose only image is a modified valid one. */
function ofIndex(change: (image: WrittenDescriptor, store: ImageStore) => unknown): string {
  const store = new ImageStore();
  return refusal(store.layout(change(store.image(), store) as object));
}

describe('an image that is not a bundle image is rejected', () => {
  const label = (name: string, value: string): string => ofImage({ labels: { [`operators.operatorframework.io.${name}`]: value } });

  it('naming its kind', () => {
    expect(label('index.configs.v1', '/configs')).toBe(
      'SOURCE: this is a catalog image (its catalog is in "/configs"), not a bundle image; specify the image of one of its bundles');
    expect(label('index.database.v1', '/db')).toContain('this is a catalog image with an SQLite database, which OLM no longer reads');
  });

  it('if it is both a catalog and a bundle, as in opm', () => {
    expect(ofImage({ labels: { ...BUNDLE_LABELS, 'operators.operatorframework.io.index.configs.v1': '/' } })).toContain('this is a catalog image');
  });

  it('if it contains a bundle but not its labels', () => {
    const lacks = 'SOURCE: this is not a bundle image: it has no label operators.operatorframework.io.bundle.package.v1';
    expect(ofImage({ labels: null })).toBe(`${lacks}; it has no labels`);
    expect(ofImage({ labels: { b: '', a: '', ['x'.repeat(200)]: '' } })).toBe(`${lacks}; its labels are a, b, ${'x'.repeat(100)}…`);
  });

  it('if it has the labels but no bundle', () => {
    expect(ofImage({ layers: [tarOf([{ path: 'manifests/a.yaml' }])] })).toContain('folder metadata/ is missing');
    expect(ofImage({ layers: [tarOf([{ path: 'bundle/manifests/a.yaml' }])] })).toContain('folder manifests/ is missing');
  });

  it('if it is not an image', () => {
    const artifact = (manifest: { config: object }): object => ({ ...manifest, config: { ...manifest.config, mediaType: 'application/vnd.cncf.helm.config.v1+json' } });
    expect(ofImage({ manifest: artifact })).toBe(
      'SOURCE: DIGEST is not a container image but an artifact of type the string "application/vnd.cncf.helm.config.v1+json"; specify a bundle image');
  });
});

describe('a damaged image is rejected', () => {
  const files = layoutOf();
  const blobs = Object.keys(files).filter((path) => path.startsWith('blobs/'));

  it.each(['config', 'layer', 'manifest'].map((part, index) => [part, blobs[index]!]))('if its %s is missing, truncated or changed', (_, blob) => {
    const content = files[blob]!;
    const changed = Buffer.from(content);
    changed[content.length >> 1]! ^= 1;
    const { [blob]: _left, ...without } = files;
    expect(refusal(without)).toBe('SOURCE: blobs/DIGEST: file or folder not found; check the path');
    expect(refusal({ ...files, [blob]: content.subarray(1) })).toMatch(/^SOURCE: blobs\/DIGEST: the file should have \d+ bytes but has \d+; the image is damaged/);
    expect(refusal({ ...files, [blob]: changed })).toBe('SOURCE: the content of DIGEST does not match the digest; the image is damaged or was tampered with');
  });

  it.each<[string, string | undefined, string]>([
    ['index.json', undefined, 'index.json: file or folder not found'],
    ['index.json', '{', 'index.json does not contain JSON'],
    ['index.json', '[]', 'index.json must contain a JSON object, got a list'],
    ['index.json', '{}', 'index.json is not an image: it has neither layers nor manifests'],
    ['index.json', '{"manifests":[],"layers":[]}', 'index.json is not an image: it has both layers and manifests'],
    ['index.json', '{"layers":[],"config":{"digest":"sha256:00","size":1}}', 'config of index.json must have a digest, sha256 or sha512, got the string "sha256:00"'],
    ['index.json', '{"manifests":{}}', 'manifests of index.json must be a list, got a map'],
    ['index.json', '{"manifests":[]}', 'index.json contains no image; pack the layout again'],
    ['index.json', JSON.stringify({ manifests: Array(1001).fill({}) }), 'index.json lists 1001 images; the maximum is 1000'],
    ['index.json', `{"manifests":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`, 'manifests[0] of index.json must be a descriptor, a map, got a list'],
    ['oci-layout', undefined, 'this is not an image layout: it contains neither oci-layout nor manifest.json'],
    ['oci-layout', '{"imageLayoutVersion":"2.0.0"}', 'the image layout version in oci-layout must be 1, got the string "2.0.0"'],
    ['oci-layout', '{"__proto__":{"imageLayoutVersion":"1.0.0"}}', 'the image layout version in oci-layout must be 1, got nothing'],
  ])('if its %s is %.60s', (file, content, reason) => {
    const { [file]: _left, ...without } = files;
    expect(refusal(content === undefined ? without : { ...without, [file]: Buffer.from(content) })).toContain(`SOURCE: ${reason}`);
  });

  it.each<[string, unknown, string]>([
    ['no digest', {}, 'must have a digest, sha256 or sha512, got nothing'],
    ['a path as digest', { digest: 'sha256:../../../etc/passwd' }, 'must have a digest, sha256 or sha512, got the string "sha256:../../../etc/passwd"'],
    ['a digest of an insecure algorithm', { digest: `md5:${'0'.repeat(32)}` }, 'must have a digest, sha256 or sha512'],
    ['a digest with the name of an inherited property as algorithm', { digest: 'constructor:00' }, 'must have a digest, sha256 or sha512'],
    ['a negative size', { size: -1 }, 'must have a size, an integer number of bytes, got the number -1'],
    ['a size that is not an integer', { size: 1.5 }, 'must have a size, an integer number of bytes, got the number 1.5'],
    ['a size that is a string', { size: '1' }, 'must have a size, an integer number of bytes, got the string "1"'],
  ])('if a descriptor has %s', (_, change, reason) => {
    const base = Object.hasOwn(change as object, 'digest') || Object.keys(change as object).length === 0 ? { size: 1 } : { digest: `sha256:${'0'.repeat(64)}` };
    expect(ofIndex(() => ({ ...base, ...(change as object) }))).toContain(`SOURCE: manifests[0] of index.json ${reason}`);
  });

  it.each<[string, ImageFacts, string]>([
    ['its layers differ from those in the configuration', { config: (config) => ({ ...config, rootfs: { diff_ids: [`sha256:${'0'.repeat(64)}`] } }) },
      'the decompressed DIGEST does not match DIGEST in the configuration of the image'],
    ['it has fewer layers than its configuration lists', { manifest: (manifest) => ({ ...manifest, layers: [] }) },
      'the image has 0 layers, but its configuration lists 1; build and push it again'],
    ['its configuration lists invalid digests', { config: (config) => ({ ...config, rootfs: { diff_ids: ['x'] } }) },
      'rootfs.diff_ids of DIGEST must be a list of digests, got a list'],
    ['its configuration is not a map', { config: () => [1] }, 'DIGEST must contain a JSON object, got a list'],
    ['its manifest has schema version 1', { manifest: (manifest) => ({ ...manifest, schemaVersion: 1 }) },
      'DIGEST is an image of schema 1, which is obsolete; push the bundle again'],
    ['its manifest has the media type of an index', { manifest: (manifest) => ({ ...manifest, mediaType: 'application/vnd.oci.image.index.v1+json' }) },
      'DIGEST is not an image: its content does not match its media type the string "application/vnd.oci.image.index.v1+json"'],
    ['its layer is not an archive', { layers: [Buffer.from('hello '.repeat(200))] }, 'this is not a tar archive, or it is damaged'],
    ['its layer is truncated', { layers: [bundleLayer().subarray(0, 700)] }, 'this is not a tar archive, or it is damaged'],
    ['its layer is compressed twice', { layers: [gzipSync(bundleLayer())] }, 'this is not a tar archive, or it is damaged'],
  ])('if %s', (_, facts, reason) => {
    expect(ofImage(facts)).toContain(`SOURCE: ${reason}`);
  });

  it.each<[string, (archive: Buffer) => Buffer, string]>([
    ['gzip', (archive) => gzipSync(archive).subarray(0, 100), 'DIGEST is damaged: gzip: unexpected end of file'],
    ['zstd, truncated in its header', () => ZSTD_LAYER.subarray(0, 6), 'DIGEST is damaged: invalid zstd data'],
    ['zstd, truncated in a block', () => ZSTD_LAYER.subarray(0, 300), 'DIGEST is damaged: invalid zstd data'],
    ['zstd, with a block of an invalid type', () => Buffer.from('28b52ffd0040070000', 'hex'), 'DIGEST is damaged: invalid zstd data'],
    ['zstd, with trailing bytes', () => Buffer.concat([ZSTD_LAYER, Buffer.from('trailing bytes')]), 'DIGEST is damaged: invalid zstd data'],
  ])('if its layer is damaged: %s', (_, pack, reason) => {
    expect(ofImage({ pack })).toContain(`SOURCE: ${reason}`);
  });
});

describe('reading an image terminates', () => {
  const trust = 'raise the limit if you trust the image';

  it('if indexes are nested without end', () => {
    const deep = ofIndex((image, store) => [1, 2, 3, 4, 5].reduce((inner) => store.index([inner]), image));
    expect(deep).toBe('SOURCE: the indexes of the image are nested more than 4 levels deep; specify the image by its own digest');
  });

  it('if it has too many layers', () => {
    const many = (manifest: { layers: WrittenDescriptor[] }): object => ({ ...manifest, layers: Array(1000).fill(manifest.layers[0]) });
    expect(ofImage({ manifest: many })).toBe('SOURCE: the image has 1000 layers, more than 128 (limit maxLayers); raise the limit if you trust it');
  });

  it('if its layers claim to be huge', () => {
    const huge = (manifest: { layers: WrittenDescriptor[] }): object => ({ ...manifest, layers: [{ ...manifest.layers[0], size: 2 ** 50 }] });
    expect(ofImage({ manifest: huge })).toBe(`SOURCE: the layers have ${2 ** 50} bytes, more than 67108864 (limit maxTotalBytes); ${trust}`);
  });

  it('if its manifest is huge', () => {
    expect(ofImage({ manifest: (manifest) => ({ ...manifest, x: 'x'.repeat(5_000_000) }) })).toMatch(
      /^SOURCE: blobs\/DIGEST: the file has 500\d+ bytes, more than 4194304 \(limit maxManifestBytes\)/);
  });

  const beyond = `SOURCE: DIGEST and the layers below it exceed the maximum decompressed size (limit maxTotalBytes); ${trust}`;

  it('if gzip expands to a thousand times the compressed size', () => {
    expect(ofImage({ layers: [Buffer.alloc(8 * 1024 * 1024)] }, { maxTotalBytes: 4_000_000 })).toBe(beyond);
  });

  it('if each layer stays within the limit, but not all of them together', () => {
    const layers = [bundleLayer(), Buffer.concat([bundleLayer(), Buffer.alloc(512)])];
    expect(ofImage({ layers }, { maxTotalBytes: bundleLayer().length * 2 - 1 })).toBe(beyond);
  });

  it.each([
    ['expands to an enormous size', `28b52ffd0040${'02001078'.repeat(40)}03001078`],
    ['claims an enormous size', 'e00000000000000001'],
    ['requires a window of two gigabytes', '00a8010000'],
  ])('if zstd %s', (_, hex) => {
    const frame = Buffer.from(hex.startsWith('28b5') ? hex : `28b52ffd${hex}010000`, 'hex');
    expect(ofImage({ pack: () => frame }, { maxTotalBytes: 4_000_000 })).toBe(beyond);
  });

  it('if crafted zstd data keeps fzstd in an endless loop', () => {
    // The table of Huffman weights gives one symbol all the probability, so reading a weight consumes no bits.
    const literals = Buffer.from('42810204f003ff8000000000', 'hex');
    const header = Buffer.alloc(3);
    header.writeUIntLE((literals.length << 3) | 5, 0, 3);
    const frame = Buffer.concat([Buffer.from('28b52ffd0040', 'hex'), header, literals]);
    expect(unzstd(frame, 1_000_000, 200)).toBe('too slow');
  });

  it('if it has too many files', () => {
    const entries = Array.from({ length: 60 }, (_, index) => ({ path: `usr/${index}` }));
    expect(ofImage({ layers: [entries, [...entries, { path: 'usr/60' }]] }, { maxFiles: 100 })).toContain('there are more than 100 files and folders (limit maxFiles)');
  });

  it('if the same large file occurs again and again', () => {
    const entry = { path: 'manifests/a.yaml', content: Buffer.alloc(1_000_000) };
    const link = { path: 'manifests/b.yaml', type: 'Link', linkpath: 'manifests/a.yaml' } as const;
    expect(ofImage({ layers: [[entry], [entry, link]] }, { maxTotalBytes: 2_500_000 })).toContain('manifests/b.yaml: the files up to here have more than 2500000 bytes');
  });
});

describe('zstd data', () => {
  it('is decompressed, even if it is empty', () => {
    expect([unzstd(zstdStored(Buffer.alloc(0)), 10, 10_000), unzstd(zstdStored(Buffer.from('hello')), 5, 10_000)]).toEqual([Buffer.alloc(0), Buffer.from('hello')]);
  });
});
