import { relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

describe('importing the package', () => {
  let loaded: string[];
  beforeAll(async () => {
    await import('../lib');
    loaded = Object.keys(require.cache).map(file => relative(ROOT, file));
  });

  // Each module costs every program about 0.3 ms. Instead of raising the number, load on first use what few programs need.
  it('loads at most 192 modules', () => {
    const own = loaded.filter(file => /^(lib|imports)\//.test(file));
    expect(own).toContain('lib/constructs/operator-subscription.ts');
    expect(own.length).toBeLessThanOrEqual(192);
  });

  it.each([
    ['the objects of a release of OLM', /^lib\/olm\/(release|crds|custom-release|recognition)\//],
    ['the plan of an upgrade of OLM', /^lib\/(olm\/upgrade\/plan-|constructs\/upgrade-from)/],
    ['what reads bundles', /^lib\/bundle\/(files|oci|read|registry|registry-v1|package-manifests)\/(?!image-reference|digest)/],
    ['what writes catalogs', /^lib\/catalog\/(pack|catalog-folder|declcfg\/write-blob|render\/planned-channels)\./],
    ['what changes, draws and validates catalogs', /^lib\/catalog\/(validate|migrate|stream|template|graph)\//],
    ['the checks of objects against their CRDs', /^lib\/schema\/(object-problems|structure|rules)/],
    ['the rules of validation', /^lib\/validation\/(views|csv|suites|formats)\//],
    ['the API client and the waiters', /^lib\/(kubernetes|waiting|pulumi)\//],
    ['the conversions of OLM kinds', /^imports\/to-json\//],
    ['bundled dependencies', /^node_modules\/(@marcbachmann|fflate|fzstd|js-yaml|re2js|tar)\//],
  ])('does not load %s', (_, module) => {
    expect(loaded.filter(file => module.test(file))).toEqual([]);
  });
});
