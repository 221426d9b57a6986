import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Linter } from './linter';

const LIB = join(__dirname, '../../lib');

const linter = new Linter();
afterAll(() => linter.close());

// The first request loads the rules and the imported files, which is slow on a busy machine.
jest.setTimeout(60_000);

/** Returns the messages that reject the import of `from` in a file of the library. */
async function rejections(file: string, from: string): Promise<string[]> {
  const messages = await linter.lint(file, `import { thing } from '${from}';\n\nexport const made = thing;\n`);
  return messages.filter(message => message.startsWith('no-restricted-imports'));
}

describe('modules', () => {
  it.each([
    ['lib/json/json-value.ts', '../yaml/read-yaml'],
    ['lib/semver/version.ts', '../yaml/read-yaml'],
    ['lib/yaml/read-yaml.ts', '../crd/crd-change'],
    ['lib/crd/crd-changes.ts', '../bundle/bundle'],
    ['lib/schema/object-problems.ts', '../bundle/bundle'],
    ['lib/bundle/bundle.ts', '../catalog/catalog'],
    ['lib/bundle/load.ts', '../constructs/cluster'],
    ['lib/bundle/read/path.ts', '../../catalog/catalog'],
    ['lib/catalog/catalog.ts', '../report/bundle-report'],
    ['lib/catalog/declcfg/declcfg.ts', '../../olm/olm-release'],
    ['lib/report/bundle-report.ts', '../olm/olm-release'],
    ['lib/olm/release/release.ts', '../../validation/bundle-validation'],
    ['lib/validation/suites/crd.ts', '../../resolve/resolver'],
    ['lib/validation/suites/olm-constructs/pods.ts', '../../../render/plain'],
    ['lib/resolve/resolver.ts', '../render/plain'],
    ['lib/render/plain.ts', '../olm-v1/cluster-extension'],
    ['lib/olm-v1/cluster-extension.ts', '../rukpak/bundle'],
    ['lib/rukpak/bundle.ts', '../kubernetes/api-client'],
    ['lib/kubernetes/api-client.ts', '../waiting/run/run-waiter'],
    ['lib/waiting/operator/operator-waiter.ts', '../../constructs/olm-installation'],
    ['lib/inspection/status/status.ts', '../../operations/run/run-options'],
    ['lib/operations/run/run-options.ts', '../../cluster/wait'],
    ['lib/cluster/wait.ts', '../constructs/cluster'],
    ['lib/constructs/olm-installation.ts', '../gitops/waves'],
    ['lib/gitops/waves.ts', '../pulumi/index'],
    ['lib/pulumi/components/olm-installation.ts', '../../cli/main'],
  ])('%s must not import %s, a later module', async (file, from) => {
    expect(await rejections(file, from)).toEqual([expect.stringContaining('does not import this module')]);
  });

  it.each([
    ['lib/kubernetes/api-client.ts', '../bundle/bundle'],
    ['lib/kubernetes/api-client.ts', '../olm/olm-release'],
    ['lib/waiting/operator/operator-waiter.ts', '../../catalog/catalog'],
    ['lib/constructs/olm-installation.ts', '../waiting/run/run-waiter'],
    ['lib/constructs/olm-installation.ts', '../kubernetes/api-client'],
    ['lib/gitops/waves.ts', '../kubernetes/api-client'],
  ])('%s must not import %s, a module on another branch', async (file, from) => {
    expect(await rejections(file, from)).toEqual([expect.stringContaining('does not import this module')]);
  });

  it.each([
    ['lib/bundle/bundle.ts', '../json/go-json'],
    ['lib/catalog/catalog.ts', '../bundle/bundle'],
    ['lib/validation/views/csv-type.ts', '../../olm/crds/cluster-service-version'],
    ['lib/render/decode/decode-operator.ts', '../../validation/views/csv-type'],
    ['lib/waiting/cluster/api-resource.ts', '../../olm/model/olm-names'],
    ['lib/constructs/bundle-deployment.ts', '../olm/release/release'],
    ['lib/constructs/bundle-deployment.ts', '../../imports/operators.coreos.com'],
    ['lib/gitops/waves.ts', '../constructs/olm-installation'],
    ['lib/pulumi/components/olm-installation.ts', '../../constructs/olm-installation'],
    ['lib/pulumi/provider/clusters.ts', '../../kubernetes/clients'],
    ['lib/index.ts', './constructs/olm-installation'],
  ])('%s may import %s', async (file, from) => {
    expect(await rejections(file, from)).toEqual([]);
  });
});

