import { Bundle } from 'olm-constructs/bundle';
import { Catalog, CatalogError, CatalogImageLayoutOptions } from 'olm-constructs/catalog';
import { inFolder } from '../builders/bundle-files';
import { bundleOf } from '../builders/bundle-of';

const REPOSITORY = 'registry.example.com/team/bundles';
const IMAGE = `quay.io/example/demo-bundle@sha256:${'a'.repeat(64)}`;

const v1 = bundleOf();
const v2 = bundleOf({ version: '2.0.0', replaces: 'demo.v1.0.0' });
const other = bundleOf({ package: 'other' });

describe('the image layout of a catalog', () => {
  it('contains the catalog, with its images unchanged', () => {
    inFolder((folder) => {
      const catalog = Catalog.fromBundles([v1], { images: { 'demo.v1.0.0': IMAGE } });
      const layout = catalog.toImageLayout();
      layout.write(folder);
      expect(Catalog.fromOciLayout(folder).toJsonLines()).toBe(Catalog.fromString(catalog.toJsonLines()).toJsonLines());
      expect(layout).toMatchObject({ name: 'catalog', bundles: [], mediaType: 'application/vnd.oci.image.manifest.v1+json' });
    });
  });

  it('refers to the images that its bundles will have in the repository', () => {
    inFolder((folder) => {
      const layout = Catalog.fromBundles([v1, v2, other]).toImageLayout({ bundleRepository: REPOSITORY });
      const expected = [v1, v2, other].map((bundle) => [bundle.name, bundle.toImageLayout().digest]);
      expect(layout.bundles.map(({ name, digest }) => [name, digest])).toEqual(expected);
      layout.write(folder);
      const { bundles } = Catalog.fromOciLayout(folder);
      expect(bundles.map(({ image }) => image)).toEqual(layout.bundles.map(({ digest }) => `${REPOSITORY}@${digest}`));
      expect(bundles.map(({ relatedImages }) => relatedImages.at(-1)!.image)).toEqual(bundles.map(({ image }) => image));
      expect(bundles.flatMap(({ properties }) => properties.map(({ type }) => type))).toEqual(bundles.flatMap(() => ['olm.package', 'olm.csv.metadata']));
    });
  });

  it('is the catalog that is rendered with these images', () => {
    const images = Object.fromEntries([v1, v2].map((bundle) => [bundle.name, `${REPOSITORY}@${bundle.toImageLayout().digest}`]));
    expect(Catalog.fromBundles([v1, v2]).toImageLayout({ bundleRepository: REPOSITORY }).digest)
      .toBe(Catalog.fromBundles([v1, v2], { images }).toImageLayout().digest);
  });

  it('does not depend on the order of the bundles', () => {
    const digestOf = (...bundles: Bundle[]): string => Catalog.fromBundles(bundles).toImageLayout({ bundleRepository: REPOSITORY }).digest;
    expect(digestOf(v1, v2, other)).toBe(digestOf(other, v2, v1));
  });

  it('has the same digest everywhere', () => {
    const catalog = Catalog.fromBundles([Bundle.fromDirectory('examples/quickstart/bundle')]);
    expect(catalog.toImageLayout({ bundleRepository: REPOSITORY }).digest).toBe('sha256:04d6325c6fe46b322bf0886bf2e48a4a0686a29f2efb2d9d058ea0efeea99bfb');
  });

  it('builds images of bundles that were read with their manifests', () => {
    const catalog = Catalog.fromString(Catalog.fromBundles([v1]).toJsonLines());
    const { bundles } = catalog.toImageLayout({ bundleRepository: REPOSITORY });
    inFolder((folder) => {
      bundles[0]!.write(folder);
      expect(Bundle.fromOciLayout(folder).manifests.map((manifest) => manifest.toJson())).toEqual(v1.manifests.map((manifest) => manifest.toJson()));
    });
  });

  it('has a file for each package, and one for blobs of none', () => {
    inFolder((folder) => {
      const catalog = Catalog.fromString(`${Catalog.fromBundles([v1, other], { images: { 'demo.v1.0.0': IMAGE, 'other.v1.0.0': IMAGE } }).toJsonLines()}{"schema":"example.com/note"}\n`);
      catalog.toImageLayout().write(folder);
      expect(Catalog.fromOciLayout(folder).toJsonLines()).toBe(catalog.toJsonLines());
    });
  });
});

describe('a catalog without an image for a bundle', () => {
  function failure(catalog: Catalog, options?: CatalogImageLayoutOptions): CatalogError {
    try {
      catalog.toImageLayout(options);
    } catch (error) {
      return error as CatalogError;
    }
    throw new Error('the catalog has an image layout');
  }

  it('has no image layout, and the error names every bundle', () => {
    const error = failure(Catalog.fromBundles([v1, other]));
    expect(error.problems.map(({ code, packageName, bundle }) => [code, packageName, bundle])).toEqual([
      ['no-image', 'demo', 'demo.v1.0.0'], ['no-image', 'other', 'other.v1.0.0'],
    ]);
    expect(error.problems[0]!.message).toBe('bundle "demo.v1.0.0" has no image, and OLM pulls the bundles of a catalog image from their own images; set '
      + "'bundleRepository' to the repository that its image will be pushed to, or 'images' of Catalog.fromBundles if it has one already");
  });

  it('has no image layout if the manifests in it cannot be installed', () => {
    const blobs = Catalog.fromBundles([v1]).toJsonLines().replace(/\{"type":"olm.bundle.object"[^}]*\}\}/, '{"type":"olm.bundle.object","value":{"data":"e30="}}');
    expect(failure(Catalog.fromString(blobs), { bundleRepository: REPOSITORY }).message).toContain('bundle "demo.v1.0.0" has no image, and the catalog contains no manifests from '
      + 'which its image could be built; add the image to its olm.bundle blob');
  });

  it.each(['bundles', 'team/bundles', `${REPOSITORY}:v1`, `${REPOSITORY}@sha256:${'a'.repeat(64)}`, 'https://registry.example.com/bundles', 'registry.example.com/Team', ''])(
    'refuses the repository %p', (repository) => {
      expect(failure(Catalog.fromBundles([v1]), { bundleRepository: repository }).message).toBe("'bundleRepository' must be a repository with its registry "
        + `and without tag and digest, such as registry.example.com/team/bundles, got "${repository.slice(0, 100)}${repository.length > 100 ? '…' : ''}"`);
    });

  it('refuses unknown options', () => {
    expect(failure(Catalog.fromBundles([v1]), { repository: REPOSITORY } as object).message).toContain("unknown key 'repository'");
  });
});
