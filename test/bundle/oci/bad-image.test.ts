import { gzipSync } from 'node:zlib';

import { Bundle } from '../../../../lib/bundle/bundle';
import type { OciLayoutOptions } from '../../../../lib/bundle/read/oci/image-options';
import { unzstd } from '../../../../lib/bundle/read/oci/zstd';
import { withFiles } from '../../builders/bundle-files';
import type { ImageFacts, WrittenDescriptor } from '../../builders/image-layout';
import { BUNDLE_LABELS, bundleLayer, ImageStore, layoutOf, zstdStored } from '../../builders/image-layout';
import { tarOf } from '../../builders/tar-archive';
import { errorOf } from '../message';
import { ZSTD_LAYER } from './zstd-layer';

type Files = { readonly [path: string]: Buffer };

/** The message of the error that reading a layout throws, with `SOURCE` for its path and `DIGEST` for every digest. */
function refusal(files: Files, options?: OciLayoutOptions): string {
  return withFiles(files, (folder) => errorOf(() => Bundle.fromOciLayout(folder, options)).message)
    .replace(/^[^:]*/, 'SOURCE').replace(/sha256[:/][0-9a-f]{64}/g, 'DIGEST');
}

function ofImage(facts: ImageFacts, options?: OciLayoutOptions): string {
  return refusal(layoutOf(facts), options);
}

/** A layout whose only image is what a change makes of a sound one. */
function ofIndex(change: (image: WrittenDescriptor, store: ImageStore) => unknown): string {
  const store = new ImageStore();
  return refusal(store.layout(change(store.image(), store) as object));
}

describe('an image that is none of a bundle is refused', () => {
  const label = (name: string, value: string): string => ofImage({ labels: { [`operators.operatorframework.io.${name}`]: value } });

  it('with the name of what it is', () => {
    expect(label('index.configs.v1', '/configs')).toBe(
      'SOURCE: this is the image of a catalog, which it holds in "/configs", and not that of a bundle; name the image of one of its bundles');
    expect(label('index.database.v1', '/db')).toContain('this is the image of a catalog in an SQLite database, which OLM no longer reads');
  });

  it('when it is of a catalog and of a bundle, as opm would read it', () => {
    expect(ofImage({ labels: { ...BUNDLE_LABELS, 'operators.operatorframework.io.index.configs.v1': '/' } })).toContain('this is the image of a catalog');
  });

  it('when it has a bundle but not its labels', () => {
    const lacks = 'SOURCE: this is no image of a bundle: it lacks the label operators.operatorframework.io.bundle.package.v1';
    expect(ofImage({ labels: null })).toBe(`${lacks}; it has no labels`);
    expect(ofImage({ labels: { b: '', a: '', ['x'.repeat(200)]: '' } })).toBe(`${lacks}; its labels are a, b, ${'x'.repeat(100)}…`);
  });

  it('when it has the labels but not the bundle', () => {
    expect(ofImage({ layers: [tarOf([{ path: 'manifests/a.yaml' }])] })).toContain('there is no folder metadata/');
    expect(ofImage({ layers: [tarOf([{ path: 'bundle/manifests/a.yaml' }])] })).toContain('there is no folder manifests/');
  });

  it('when it is no image', () => {
    const artifact = (manifest: { config: object }): object => ({ ...manifest, config: { ...manifest.config, mediaType: 'application/vnd.cncf.helm.config.v1+json' } });
    expect(ofImage({ manifest: artifact })).toBe(
      'SOURCE: DIGEST is no container image but an artifact of type the text "application/vnd.cncf.helm.config.v1+json"; name the image of a bundle');
  });
});