describe('folders of a module', () => {
  it.each([
    ['lib/bundle/model/manifest.ts', '../read/path'],
    ['lib/bundle/files/tar.ts', '../oci/image'],
    ['lib/catalog/declcfg/declcfg.ts', '../read/fields'],
    ['lib/catalog/filter/filter.ts', '../graph/svg'],
    ['lib/olm/model/olm-version.ts', '../settings/olm-settings'],
    ['lib/olm/crds/subscription.ts', '../release/release'],
    ['lib/olm-v1/model/olm-v1-version.ts', '../crds/cluster-catalog'],
    ['lib/render/model/rendering.ts', '../objects/rbac'],
    ['lib/render/validate/crds.ts', '../objects/rbac'],
    ['lib/schema/model/json-schema.ts', '../rules/rule-problems'],
    ['lib/resolve/model/check-props.ts', '../plan/make-plan'],
    ['lib/inspection/source/dump.ts', '../status/status'],
    ['lib/operations/manifests/manifest.ts', '../run/run-options'],
    ['lib/constructs/model/construct-error.ts', '../olm-v1/cluster-catalog'],
    ['lib/constructs/rights/install-roles.ts', '../olm-v1/cluster-catalog'],
    ['lib/gitops/model/app-subscriptions.ts', '../checks/run-checks'],
    ['lib/rukpak/model/rukpak-version.ts', '../crds/bundle'],
    ['lib/cli/frame/run.ts', '../act/wait'],
    ['lib/validation/model/rule.ts', '../suites/crd'],
    ['lib/validation/suites/olm-constructs/pods.ts', '../../suites/crd'],
    ['lib/waiting/cluster/cluster-view.ts', '../operator/operator-waiter'],
    ['lib/waiting/operator/operator-waiter.ts', '../removal/operator-removal'],
    ['lib/pulumi/provider/clusters.ts', '../operator-ready/operator-ready-provider'],
    ['lib/pulumi/plain-ready/plain-ready.ts', '../components/olm-installation'],
    ['lib/pulumi/program/cluster-app.ts', '../components/olm-installation'],
  ])('%s must not import %s, a later folder', async (file, from) => {
    expect(await rejections(file, from)).toEqual([expect.stringContaining('comes before this folder')]);
  });

  it.each([
    ['lib/waiting/operator/operator-waiter.ts', '../../waiting/run/run-waiter'],
    ['lib/waiting/operator/operator-waiter.ts', './../removal/operator-removal'],
    ['lib/bundle/bundle.ts', './../constructs/cluster'],
    ['lib/bundle/bundle.ts', '../../lib/constructs/cluster'],
    ['lib/bundle/bundle.ts', './read/../../constructs/cluster'],
  ])('%s must not import %s, which is not the shortest path', async (file, from) => {
    expect(await rejections(file, from)).toContainEqual(expect.stringContaining('write the shortest relative path'));
  });

  it('all have the rules of their module', async () => {
    const files = readdirSync(LIB, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.parentPath !== LIB);
    const folders = [...new Set(files.map(({ parentPath }) => relative(LIB, parentPath)))].filter((folder) => !folder.includes('generated'));
    const ignored = [];
    for (const folder of folders) {
      const toTests = `${folder.replace(/[^/]+/g, '..')}/../test/thing`;
      ignored.push(...await rejections(`lib/${folder}/any.ts`, toTests).then((found) => (found.length === 0 ? [folder] : [])));
    }
    expect(folders.length).toBeGreaterThan(100);
    expect(ignored).toEqual([]);
  });

  it.each([
    ['lib/bundle/model/manifest.ts', '../bundle'],
    ['lib/catalog/declcfg/declcfg.ts', '../catalog'],
    ['lib/olm/crds/subscription.ts', '../olm-release'],
    ['lib/validation/model/rule.ts', '../bundle-validation'],
    ['lib/render/objects/rbac.ts', '../plain-manifests'],
    ['lib/pulumi/components/olm-installation.ts', '../peers'],
  ])('%s must not import %s, a file of the module itself', async (file, from) => {
    expect(await rejections(file, from)).toEqual([expect.stringContaining('do not import the files of the module itself')]);
  });

  it.each([
    ['lib/bundle/bundle.ts', './model/manifest'],
    ['lib/bundle/read/path.ts', '../files/tar'],
    ['lib/bundle/read/path.ts', '../load'],
    ['lib/bundle/load.ts', './read/path'],
    ['lib/catalog/graph/svg.ts', '../declcfg/declcfg'],
    ['lib/validation/suites/crd.ts', './olm-constructs/pods'],
    ['lib/waiting/removal/operator-removal.ts', '../operator/situation'],
  ])('%s may import %s', async (file, from) => {
    expect(await rejections(file, from)).toEqual([]);
  });
});

