import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { Bundle } from '../../../lib/bundle/bundle';
import type { OciLayoutOptions } from '../../../lib/bundle/oci/image-options';
import { bundleFiles, inFolder, withFiles } from '../../builders/bundle-files';
import { BUNDLE_LABELS, bundleLayer, ImageStore, layoutOf, sha256, zstdStored } from '../../builders/image-layout';
import { tarOf, tarOfFiles } from '../../builders/tar-archive';
import { errorOf } from '../read/message';
import { ZSTD_LAYER } from './zstd-layer';

type Files = { readonly [path: string]: Buffer };

function read(files: Files, options?: OciLayoutOptions): Bundle {
  return withFiles(files, (folder) => Bundle.fromOciLayout(folder, options));
}

function refusal(files: Files, options?: OciLayoutOptions): string {
  return withFiles(files, (folder) => errorOf(() => Bundle.fromOciLayout(folder, options)).message.replaceAll(folder, 'SOURCE'));
}

const MANIFESTS = Object.keys(bundleFiles()).filter((path) => path.startsWith('manifests/'));

describe('a bundle is read from an image layout', () => {
  it.each<[string, (archive: Buffer) => Buffer]>([
    ['compressed with gzip', gzipSync],
    ['not compressed', (archive) => archive],
    ['compressed with zstd', zstdStored],
    ['compressed with zstd in several frames', (archive) => Buffer.concat([zstdStored(archive.subarray(0, 700)), Buffer.from('502a4d1803000000616263', 'hex'), zstdStored(archive.subarray(700))])],
  ])('whose layers are %s', (_, pack) => {
    const bundle = read(layoutOf({ pack }));
    expect(bundle.name).toBe('demo.v1.2.3');
    expect(bundle.manifests.map(({ file }) => file)).toEqual(MANIFESTS);
  });

  it('with a layer compressed by the zstd program', () => {
    expect(read(layoutOf({ pack: () => ZSTD_LAYER, config: (written) => ({ ...written, rootfs: undefined }) })).name).toBe('demo.v1.2.3');
  });

  it('with layers on top of an unrelated base image', () => {
    const base = [
      { path: 'etc/', type: 'Directory' }, { path: 'etc/a\\x2db.slice' }, { path: 'bin', type: 'SymbolicLink', linkpath: 'usr/bin' },
      { path: 'dev/null', type: 'CharacterDevice' }, { path: '/usr/bin/x', content: 'x' }, { path: 'usr/bin/y', type: 'Link', linkpath: 'usr/bin/x' },
    ] as const;
    expect(read(layoutOf({ layers: [base, bundleLayer()] })).name).toBe('demo.v1.2.3');
  });

  it('with an empty layer, without digests of decompressed layers, and with an empty archive as a layer', () => {
    const config = (written: object): object => ({ ...written, rootfs: undefined });
    expect(read(layoutOf({ layers: [Buffer.alloc(0), bundleLayer(), tarOf([])], config })).name).toBe('demo.v1.2.3');
  });

  it.each([
    ['tar', (archive: Buffer) => archive],
    ['tar.gz', gzipSync],
  ])('in an archive, as %s', (_, pack) => {
    inFolder((folder) => {
      const path = join(folder, 'image.bin');
      writeFileSync(path, pack(tarOfFiles(layoutOf(), './')));
      expect([Bundle.fromOciLayout(path).name, Bundle.fromPath(path).name]).toEqual(['demo.v1.2.3', 'demo.v1.2.3']);
    });
  });

  it('in a folder, without specifying its type', () => {
    withFiles(layoutOf(), (folder) => expect(Bundle.fromPath(folder).name).toBe('demo.v1.2.3'));
  });
});

describe('of several images in a layout', () => {
  const store = new ImageStore();
  const other = store.image({ labels: {} });
  const bundle = store.image();
  const named = (name: string, descriptor: object): object => ({ ...descriptor, annotations: { 'org.opencontainers.image.ref.name': name } });
  const files = store.layout(named('latest', other), named('v1', bundle));

  it.each([
    ['its name', 'v1'],
    ['its digest', bundle.digest],
  ])('the one identified by %s is read', (_, image) => {
    expect(read(files, { image }).name).toBe('demo.v1.2.3');
  });

  it('none is chosen implicitly', () => {
    expect(refusal(files)).toBe('SOURCE: the layout contains 2 images; set the option \'image\' to one of them; available: latest, v1');
    expect(refusal(files, { image: 'v2' })).toBe('SOURCE: the layout contains no image "v2"; available: latest, v1');
  });

  it('one with two names counts once', () => {
    expect(read(store.layout(named('v1', bundle), named('stable', bundle))).name).toBe('demo.v1.2.3');
  });
});

