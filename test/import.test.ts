import { join, relative, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { lazyEntry } from '../scripts/package/lazy-entry';

const ROOT = resolve(__dirname, '..');
const LIB = join(ROOT, 'lib');

type Exports = Record<string, unknown>;

/** The entry as `npm run build` makes it. */
const ENTRY = lazyEntry(join(LIB, 'index.ts'));

/** Runs the entry on the modules in TypeScript. */
function importLazily(): Exports {
  const entry: Exports = {};
  const run = compileFunction(ENTRY, ['exports', 'require']) as (exports: Exports, load: (module: string) => unknown) => void;
  run(entry, (module) => jest.requireActual(join(LIB, module)));
  return entry;
}

function loadedModules(): string[] {
  return Object.keys(require.cache).map(file => relative(ROOT, file)).filter(file => /^(lib|imports|node_modules)\//.test(file));
}

/** Files of the library that a program loads if it uses these names. */
function modulesOf(names: readonly string[]): string[] {
  const entry = importLazily();
  names.forEach(name => expect(entry[name]).toBeDefined());
  return loadedModules().filter(file => !file.startsWith('node_modules/'));
}

describe('importing the package', () => {
  beforeEach(() => jest.resetModules());

  it('loads no module', () => {
    expect(modulesOf([])).toEqual([]);
  });

  // Each module costs a program about 0.3 ms. Instead of raising a number, load on first use what few programs need.
  it.each([
    ['Bundle', 16],
    ['BundleValidation', 4],
    ['Catalog', 28],
    ['OlmInstallation', 32],
    ['OperatorSubscription', 70],
    ['ClusterExtension', 26],
    ['Bundle, BundleDeployment, DefaultCatalog and OlmInstallation', 64],
  ])('loads for %s at most %d modules', (names, limit) => {
    const modules = modulesOf(names.split(/, | and /));
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.length).toBeLessThanOrEqual(limit);
  });

  it('loads no construct for a release of OLM, and no catalog for a construct', () => {
    expect(modulesOf(['OlmRelease', 'OlmVersion']).filter(file => file.startsWith('lib/constructs/'))).toEqual([]);
    jest.resetModules();
    expect(modulesOf(['ClusterExtension']).filter(file => /^lib\/(catalog|olm)\/[^/]+$/.test(file))).toEqual([]);
  });
});

/** Node.js reads every name for a program that is an ES module. */
describe('using every name of the package', () => {
  let loaded: string[];
  beforeAll(() => {
    jest.resetModules();
    modulesOf(Object.keys(importLazily()));
    loaded = loadedModules();
  });

  it('loads the constructs', () => {
    expect(loaded).toContain('lib/constructs/operator-subscription.ts');
  });

  it.each([
    ['the objects of a release of OLM', /^lib\/olm\/(release|crds|custom-release|recognition)\//],
    ['the plan of an upgrade of OLM', /^lib\/(olm\/upgrade\/plan-|constructs\/upgrade-from)/],
    ['the code that reads bundles', /^lib\/bundle\/(files|oci|read|registry|registry-v1|package-manifests)\/(?!image-reference|digest)/],
    ['the code that writes catalogs', /^lib\/catalog\/(pack|catalog-folder|declcfg\/write-blob|render\/planned-channels)\./],
    ['the code that changes, draws and validates catalogs', /^lib\/catalog\/(validate|migrate|stream|template|graph)\//],
    ['the checks of objects against their CRDs', /^lib\/schema\/(object-problems|structure|rules)/],
    ['the rules of validation', /^lib\/validation\/(views|csv|suites|formats)\//],
    ['the API client and the waiters', /^lib\/(kubernetes|waiting|pulumi)\//],
    ['the conversions of OLM kinds', /^imports\/to-json\//],
    ['bundled dependencies', /^node_modules\/(@marcbachmann|fflate|fzstd|js-yaml|re2js|tar)\//],
  ])('does not load %s', (_, module) => {
    expect(loaded.filter(file => module.test(file))).toEqual([]);
  });
});