describe('code of dynamic providers', () => {
  it.each([
    ['lib/pulumi/provider/clusters.ts', '@pulumi/pulumi'],
    ['lib/pulumi/operator-ready/operator-ready-provider.ts', '@pulumi/pulumi'],
    ['lib/pulumi/operator-ready/operator-ready-provider.ts', '../waiter-resource/wait-args'],
    ['lib/pulumi/waiters/index.ts', 'cdk8s'],
    ['lib/pulumi/provider/clusters.ts', '../../constructs/olm-installation'],
  ])('%s must not import %s', async (file, from) => {
    const messages = await linter.lint(file, `import { thing } from '${from}';\n\nexport const made = thing;\n`);
    expect(messages).toContainEqual(expect.stringContaining('providers run without the SDK of Pulumi'));
  });
});

describe('lib/index.ts', () => {
  it.each(['../index', '../../lib/index', '..', 'olm-constructs'])('is not imported by the library itself (%s)', async from => {
    expect(await rejections('lib/constructs/bundle-deployment.ts', from)).toEqual([expect.stringContaining('lib/index.ts is the public API')]);
  });

  it('is what the examples import', async () => {
    expect(await rejections('examples/validation/main.ts', 'olm-constructs')).toEqual([]);
  });
});

describe('lib/data.ts', () => {
  it('is not imported by the library itself', async () => {
    expect(await rejections('lib/pulumi/components/operator-registry.ts', '../../data')).toEqual([expect.stringContaining('lib/data.ts is for the public entries')]);
    expect(await rejections('lib/catalog/catalog.ts', '../data')).toEqual([expect.stringContaining('lib/data.ts is for the public entries')]);
  });

  it.each([['lib/index.ts', './data'], ['lib/pulumi/index.ts', '../data']])('is what %s exports', async (file, from) => {
    expect(await rejections(file, from)).toEqual([]);
  });
});

