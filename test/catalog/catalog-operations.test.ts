import { bundleOf } from '../builders/bundle-of';
import { Catalog } from '../../lib/catalog/catalog';
import { CatalogDiff } from '../../lib/catalog/catalog-diff';
import { SamePackage } from '../../lib/catalog/merge-blobs';
import { packCatalog } from '../../lib/catalog/pack';

const older = Catalog.fromBundles([bundleOf()]);
const newer = Catalog.fromBundles([bundleOf(), bundleOf({ version: '1.1.0', replaces: 'demo.v1.0.0' })]);

describe('operations on catalogs', () => {
  it('filter, and leave the catalog unchanged', () => {
    const hash = newer.contentHash;
    const { catalog, notes } = newer.filter({ headsOnly: true });
    expect(catalog.bundleNames).toEqual(['demo.v1.1.0']);
    expect(notes).toEqual([]);
    expect(newer.contentHash).toBe(hash);
    expect(newer.filter({}).catalog.contentHash).toBe(hash);
  });

  it('keep inline manifests', () => {
    const { catalog } = newer.filter({ packages: [{ name: 'demo', maxVersion: '1.0.0' }] });
    expect(catalog.toJsonLines()).toBe(older.toJsonLines());
    expect(packCatalog(catalog).hash).toBe(packCatalog(older).hash);
  });

  it('merge', () => {
    const another = Catalog.fromBundles([bundleOf({ package: 'another' })]);
    expect(Catalog.merge([newer, another]).toJsonLines()).toBe(Catalog.merge([another, newer]).toJsonLines());
    expect(Catalog.merge([newer, another]).packageNames).toEqual(['another', 'demo']);
    expect(() => Catalog.merge([newer, older])).toThrow(/package "demo" is in catalogs 1 and 2/);
    expect(Catalog.merge([older, newer], { samePackage: SamePackage.UNION }).contentHash).toBe(newer.contentHash);
  });

  it('refuse a union that opm would refuse', () => {
    const branch = Catalog.fromBundles([bundleOf(), bundleOf({ version: '1.2.0', replaces: 'demo.v1.0.0' })]);
    expect(() => Catalog.merge([newer, branch], { samePackage: SamePackage.UNION })).toThrow(/heads/);
  });

  it('compare', () => {
    const diff = CatalogDiff.between(older, newer);
    expect(diff.isEmpty).toBe(false);
    expect(diff.packages.map(({ name }) => name)).toEqual(['demo']);
    expect(diff.toText()).toBe([
      'PACKAGE  WHAT                BEFORE       AFTER',
      'demo     head of stable      demo.v1.0.0  demo.v1.1.0',
      'demo     in stable           -            demo.v1.1.0',
      'demo     upgrade in stable   -            demo.v1.1.0 replaces demo.v1.0.0',
      'demo     bundle demo.v1.1.0  -            1.1.0',
      '',
    ].join('\n'));
    expect(CatalogDiff.between(newer, newer)).toMatchObject({ isEmpty: true, packages: [] });
  });

  it('migrate only bundles that have an image', () => {
    const byImage = Catalog.fromString(newer.toJsonLines().replaceAll('"image":""', '"image":"example.com/demo:v1"'));
    expect(byImage.toJsonLines()).toContain('olm.bundle.object');
    expect(byImage.withCsvMetadata().toJsonLines()).not.toContain('olm.bundle.object');
    expect(newer.withCsvMetadata().contentHash).toBe(newer.contentHash);
  });
});