describe('an image that is damaged is refused', () => {
  const files = layoutOf();
  const blobs = Object.keys(files).filter((path) => path.startsWith('blobs/'));

  it.each(['config', 'layer', 'manifest'].map((part, index) => [part, blobs[index]!]))('when its %s is missing, cut off or changed', (_, blob) => {
    const content = files[blob]!;
    const changed = Buffer.from(content);
    changed[content.length >> 1]! ^= 1;
    const { [blob]: _left, ...without } = files;
    expect(refusal(without)).toBe('SOURCE: blobs/DIGEST: there is no such file or folder; check the path');
    expect(refusal({ ...files, [blob]: content.subarray(1) })).toMatch(/^SOURCE: blobs\/DIGEST: the file should have \d+ bytes but has \d+; the image is damaged/);
    expect(refusal({ ...files, [blob]: changed })).toBe('SOURCE: what should be DIGEST has other bytes than this digest names; the image is damaged or was tampered with');
  });

  it.each<[string, string | undefined, string]>([
    ['index.json', undefined, 'index.json: there is no such file or folder'],
    ['index.json', '{', 'index.json must hold JSON, but does not'],
    ['index.json', '[]', 'index.json must hold a JSON object, got a list'],
    ['index.json', '{}', 'index.json is no image: it has neither layers nor manifests'],
    ['index.json', '{"manifests":[],"layers":[]}', 'index.json is no image: it has both layers and manifests'],
    ['index.json', '{"layers":[],"config":{"digest":"sha256:00","size":1}}', 'config of index.json must have a digest, sha256 or sha512, got the text "sha256:00"'],
    ['index.json', '{"manifests":{}}', 'manifests of index.json must be a list, got a map'],
    ['index.json', '{"manifests":[]}', 'index.json lists no image; pack the layout anew'],
    ['index.json', JSON.stringify({ manifests: Array(1001).fill({}) }), 'index.json lists 1001 images; more than 1000 are not read'],
    ['index.json', `{"manifests":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`, 'manifests[0] of index.json must be a descriptor, a map, got a list'],
    ['oci-layout', undefined, 'this is no image layout: it holds neither oci-layout nor manifest.json'],
    ['oci-layout', '{"imageLayoutVersion":"2.0.0"}', 'only image layouts of version 1 can be read, got the text "2.0.0" in oci-layout'],
    ['oci-layout', '{"__proto__":{"imageLayoutVersion":"1.0.0"}}', 'only image layouts of version 1 can be read, got nothing in oci-layout'],
  ])('when its %s is %.60s', (file, content, reason) => {
    const { [file]: _left, ...without } = files;
    expect(refusal(content === undefined ? without : { ...without, [file]: Buffer.from(content) })).toContain(`SOURCE: ${reason}`);
  });

  it.each<[string, unknown, string]>([
    ['no digest', {}, 'must have a digest, sha256 or sha512, got nothing'],
    ['a path as digest', { digest: 'sha256:../../../etc/passwd' }, 'must have a digest, sha256 or sha512, got the text "sha256:../../../etc/passwd"'],
    ['a digest of an algorithm that is no longer safe', { digest: `md5:${'0'.repeat(32)}` }, 'must have a digest, sha256 or sha512'],
    ['a digest of an algorithm that every object has', { digest: 'constructor:00' }, 'must have a digest, sha256 or sha512'],
    ['a size that is negative', { size: -1 }, 'must have a size, a whole number of bytes, got the number -1'],
    ['a size that is no whole number', { size: 1.5 }, 'must have a size, a whole number of bytes, got the number 1.5'],
    ['a size that is text', { size: '1' }, 'must have a size, a whole number of bytes, got the text "1"'],
  ])('when a descriptor has %s', (_, change, reason) => {
    const base = Object.hasOwn(change as object, 'digest') || Object.keys(change as object).length === 0 ? { size: 1 } : { digest: `sha256:${'0'.repeat(64)}` };
    expect(ofIndex(() => ({ ...base, ...(change as object) }))).toContain(`SOURCE: manifests[0] of index.json ${reason}`);
  });

  it.each<[string, ImageFacts, string]>([
    ['its layers are other than the configuration says', { config: (config) => ({ ...config, rootfs: { diff_ids: [`sha256:${'0'.repeat(64)}`] } }) },
      'DIGEST unpacks to other bytes than DIGEST, which the configuration of the image names'],
    ['its layers are fewer than the configuration says', { manifest: (manifest) => ({ ...manifest, layers: [] }) },
      'the image has 0 layers, but its configuration tells of 1; build and push it anew'],
    ['its configuration names no digests', { config: (config) => ({ ...config, rootfs: { diff_ids: ['x'] } }) },
      'rootfs.diff_ids of DIGEST must be a list of digests, got a list'],
    ['its configuration is no map', { config: () => [1] }, 'DIGEST must hold a JSON object, got a list'],
    ['its manifest is of the first schema', { manifest: (manifest) => ({ ...manifest, schemaVersion: 1 }) },
      'DIGEST is an image of the first schema, which is no longer in use; push the bundle anew'],
    ['its manifest says that it is an index', { manifest: (manifest) => ({ ...manifest, mediaType: 'application/vnd.oci.image.index.v1+json' }) },
      'DIGEST is no image: it does not hold what its type the text "application/vnd.oci.image.index.v1+json" says'],
    ['its layer is no archive', { layers: [Buffer.from('hello '.repeat(200))] }, 'this is no tar archive, or it is damaged'],
    ['its layer is cut off', { layers: [bundleLayer().subarray(0, 700)] }, 'this is no tar archive, or it is damaged'],
    ['its layer is packed twice', { layers: [gzipSync(bundleLayer())] }, 'this is no tar archive, or it is damaged'],
  ])('when %s', (_, facts, reason) => {
    expect(ofImage(facts)).toContain(`SOURCE: ${reason}`);
  });

  it.each<[string, (archive: Buffer) => Buffer, string]>([
    ['gzip', (archive) => gzipSync(archive).subarray(0, 100), 'DIGEST is damaged: gzip says "unexpected end of file"'],
    ['zstd, cut off in its header', () => ZSTD_LAYER.subarray(0, 6), 'DIGEST is damaged: it is no valid zstd data'],
    ['zstd, cut off in a block', () => ZSTD_LAYER.subarray(0, 300), 'DIGEST is damaged: it is no valid zstd data'],
    ['zstd, with a block of no type', () => Buffer.from('28b52ffd0040070000', 'hex'), 'DIGEST is damaged: it is no valid zstd data'],
    ['zstd, with something after it', () => Buffer.concat([ZSTD_LAYER, Buffer.from('trailing bytes')]), 'DIGEST is damaged: it is no valid zstd data'],
  ])('when its layer is damaged %s', (_, pack, reason) => {
    expect(ofImage({ pack })).toContain(`SOURCE: ${reason}`);
  });
});

