import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { LazyModules } from './builders/lazy-modules';

const ROOT = resolve(__dirname, '..');
const ENTRY = join(ROOT, 'lib', 'index');

/** The package as `npm run build` compiles it. */
function builtPackage(): LazyModules {
  return new LazyModules((path) => {
    const file = `${path}.ts`;
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }, name => jest.requireActual(name));
}

/** Returns the modules and packages that have been loaded, without the entry itself. */
function loadedBy(built: LazyModules): string[] {
  return built.loaded.filter(path => path !== ENTRY).map(path => (path.startsWith(ROOT) ? relative(ROOT, path) : path));
}

function isOurs(path: string): boolean {
  return /^(lib|imports)\//.test(path);
}

/** Returns the modules of the library that a program loads if it uses these names. */
function modulesOf(names: readonly string[]): string[] {
  const built = builtPackage();
  const entry = built.load(ENTRY);
  names.forEach(name => expect(entry[name]).toBeDefined());
  return loadedBy(built).filter(isOurs);
}

describe('importing the package', () => {
  it('loads no module', () => {
    expect(modulesOf([])).toEqual([]);
  });

  // Each module costs a program about 0.3 ms. Instead of raising a number, see which module uses a name of another one when it is loaded.
  it.each([
    ['Bundle', 4],
    ['BundleValidation', 4],
    ['Catalog', 4],
    ['OlmInstallation', 12],
    ['OperatorSubscription', 4],
    ['ClusterExtension', 4],
    ['Bundle, BundleDeployment, DefaultCatalog and OlmInstallation', 20],
  ])('loads for %s at most %d modules', (names, limit) => {
    const modules = modulesOf(names.split(/, | and /));
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.length).toBeLessThanOrEqual(limit);
  });

  it('loads no construct for a release of OLM, and no catalog for a construct', () => {
    expect(modulesOf(['OlmRelease', 'OlmVersion']).filter(file => file.startsWith('lib/constructs/'))).toEqual([]);
    expect(modulesOf(['ClusterExtension']).filter(file => /^lib\/(catalog|olm)\/[^/]+$/.test(file))).toEqual([]);
  });
});

/** Node.js reads every name for a program that is an ES module. */
describe('using every name of the package', () => {
  let loaded: string[];
  beforeAll(() => {
    const built = builtPackage();
    Object.values(built.load(ENTRY));
    loaded = loadedBy(built);
  });

  it('loads the constructs, and at most 140 modules', () => {
    expect(loaded).toContain('lib/constructs/operator-subscription');
    expect(loaded.filter(isOurs).length).toBeLessThanOrEqual(140);
  });

  it.each([
    ['the objects of a release of OLM', /^lib\/olm\/(release|crds|custom-release|recognition)\//],
    ['the plan of an upgrade of OLM', /^lib\/(olm\/upgrade\/plan-|constructs\/upgrade-from)/],
    ['the code that reads bundles', /^lib\/bundle\/(files|oci|read|registry|registry-v1|package-manifests)\/(?!image-reference|digest)/],
    ['the code that writes catalogs', /^lib\/catalog\/(pack|catalog-folder|declcfg\/write-blob|render\/planned-channels)$/],
    ['the code that changes, draws and validates catalogs', /^lib\/catalog\/(validate|migrate|stream|template|graph)\//],
    ['the checks of objects against their CRDs', /^lib\/schema\/(object-problems|structure|rules)/],
    ['the rules of validation', /^lib\/validation\/(views|csv|suites|formats)\//],
    ['the API client and the waiters', /^lib\/(kubernetes|waiting|pulumi)\//],
    ['the conversions of OLM kinds', /^imports\/to-json\//],
    ['bundled dependencies', /^(@marcbachmann\/cel-js|fflate|fzstd|js-yaml|re2js|tar)$/],
  ])('does not load %s', (_, module) => {
    expect(loaded.filter(file => module.test(file))).toEqual([]);
  });
});