describe('of the images of an index', () => {
  const store = new ImageStore();
  const forPlatform = (architecture: string, labels: { readonly [label: string]: string }): object => (
    { ...store.image({ labels }), platform: { os: 'linux', architecture } }
  );
  const attestation = { ...store.put('application/json', {}), platform: { os: 'unknown', architecture: 'unknown' } };
  const [arm, amd] = [forPlatform('arm64', { ...BUNDLE_LABELS, arm: '' }), forPlatform('amd64', BUNDLE_LABELS)];
  const broken = forPlatform('s390x', {});

  it.each<[string, readonly object[], OciLayoutOptions]>([
    ['linux/amd64 is read', [broken, amd], {}],
    ['the first is read if none is for linux/amd64', [attestation, arm, broken], {}],
    ['the one for the requested platform is read', [broken, arm], { platform: 'linux/arm64' }],
    ['the one without a platform is read', [store.image()], { platform: 'linux/arm64' }],
  ])('%s', (_, manifests, options) => {
    expect(read(store.layout(store.index(manifests)), options).name).toBe('demo.v1.2.3');
    expect(read(store.layout(store.index([store.index(manifests)])), options).name).toBe('demo.v1.2.3');
  });

  it('none is read if none is for the requested platform', () => {
    const layout = store.layout(store.index([attestation, arm, amd]));
    expect(refusal(layout, { platform: 'linux/arm/v7' })).toMatch(/has no image for platform linux\/arm\/v7; available: linux\/arm64, linux\/amd64$/);
  });

  it('none is read if the index is empty', () => {
    expect(refusal(store.layout(store.index([attestation])))).toMatch(/contains no image; build and push the bundle again$/);
  });

  it('an invalid platform is an error', () => {
    expect(() => read(layoutOf(), { platform: 'amd64' })).toThrow('platform must be an operating system and an architecture, such as linux/amd64, got "amd64"');
  });
});

describe('an archive of docker save', () => {
  const layer = bundleLayer();
  const config = Buffer.from(JSON.stringify({ config: { Labels: BUNDLE_LABELS }, rootfs: { diff_ids: [sha256(layer)] } }));
  const image = { Config: 'c0.json', RepoTags: ['demo:1'], Layers: ['aa/layer.tar'] };

  function archive(images: unknown, entries: Parameters<typeof tarOf>[0] = [{ path: 'aa/layer.tar', content: layer }]): Buffer {
    return tarOf([{ path: 'c0.json', content: config }, ...entries, { path: 'manifest.json', content: JSON.stringify(images) }]);
  }

  function inFile<Result>(content: Buffer, use: (path: string) => Result): Result {
    return inFolder((folder) => {
      writeFileSync(join(folder, 'saved.tar'), content);
      return use(join(folder, 'saved.tar'));
    });
  }

  it.each([
    ['with one image', archive([image]), undefined],
    ['with a layer that is a link', archive([image], [{ path: 'bb/layer.tar', content: layer }, { path: 'aa/layer.tar', type: 'SymbolicLink', linkpath: '../bb/layer.tar' }]), undefined],
    ['with several images', archive([{ ...image, RepoTags: null, Config: 'x' }, image]), 'demo:1'],
  ])('is read as a bundle, %s', (_, content, name) => {
    inFile(content, (path) => {
      expect(Bundle.fromOciLayout(path, name === undefined ? {} : { image: name }).name).toBe('demo.v1.2.3');
    });
  });

  it('is detected automatically', () => inFile(archive([image]), (path) => expect(Bundle.fromPath(path).name).toBe('demo.v1.2.3')));

  it.each<[string, Buffer, string]>([
    ['without a list', archive({}), 'manifest.json must contain a list of images, got a map; pack them again'],
    ['with two images', archive([image, { ...image, RepoTags: ['demo:2'] }]), 'the archive contains 2 images; set the option \'image\' to one of them: demo:1, demo:2'],
    ['without a layer', archive([image], []), 'aa/layer.tar: this file of the image is missing from the archive'],
    ['with a layer that is a link to itself', archive([image], [{ path: 'aa/layer.tar', type: 'SymbolicLink', linkpath: 'layer.tar' }]), 'aa/layer.tar: this file of the image is missing from the archive'],
    ['with a different layer', archive([image], [{ path: 'aa/layer.tar', content: tarOf([]) }]), 'the decompressed aa/layer.tar does not match sha256:'],
    ['with more layers than the configuration lists', archive([{ ...image, Layers: ['aa/layer.tar', 'aa/layer.tar'] }]), 'the image has 2 layers, but its configuration lists 1'],
    ['with fewer layers than the configuration lists', archive([{ ...image, Layers: [] }]), 'the image has 0 layers, but its configuration lists 1'],
  ])('is rejected %s', (_, content, reason) => {
    inFile(content, (path) => expect(errorOf(() => Bundle.fromOciLayout(path)).message).toContain(`: ${reason}`));
  });
});
