import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle, ImageLayout } from 'olm-constructs/bundle';
import { writeTar } from '../../../lib/bundle/files/write-archive';
import { bundleFiles, inFolder, withFiles } from '../../builders/bundle-files';
import { bundleOf } from '../../builders/bundle-of';
import { sampleNames, SAMPLES } from '../../catalog/sample-bundles';
import { itWith } from '../../needed';
import { realBundle } from '../../remembered/real-bundle';

const PREFIX = 'operators.operatorframework.io.bundle.';

/** Everything that a bundle consists of. */
function contentOf(bundle: Bundle): unknown {
  const { annotations, dependencies, properties, manifests } = bundle;
  return { annotations, dependencies, properties, manifests: manifests.map((manifest) => [manifest.file, manifest.toJson()]) };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

function jsonIn(layout: ImageLayout, digest: string): { [key: string]: unknown } {
  return JSON.parse(Buffer.from(layout.toBase64Files()[`blobs/${digest.replace(':', '/')}`]!, 'base64').toString()) as { [key: string]: unknown };
}

function filesOf(layout: ImageLayout): Map<string, Uint8Array> {
  return new Map(Object.entries(layout.toBase64Files()).map(([file, content]) => [file, Buffer.from(content, 'base64')]));
}

describe('the image layout of a bundle', () => {
  it('contains the bundle', () => {
    inFolder((folder) => {
      const bundle = bundleOf({
        files: {
          'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'base', version: '>1.0.0' } }] },
          'metadata/properties.yaml': { properties: [{ type: 'example.com/any', value: { a: [1, 'yes'] } }] },
          'manifests/config.json': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, data: { mode: '0644', answer: 'no' } },
        },
      });
      bundle.toImageLayout().write(join(folder, 'image'));
      expect(contentOf(Bundle.fromOciLayout(join(folder, 'image')))).toEqual(contentOf(bundle));
    });
  });

  it('keeps integers that are too large for JavaScript', () => {
    inFolder((folder) => {
      const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: large\n  generation: 9007199254740993\n';
      const bundle = withFiles(bundleFiles({ 'manifests/large.yaml': manifest }), (path) => Bundle.fromDirectory(path));
      bundle.toImageLayout().write(join(folder, 'image'));
      expect(contentOf(Bundle.fromPath(join(folder, 'image')))).toEqual(contentOf(bundle));
    });
  });

  it('is a single OCI manifest with one layer, and the annotations as labels', () => {
    const layout = bundleOf({ defaultChannel: 'stable' }).toImageLayout();
    expect(layout.mediaType).toBe('application/vnd.oci.image.manifest.v1+json');
    const manifest = jsonIn(layout, layout.digest) as {
      mediaType: string; config: { mediaType: string; digest: string }; layers: { mediaType: string }[];
    };
    expect(manifest.mediaType).toBe(layout.mediaType);
    expect(manifest.config.mediaType).toBe('application/vnd.oci.image.config.v1+json');
    expect(manifest.layers.map(({ mediaType }) => mediaType)).toEqual(['application/vnd.oci.image.layer.v1.tar+gzip']);
    expect(jsonIn(layout, manifest.config.digest)).toMatchObject({
      os: 'linux',
      architecture: 'amd64',
      config: {
        Labels: {
          [`${PREFIX}mediatype.v1`]: 'registry+v1',
          [`${PREFIX}manifests.v1`]: 'manifests/',
          [`${PREFIX}metadata.v1`]: 'metadata/',
          [`${PREFIX}package.v1`]: 'demo',
          [`${PREFIX}channels.v1`]: 'stable',
          [`${PREFIX}channel.default.v1`]: 'stable',
        },
      },
    });
  });

  it('is named after the ClusterServiceVersion, and has no other images', () => {
    const layout = bundleOf({ version: '1.2.3' }).toImageLayout();
    expect(layout).toMatchObject({ name: 'demo.v1.2.3', bundles: [] });
    expect(Buffer.from(layout.toBase64Files()['index.json']!, 'base64').toString()).toContain('"org.opencontainers.image.ref.name":"demo.v1.2.3"');
  });

  it('names the folders of the image, not those in the annotations of the bundle', () => {
    inFolder((folder) => {
      const annotations = { annotations: { [`${PREFIX}package.v1`]: 'demo', [`${PREFIX}channels.v1`]: 'stable', [`${PREFIX}manifests.v1`]: 'deploy/', 'a.b': 'c' } };
      bundleOf({ files: { 'metadata/annotations.yaml': annotations } }).toImageLayout().write(join(folder, 'image'));
      expect(Bundle.fromOciLayout(join(folder, 'image')).annotations).toEqual({
        'a.b': 'c', [`${PREFIX}channels.v1`]: 'stable', [`${PREFIX}manifests.v1`]: 'manifests/', [`${PREFIX}mediatype.v1`]: 'registry+v1',
        [`${PREFIX}metadata.v1`]: 'metadata/', [`${PREFIX}package.v1`]: 'demo',
      });
    });
  });

  // The bytes are the same on every machine and with every version of Node.js; another digest is another image in the registries of all users.
  it('has the same digest everywhere', () => {
    expect(Bundle.fromDirectory('examples/quickstart/bundle').toImageLayout()).toMatchObject({
      digest: 'sha256:f4959293988805a332f14f360ede1b4206be76fb62d6b3ebf3e4ebd907e77131', totalBytes: 5096,
    });
  });

  it('has a digest that depends on the objects only', () => {
    const [plain, commented] = [{}, { 'manifests/service.yaml': '# a comment\nkind: Service\napiVersion: v1\nmetadata: {name: demo-metrics}\n' }].map((files) => (
      withFiles({ ...bundleFiles(files), 'manifests/README.md': 'Read me' }, (folder) => Bundle.fromDirectory(folder).toImageLayout().digest)
    ));
    expect(withFiles(bundleFiles(), (folder) => Bundle.fromDirectory(folder).toImageLayout().digest)).toBe(plain);
    expect(commented).not.toBe(plain);
    const reordered = { 'manifests/service.yaml': '# a comment\napiVersion: v1\nkind: Service\nmetadata: {name: demo-metrics}\n' };
    expect(withFiles(bundleFiles(reordered), (folder) => Bundle.fromDirectory(folder).toImageLayout().digest)).toBe(plain);
  });

  itWith(SAMPLES).each(sampleNames())('contains the bundle %s', (name) => {
    inFolder((folder) => {
      const bundle = realBundle(name);
      const layout = bundle.toImageLayout();
      layout.write(join(folder, 'image'));
      const read = Bundle.fromOciLayout(join(folder, 'image'));
      expect(read.manifests.map((manifest) => manifest.toJson())).toEqual(bundle.manifests.map((manifest) => manifest.toJson()));
      expect(filesIn(join(folder, 'image')).filter((file) => statSync(join(folder, 'image', file)).isFile())
        .reduce((sum, file) => sum + statSync(join(folder, 'image', file)).size, 0)).toBe(layout.totalBytes);
    });
  }, 60_000);
});

