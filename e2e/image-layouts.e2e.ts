import * as path from 'node:path';
import { Bundle, ImageLayout } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { bundleOf } from '../test/builders/bundle-of';
import { itWith } from '../test/needed';
import { ImageHome } from './image-registry/image-home';
import { ImageRegistry } from './image-registry/image-registry';
import { neededProgram } from './programs/found-program';
import { builtProgram } from './programs/go-build';
import { CRANE } from './programs/program';

const FETCH = { plainHttp: true, cache: false };

const opm = neededProgram('opm');
const quickstart = Bundle.fromDirectory('examples/quickstart/bundle');
const bundles = [quickstart, bundleOf(), bundleOf({ version: '2.0.0', replaces: 'demo.v1.0.0' })];

let registry: ImageRegistry;
let crane: string;
let home: ImageHome;
let image: ImageLayout;

beforeAll(async () => {
  crane = await builtProgram(CRANE);
  registry = await ImageRegistry.start();
  home = new ImageHome();
  image = Catalog.fromBundles(bundles).toImageLayout({ bundleRepository: `${registry.host}/bundles` });
}, 10 * 60_000);

afterAll(async () => {
  await registry.stop();
  home.remove();
});

describe('image layouts that crane pushes', () => {
  it('have the digests that they were written with', () => {
    image.write(path.join(home.folder, 'catalog'));
    expect(home.run(crane, 'push', path.join(home.folder, 'catalog'), `${registry.host}/catalog:v1`)).toBe(`${registry.host}/catalog@${image.digest}`);
    for (const bundle of image.bundles) {
      bundle.write(path.join(home.folder, bundle.name));
      expect(home.run(crane, 'push', path.join(home.folder, bundle.name), `${registry.host}/bundles:${bundle.name}`)).toBe(`${registry.host}/bundles@${bundle.digest}`);
    }
  });

  it('are valid images to crane', () => {
    for (const reference of [`${registry.host}/catalog:v1`, ...image.bundles.map(({ digest }) => `${registry.host}/bundles@${digest}`)]) {
      home.run(crane, 'validate', '--remote', reference);
    }
  });

  it('are read as the catalog and the bundles that it refers to', async () => {
    const catalog = await Catalog.fetch(`${registry.host}/catalog@${image.digest}`, FETCH);
    expect(catalog.bundleNames.sort()).toEqual(bundles.map(({ name }) => name).sort());
    for (const { name, image: reference } of catalog.bundles) {
      const fetched = await Bundle.fetch(reference!, FETCH);
      const original = bundles.find(bundle => bundle.name === name)!;
      expect(fetched.manifests.map(manifest => manifest.toJson())).toEqual(original.manifests.map(manifest => manifest.toJson()));
      expect(fetched.annotations).toEqual(original.annotations);
    }
  });

  it('need no repository for bundles that were fetched', async () => {
    const fetched = await Bundle.fetch(`${registry.host}/bundles:${quickstart.name}`, FETCH);
    const layout = Catalog.fromBundles([fetched]).toImageLayout();
    expect(layout.bundles).toEqual([]);
    layout.write(path.join(home.folder, 'fetched'));
    expect(Catalog.fromOciLayout(path.join(home.folder, 'fetched')).bundles.map(bundle => bundle.image)).toEqual([fetched.image]);
  });

  itWith(opm)('are rendered by opm', () => {
    const names = (reference: string): string[] => Catalog.fromString(`${home.run(opm.value, 'render', '--skip-tls-verify', reference)}\n`).bundleNames;
    expect(names(`${registry.host}/catalog:v1`).sort()).toEqual(bundles.map(({ name }) => name).sort());
    const rendered = JSON.parse(home.run(opm.value, 'render', '--skip-tls-verify', `${registry.host}/bundles:${quickstart.name}`)) as { name: string };
    expect(rendered.name).toBe(quickstart.name);
  });
});
