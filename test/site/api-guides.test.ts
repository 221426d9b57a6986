import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as library from 'olm-constructs';
import { API_GUIDES, EXAMPLES, exampleOf, guideOf } from '../../site/content/api-guides';
import { apiPages } from '../../site/content/api-pages';
import { isInRepository, readFile, trackedFiles } from '../../site/content/repository';
import { enterSnippetFolder } from '../docs/snippet-folder';
import { runSnippet } from '../docs/snippet-runner';

/** Types that others return: nobody constructs them, so they need a guide, and no program of their own. */
const RETURNED = [
  'BundleEngine', ...['BundleLimits', 'BundleSize', 'ClusterServiceVersion', 'ImageLayout', 'Manifest'].map((name) => `bundle.${name}`),
  ...['CatalogBundle', 'CatalogChannel', 'CatalogPackage'].map((name) => `catalog.${name}`), 'validation.ValidatedBundle', 'validation.ValidationReport',
];

const { bundle, catalog, gitops, report, resolve, rukpak, validation } = library;

/** Submodules with classes of the library; `olm` and `olmv1` are generated from CRDs. */
const SUBMODULES = { bundle, catalog, gitops, report, resolve, rukpak, validation };

/** Names of classes that are exported for other modules only. */
const internal = new Set(trackedFiles('lib').filter((path) => path.endsWith('.ts')).flatMap((path) => (
  [...readFile(path).matchAll(/^\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (?:abstract )?class (\w+)/gm)].filter(([, comment]) => comment!.includes('@internal')).map(([, , name]) => name!)
)));

/** Whether a class is an error, or a kind of Kubernetes that is generated from a CRD. */
function isLeftOut(type: { readonly prototype: unknown }): boolean {
  return type.prototype instanceof Error || 'GVK' in type;
}

/** Returns the names of the public classes of a module that are no errors. */
function classesOf(module: object, prefix = ''): string[] {
  return Object.entries(module as { readonly [name: string]: unknown })
    .filter(([name, value]) => typeof value === 'function' && value.toString().startsWith('class ') && !isLeftOut(value) && !internal.has(name))
    .map(([name]) => `${prefix}${name}`);
}

const classes = [...classesOf(library), ...Object.entries(SUBMODULES).flatMap(([name, module]) => classesOf(module, `${name}.`))];

describe('a class of the API', () => {
  it.each(classes)('has a guide: %s', (name) => {
    expect(API_GUIDES.get(name)).toBeDefined();
  });

  it.each(classes.filter((name) => !RETURNED.includes(name)))('has a program: %s', (name) => {
    expect(exampleOf(name)?.code).toMatch(new RegExp(`\\b${name.split('.').at(-1)!}\\b`));
  });

  it('has a guide that exists, and is not in the table without being a class', () => {
    expect([...API_GUIDES].filter(([name, guide]) => !classes.includes(name) || !isInRepository(guide))).toEqual([]);
    expect(RETURNED.filter((name) => !classes.includes(name))).toEqual([]);
  });

  it('shares its guide with its props', () => {
    expect(guideOf('BundleDeploymentProps')).toBe('docs/guides/engines.md');
    expect(guideOf('InstallModeType')).toBeUndefined();
  });

  it('has both on its page, above its members', () => {
    const { markdown } = apiPages().find(({ url }) => url === 'api/typescript/BundleDeployment.html')!;
    expect(markdown).toMatch(/^# BundleDeployment [^]*^## Example\n\n```ts\n[^]*new BundleDeployment\([^]*^```\n\nGuide: \[Engines\]\(docs\/guides\/engines\.md\)\n\n## Initializers /m);
  });
});

describe('a program that no document has', () => {
  const files = readdirSync(join(__dirname, '../..', EXAMPLES));
  let leave: () => void;
  beforeAll(() => {
    leave = enterSnippetFolder();
    // Only the build makes the program that Jobs run in the cluster.
    jest.spyOn(gitops.InClusterProgram, 'bundled').mockImplementation(() => gitops.InClusterProgram.fromFile('examples/quickstart/bundle/metadata/annotations.yaml'));
  });
  afterAll(() => { leave(); });

  it.each(files)('runs: %s', async (file) => {
    await expect(runSnippet({ file, line: 1, code: readFile(`${EXAMPLES}/${file}`) })).resolves.toEqual(expect.any(String));
  });

  it.each(files)('is of a class that is not in a program of its guide: %s', (file) => {
    expect(exampleOf(file.replace(/\.ts$/, ''))?.source).toBe(`${EXAMPLES}/${file}`);
  });
});
