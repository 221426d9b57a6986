import * as pulumi from '@pulumi/pulumi';
import { BundleDeployment, ClusterCatalog, ImageCatalog, ImageMirror, OlmInstallation, OperatorRegistry, PlainEngine } from '../../lib/pulumi';
import { sampleBundle } from '../builders/sample-bundle';
import { Program } from './program';

const MIRROR = 'mirror.example.com/olm';

/** Returns the images in the containers and catalogs of a program. */
function imagesIn(program: Program): string[] {
  return [...JSON.stringify(program.registered.map(({ inputs }) => inputs)).matchAll(/"(?:image|ref)":"([^"]+)"/g)].map(([, image]) => image!);
}

describe('ImageMirror', () => {
  test.each<[string, () => void]>([
    ['OlmInstallation', () => void new OlmInstallation('it')],
    ['OperatorRegistry', () => void new OperatorRegistry('it', { bundles: [sampleBundle()] })],
    ['ImageCatalog', () => void new ImageCatalog('it', { image: 'quay.io/example/catalog:v1' })],
    ['ImageCatalog of an output', () => void new ImageCatalog('it', { image: pulumi.output('quay.io/example/catalog:v1') })],
    ['ClusterCatalog', () => void new ClusterCatalog('it', { image: 'quay.io/example/catalog:v1' })],
    ['ClusterCatalog of an output', () => void new ClusterCatalog('it', { image: pulumi.output('quay.io/example/catalog:v1') })],
    ['BundleDeployment', () => void new BundleDeployment('it', { bundle: sampleBundle() })],
    ['BundleDeployment without OLM', () => void new BundleDeployment('it', { bundle: sampleBundle(), engine: new PlainEngine() })],
  ])('reaches the images of %s', async (_, create) => {
    const program = await Program.run(() => {
      ImageMirror.set({ registryMirror: MIRROR });
      create();
    });
    expect(imagesIn(program).length).toBeGreaterThan(0);
    expect(imagesIn(program).filter((image) => !image.startsWith(`${MIRROR}/`))).toEqual([]);
  });

  test('leaves an image with a mirror of its own alone', async () => {
    const program = await Program.run(() => {
      ImageMirror.set({ registryMirror: MIRROR });
      new ImageCatalog('it', { image: pulumi.output('quay.io/example/catalog:v1'), registryMirror: 'own.example.com' });
    });
    expect(imagesIn(program)).toEqual(['own.example.com/example/catalog:v1']);
  });

  test('refuses images without a mirror in a cluster without internet access, at preview', async () => {
    await expect(Program.run(() => {
      ImageMirror.set({ mirrorsByPrefix: { 'ghcr.io': MIRROR }, airGapped: true });
      new ImageCatalog('it', { image: 'quay.io/example/catalog:v1' });
    })).rejects.toThrow("image 'quay.io/example/catalog:v1' of CatalogSource 'imagecatalog-it-");
  });

  test.each<[string, () => void, string]>([
    ['an output', () => ImageMirror.set({ registryMirror: pulumi.output(MIRROR) as never }), 'registryMirror'],
    ['another registry than a string', () => ImageMirror.set({ registryMirror: 1 as never }), 'registryMirror in options of ImageMirror.set must be a string, got 1'],
    ['a call after a component', () => {
      new ImageCatalog('it', { image: 'quay.io/example/catalog:v1' });
      ImageMirror.set({ registryMirror: MIRROR });
    }, "'ImageCatalog/it' was created before the mirrors of images were set"],
  ])('refuses %s', async (_, create, message) => {
    await expect(Program.run(create)).rejects.toThrow(message);
  });
});
