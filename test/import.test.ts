import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ENTRIES } from '../scripts/package/entries';
import { LazyModules } from './builders/lazy-modules';

const ROOT = resolve(__dirname, '..');

/** The module of each entry, by its name. */
const MODULES: { readonly [entry: string]: string } = {
  'olm-constructs': 'lib/index',
  ...Object.fromEntries(Object.entries(ENTRIES).map(([name, module]) => [`olm-constructs/${name}`, module])),
};

/** How many modules an ES module loads at most that imports an entry. */
const LIMITS: { readonly [entry: string]: number } = {
  'olm-constructs': 60,
  'olm-constructs/bundle': 20,
  'olm-constructs/catalog': 25,
  'olm-constructs/cluster': 30,
  'olm-constructs/gitops': 60,
  'olm-constructs/olm': 0,
  'olm-constructs/olmv1': 0,
  'olm-constructs/pulumi': 80,
  'olm-constructs/pulumi/waiters': 25,
  'olm-constructs/report': 20,
  'olm-constructs/resolve': 20,
  'olm-constructs/rukpak': 15,
  'olm-constructs/validation': 15,
};

/** The package as `npm run build` compiles it. */
function builtPackage(): LazyModules {
  return new LazyModules((path) => {
    const file = `${path}.ts`;
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }, name => jest.requireActual(name));
}

/** Returns the modules and packages that have been loaded, without the entries that were asked for. */
function loadedBy(built: LazyModules, entries: readonly string[]): string[] {
  const paths = built.loaded.map(path => (path.startsWith(ROOT) ? relative(ROOT, path) : path));
  return paths.filter(path => !entries.some(entry => MODULES[entry] === path));
}

function isOurs(path: string): boolean {
  return /^(lib|imports)\//.test(path);
}

/** Returns what a program loads if it uses these names of these entries. */
function loadedFor(names: { readonly [entry: string]: readonly string[] }): string[] {
  const built = builtPackage();
  for (const [entry, used] of Object.entries(names)) {
    const exported = built.load(join(ROOT, MODULES[entry]!));
    used.forEach(name => expect(exported[name]).toBeDefined());
  }
  return loadedBy(built, Object.keys(names));
}

/** Returns what an ES module loads that imports this entry: Node.js reads every name for it. */
function loadedByImport(entry: string): readonly string[] {
  const known = imports.get(entry);
  if (known !== undefined) {
    return known;
  }
  const built = builtPackage();
  Object.values(built.load(join(ROOT, MODULES[entry]!)));
  const loaded = loadedBy(built, [entry]);
  imports.set(entry, loaded);
  return loaded;
}

const imports = new Map<string, readonly string[]>();