describe('writing an image layout', () => {
  const layout = bundleOf().toImageLayout();
  const next = bundleOf({ version: '2.0.0' }).toImageLayout();

  it('creates the folder, and leaves nothing beside it', () => {
    inFolder((folder) => {
      layout.write(join(folder, 'a', 'b'));
      expect(filesIn(join(folder, 'a', 'b'))).toEqual(['blobs', 'blobs/sha256', 'index.json', 'oci-layout', ...Object.keys(layout.toBase64Files()).filter((file) => file.startsWith('blobs/'))].sort());
      expect(readdirSync(join(folder, 'a'))).toEqual(['b']);
      expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o777 & ~process.umask());
    });
  });

  it('fills an empty folder, also through a link', () => {
    inFolder((folder) => {
      mkdirSync(join(folder, 'empty'));
      symlinkSync('empty', join(folder, 'link'));
      layout.write(join(folder, 'link'));
      expect(Bundle.fromPath(join(folder, 'empty')).name).toBe('demo.v1.0.0');
      expect(readdirSync(folder).sort()).toEqual(['empty', 'link']);
    });
  });

  it('replaces an earlier layout of the same package, without its blobs', () => {
    inFolder((folder) => {
      const path = join(folder, 'image');
      layout.write(path);
      layout.write(path);
      next.write(path);
      expect(Bundle.fromPath(path).version).toBe('2.0.0');
      expect(readdirSync(join(path, 'blobs', 'sha256'))).toHaveLength(3);
      expect(readdirSync(folder)).toEqual(['image']);
    });
  });

  it.each<[string, (path: string) => void, string]>([
    ['another file', (path) => writeFileSync(join(path, 'notes.txt'), 'mine'), '"notes.txt" does not belong to the image layout in the folder'],
    ['another blob', (path) => writeFileSync(join(path, 'blobs/sha256', 'a'.repeat(64)), ''), `"blobs/sha256/${'a'.repeat(64)}" does not belong to the image layout in the folder`],
    ['another folder', (path) => mkdirSync(join(path, 'mine')), '"mine" does not belong to the image layout in the folder'],
    ['another image', (path) => {
      const index = JSON.parse(readFileSync(join(path, 'index.json'), 'utf8')) as { manifests: unknown[] };
      writeFileSync(join(path, 'index.json'), JSON.stringify({ ...index, manifests: [...index.manifests, ...index.manifests] }));
    }, 'the folder is not empty, and is not an image layout that this library wrote'],
    ['a damaged index', (path) => writeFileSync(join(path, 'index.json'), '{'), 'the folder is not empty, and is not an image layout that this library wrote'],
    ['no index', (path) => rmSync(join(path, 'index.json')), 'the folder is not empty, and is not an image layout that this library wrote'],
    ['the layout of another package', (path) => {
      rmSync(path, { recursive: true });
      bundleOf({ package: 'other' }).toImageLayout().write(path);
    }, 'the folder contains the image layout of the bundle of package other, not of the bundle of package demo'],
  ])('refuses a folder with %s', (_, change, problem) => {
    inFolder((folder) => {
      const path = join(folder, 'image');
      next.write(path);
      change(path);
      const before = filesIn(folder);
      expect(() => layout.write(path)).toThrow(new Error(`${path}: ${problem}; nothing was written; specify another folder, or delete this one`));
      expect(filesIn(folder)).toEqual(before);
    });
  });

  it('refuses a folder that this library did not write', () => {
    withFiles({ 'mine.txt': 'mine' }, (folder) => {
      expect(() => layout.write(folder)).toThrow('is not an image layout that this library wrote');
      expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
    });
  });

  it.each<[string, (path: string) => void]>([
    ['no file', () => undefined],
    ['an empty file', (path) => writeFileSync(path, '')],
    ['an archive of the same package', (path) => next.writeWithBundles(path)],
  ])('replaces %s by an archive', (_, prepare) => {
    inFolder((folder) => {
      const path = join(folder, 'image.tar');
      prepare(path);
      layout.writeWithBundles(path);
      expect([Bundle.fromPath(path).version, readdirSync(folder)]).toEqual(['1.0.0', ['image.tar']]);
    });
  });

  it.each<[string, Uint8Array, string]>([
    ['text', Buffer.from('before'), 'the file is not empty, and is not an image layout that this library wrote'],
    ['an archive of something else', writeTar(new Map([['notes.txt', Buffer.from('mine')]])), 'the file is not empty, and is not an image layout that this library wrote'],
    ['an archive that has more', writeTar(new Map([...filesOf(next), ['notes.txt', Buffer.from('mine')]])), '"notes.txt" does not belong to the image layout in the file'],
    ['an archive of another package', writeTar(filesOf(bundleOf({ package: 'other' }).toImageLayout())),
      'the file contains the image layout of the bundle of package other, not of the bundle of package demo'],
  ])('does not replace a file with %s by an archive', (_, content, problem) => {
    inFolder((folder) => {
      const path = join(folder, 'image.tar');
      writeFileSync(path, content);
      expect(() => layout.writeWithBundles(path)).toThrow(new Error(`${path}: ${problem}; nothing was written; specify another file, or delete this one`));
      expect(readFileSync(path)).toEqual(Buffer.from(content));
    });
  });

  it('refuses a file', () => {
    withFiles({ image: '' }, (folder) => {
      expect(() => layout.write(join(folder, 'image'))).toThrow(new Error(`${join(folder, 'image')}: this is a file; specify a folder for the image layout`));
    });
  });
});