describe('reading an image comes to an end', () => {
  const trust = 'raise the limit if the image is to be trusted';

  it('when indexes stand in one another without end', () => {
    const deep = ofIndex((image, store) => [1, 2, 3, 4, 5].reduce((inner) => store.index([inner]), image));
    expect(deep).toBe('SOURCE: indexes of the image stand in one another more than 4 deep; name the image by its own digest');
  });

  it('when it has layers without number', () => {
    const many = (manifest: { layers: WrittenDescriptor[] }): object => ({ ...manifest, layers: Array(1000).fill(manifest.layers[0]) });
    expect(ofImage({ manifest: many })).toBe('SOURCE: the image has 1000 layers, more than 128 (limit maxLayers); raise the limit if it is to be trusted');
  });

  it('when its layers are said to be huge', () => {
    const huge = (manifest: { layers: WrittenDescriptor[] }): object => ({ ...manifest, layers: [{ ...manifest.layers[0], size: 2 ** 50 }] });
    expect(ofImage({ manifest: huge })).toBe(`SOURCE: the layers have ${2 ** 50} bytes, more than 67108864 (limit maxTotalBytes); ${trust}`);
  });

  it('when its manifest is huge', () => {
    expect(ofImage({ manifest: (manifest) => ({ ...manifest, x: 'x'.repeat(5_000_000) }) })).toMatch(
      /^SOURCE: blobs\/DIGEST: the file has 500\d+ bytes, more than 4194304 \(limit maxManifestBytes\)/);
  });

  const beyond = `SOURCE: DIGEST and the layers below it unpack to more bytes than are read (limit maxTotalBytes); ${trust}`;

  it('when gzip unpacks to a thousand times what is packed', () => {
    expect(ofImage({ layers: [Buffer.alloc(80 * 1024 * 1024)] })).toBe(beyond);
  });

  it('when each layer keeps within the limit, but not all of them', () => {
    expect(ofImage({ layers: [bundleLayer(), bundleLayer()] }, { maxTotalBytes: bundleLayer().length * 2 - 1 })).toBe(beyond);
  });

  it.each([
    ['unpacks to more than anybody can hold', `28b52ffd0040${'02001078'.repeat(40)}03001078`],
    ['says that it does', 'e00000000000000001'],
    ['wants a window of two gigabytes', '00a8010000'],
  ])('when zstd %s', (_, hex) => {
    const frame = Buffer.from(hex.startsWith('28b5') ? hex : `28b52ffd${hex}010000`, 'hex');
    expect(ofImage({ pack: () => frame }, { maxTotalBytes: 4_000_000 })).toBe(beyond);
  });

  it('when zstd data is made so that fzstd never ends', () => {
    // The table for the Huffman weights gives one symbol all the probability there is, so reading a weight takes no bits.
    const literals = Buffer.from('42810204f003ff8000000000', 'hex');
    const header = Buffer.alloc(3);
    header.writeUIntLE((literals.length << 3) | 5, 0, 3);
    const frame = Buffer.concat([Buffer.from('28b52ffd0040', 'hex'), header, literals]);
    expect(unzstd(frame, 1_000_000, 500)).toBe('too slow');
  });

  it('when it has files without number', () => {
    const entries = Array.from({ length: 60 }, (_, index) => ({ path: `usr/${index}` }));
    expect(ofImage({ layers: [entries, entries] }, { maxFiles: 100 })).toContain('there are more than 100 files and folders (limit maxFiles)');
  });

  it('when the same large file comes again and again', () => {
    const entry = { path: 'manifests/a.yaml', content: Buffer.alloc(1_000_000) };
    const link = { path: 'manifests/b.yaml', type: 'Link', linkpath: 'manifests/a.yaml' } as const;
    expect(ofImage({ layers: [[entry], [entry, link]] }, { maxTotalBytes: 2_500_000 })).toContain('manifests/b.yaml: the files up to here have more than 2500000 bytes');
  });
});

describe('zstd data', () => {
  it('is unpacked, empty data too', () => {
    expect([unzstd(zstdStored(Buffer.alloc(0)), 10), unzstd(zstdStored(Buffer.from('hello')), 5)]).toEqual([Buffer.alloc(0), Buffer.from('hello')]);
  });
});