describe('requiring the package', () => {
  it.each(Object.keys(MODULES).filter(entry => entry !== 'olm-constructs/pulumi'))('loads no module for %s', (entry) => {
    expect(loadedFor({ [entry]: [] }).filter(isOurs)).toEqual([]);
  });

  it('loads only what looks for the SDK for olm-constructs/pulumi', () => {
    expect(loadedFor({ 'olm-constructs/pulumi': [] }).filter(isOurs)).toEqual(['lib/pulumi/peers']);
  });

  // Each module costs a program about 0.3 ms. Instead of raising a number, see which module uses a name of another one when it is loaded.
  it.each<[string, { readonly [entry: string]: readonly string[] }, number]>([
    ['Bundle', { 'olm-constructs/bundle': ['Bundle'] }, 4],
    ['BundleValidation', { 'olm-constructs/validation': ['BundleValidation'] }, 4],
    ['Catalog', { 'olm-constructs/catalog': ['Catalog'] }, 4],
    ['OlmInstallation', { 'olm-constructs': ['OlmInstallation'] }, 12],
    ['OperatorSubscription', { 'olm-constructs': ['OperatorSubscription'] }, 4],
    ['ClusterExtension', { 'olm-constructs': ['ClusterExtension'] }, 4],
    ['a bundle without a catalog', {
      'olm-constructs': ['BundleDeployment', 'DefaultCatalog', 'OlmInstallation'], 'olm-constructs/bundle': ['Bundle'],
    }, 20],
    ['the first program of the README', {
      'olm-constructs': ['DefaultCatalog', 'InstallMode', 'OlmInstallation', 'OperatorRegistry', 'OperatorSubscription'],
      'olm-constructs/bundle': ['Bundle'],
    }, 20],
  ])('loads for %s few modules', (_, names, limit) => {
    const modules = loadedFor(names).filter(isOurs);
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.length).toBeLessThanOrEqual(limit);
  });

  it('loads for a name of a submodule as much below the entry as in the path', () => {
    const built = builtPackage();
    const { bundle } = built.load(join(ROOT, MODULES['olm-constructs']!)) as { readonly bundle: { readonly Bundle: unknown } };
    expect(bundle.Bundle).toBeDefined();
    expect(loadedBy(built, ['olm-constructs', 'olm-constructs/bundle'])).toEqual(loadedFor({ 'olm-constructs/bundle': ['Bundle'] }));
  });

  it('loads no construct for a release of OLM, and no catalog for a construct', () => {
    expect(loadedFor({ 'olm-constructs': ['OlmRelease', 'OlmVersion'] }).filter(file => file.startsWith('lib/constructs/'))).toEqual([]);
    expect(loadedFor({ 'olm-constructs': ['ClusterExtension'] }).filter(file => /^lib\/(catalog|olm\/v0)\//.test(file))).toEqual([]);
  });
});

describe('importing an entry in an ES module', () => {
  it.each(Object.keys(MODULES))('loads few modules for %s', (entry) => {
    expect(loadedByImport(entry).filter(isOurs).length).toBeLessThanOrEqual(LIMITS[entry]!);
  });

  it.each(['bundle', 'catalog', 'cluster', 'pulumi/waiters', 'report', 'resolve', 'validation'])('loads no package for olm-constructs/%s', (entry) => {
    expect(loadedByImport(`olm-constructs/${entry}`).filter(file => !isOurs(file))).toEqual([]);
  });

  it('loads the constructs', () => {
    expect(loadedByImport('olm-constructs')).toContain('lib/constructs/subscription/operator-subscription');
  });

  it.each([
    ['the objects of a release of OLM', /^lib\/olm\/v0\/(release|objects|crds)\//],
    ['the plan of an upgrade of OLM', /^lib\/(olm\/v0\/upgrade\/plan-upgrade|constructs\/installation\/installation-content)$/],
    ['the code that reads bundles', /^lib\/bundle\/(files|oci|read|registry)\//],
    ['the code that writes catalogs', /^lib\/catalog\/(pack|write-catalog|declcfg\/write-blob|render\/render-bundles)$/],
    ['the code that changes, draws and validates catalogs', /^lib\/catalog\/(validate|filter|stream|template|graph)\//],
    ['the checks of objects against their CRDs', /^lib\/formats\/schema\/(checks|schema)/],
    ['the rules of validation', /^lib\/validation\/(views|suites|kubernetes)\//],
    ['the API client and the waiters', /^lib\/(cluster|pulumi)\//],
    ['the conversions of OLM kinds', /^imports\/to-json\//],
  ])('does not load %s for olm-constructs', (_, module) => {
    expect(sources().filter(file => module.test(file))).not.toEqual([]);
    expect(loadedByImport('olm-constructs').filter(file => module.test(file))).toEqual([]);
  });

  it.each(Object.keys(MODULES))('loads no bundled dependency for %s', (entry) => {
    expect(loadedByImport(entry).filter(file => /^(@marcbachmann\/cel-js|commander|fflate|fzstd|js-yaml|re2js|tar)$/.test(file))).toEqual([]);
  });
});

/** Returns all modules of the library. */
function sources(): string[] {
  return ['lib', 'imports'].flatMap(folder => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts')).map(file => `${folder}/${file.replace(/\.ts$/, '')}`));
}