describe('packages', () => {
  it.each([
    ['lib/bundle/bundle.ts', 'cdk8s'],
    ['lib/bundle/bundle.ts', 'constructs'],
    ['lib/olm/release/release.ts', 'cdk8s'],
    ['lib/olm/release/release.ts', 'cdk8s-plus-33'],
    ['lib/olm/release/release.ts', 'constructs'],
    ['lib/olm/release/release.ts', '../../../imports/operators.coreos.com'],
    ['lib/bundle/bundle.ts', '@pulumi/pulumi'],
    ['lib/constructs/olm-installation.ts', '@pulumi/kubernetes/core/v1'],
    ['lib/gitops/waves.ts', '@pulumi/pulumi'],
  ])('%s must not import %s', async (file, from) => {
    expect(await rejections(file, from)).toHaveLength(1);
  });

  it.each([
    ['lib/constructs/olm-installation.ts', 'cdk8s'],
    ['lib/constructs/olm-installation.ts', 'constructs'],
    ['lib/gitops/waves.ts', 'cdk8s'],
    ['lib/pulumi/components/olm-installation.ts', '@pulumi/pulumi'],
    ['lib/yaml/read-yaml.ts', 'js-yaml'],
  ])('%s may import %s', async (file, from) => {
    expect(await rejections(file, from)).toEqual([]);
  });

  it('are rejected in every form of import', async () => {
    const source = [
      "import type { ApiObject } from 'cdk8s';",
      "export { Chart } from 'cdk8s';",
      "export * from 'cdk8s';",
      "export const late = import('cdk8s');",
      'export type Object = ApiObject;',
    ].join('\n');
    const messages = await linter.lint('lib/bundle/bundle.ts', `${source}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual(
      ['no-restricted-imports', 'no-restricted-imports', 'no-restricted-imports', 'no-restricted-syntax']);
  });

  it.each(['cdk8s', '@pulumi/kubernetes/core/v1', './model/manifest', '../constructs/cluster'])("are not the type import('%s')", async from => {
    const messages = await linter.lint('lib/bundle/bundle.ts', `export type Thing = typeof import('${from}');\n`);
    expect(messages).toEqual([expect.stringMatching(/^no-restricted-syntax: import at the top of the file/)]);
  });

  it("may be the type import('tar'), of a package that is loaded when it is used", async () => {
    expect(await linter.lint('lib/bundle/bundle.ts', "export type Tar = typeof import('tar');\n")).toEqual([]);
  });
});

describe('an import cycle', () => {
  it('is rejected in each of its files', async () => {
    expect(await linter.lintFile('test/lint/cycle/one.ts')).toEqual([expect.stringMatching(/^import-x\/no-cycle: Dependency cycle detected/)]);
    expect(await linter.lintFile('test/lint/cycle/two.ts')).toEqual([expect.stringMatching(/^import-x\/no-cycle: Dependency cycle detected/)]);
  });
});

describe('the library', () => {
  it.each([
    ['any', 'export const value: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['a default export', 'export default 1;', 'import-x/no-default-export'],
    ['a comparison by locale', "export const order = 'a'.localeCompare('b');", 'no-restricted-properties'],
    ['formatting by locale', 'export const formatted = (1000).toLocaleString();', 'no-restricted-properties'],
    ['Intl', 'export const collator = new Intl.Collator();', 'no-restricted-globals'],
    ['random numbers', 'export const number = Math.random();', 'no-restricted-properties'],
    ['the current time', 'export const now = Date.now();', 'no-restricted-properties'],
    ['the current date', 'export const today = new Date();', 'no-restricted-syntax'],
    ['environment variables', 'export const home = process.env;', 'no-restricted-properties'],
    ['output on the console', "console.log('made');", 'no-console'],
    // Lint refuses this directive, which silences nothing in this file.
    ['a silenced type check', '// @ts-ignore\nexport const value: string = 1;', '@typescript-eslint/ban-ts-comment'],
  ])('must not use %s', async (_, source, rule) => {
    const messages = await linter.lint('lib/bundle/bundle.ts', `${source}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual([rule]);
  });

  it('must not have unused lint directives', async () => {
    // A directive of the linted source, not of this file.
    const messages = await linter.lint('lib/bundle/bundle.ts', '// eslint-disable-next-line no-console\nexport const value = 1;\n');
    expect(messages).toEqual([expect.stringContaining('Unused eslint-disable directive')]);
  });
});

describe('resource classes', () => {
  it.each([
    ['must not assert that an output is assigned', 'found!: string', ['no-restricted-syntax']],
    ['may declare an output', 'declare public readonly found: string', []],
    ['must not read the clock', 'readonly made = new Date()', ['no-restricted-syntax']],
  ])('%s', async (_, property, rules) => {
    const messages = await linter.lint('lib/pulumi/operator-ready/operator-ready.ts', `export class Resource {\n  ${property};\n}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual(rules);
  });
});

describe('scripts and tests', () => {
  it('may print, and read the environment', async () => {
    expect(await linter.lint('scripts/generate.ts', 'console.log(process.env);\n')).toEqual([]);
  });
});
