import { Linter } from './linter';

const linter = new Linter();
afterAll(() => linter.close());

// The linter reads its rules, and the files that a file imports, when it is first asked: on a busy machine that takes a while.
jest.setTimeout(60_000);

/** Whether a file of the library may import `from`; the messages say why not. */
async function refusals(file: string, from: string): Promise<string[]> {
  const messages = await linter.lint(file, `import { thing } from '${from}';\n\nexport const made = thing;\n`);
  return messages.filter(message => message.startsWith('no-restricted-imports'));
}

describe('imports go bundle <- olm <- constructs <- gitops <- pulumi', () => {
  it.each([
    ['lib/bundle/bundle.ts', '../olm/release'],
    ['lib/bundle/catalog/catalog.ts', '../../olm/release'],
    ['lib/bundle/bundle.ts', '../constructs/operator-registry'],
    ['lib/bundle/bundle.ts', '../gitops/waves'],
    ['lib/bundle/bundle.ts', '../pulumi/olm-installation'],
    ['lib/olm/release.ts', '../constructs/olm-installation'],
    ['lib/olm/schema/csv.ts', '../../gitops/waves'],
    ['lib/constructs/bundle-deployment.ts', '../gitops/waves'],
    ['lib/constructs/bundle-deployment.ts', '../pulumi/olm-installation'],
    ['lib/gitops/waves.ts', '../pulumi/olm-installation'],
  ])('%s may not import %s, which lies above it', async (file, from) => {
    expect(await refusals(file, from)).toEqual([expect.stringContaining('imports go bundle <- olm <- constructs <- gitops <- pulumi only')]);
  });

  it.each([
    ['lib/bundle/bundle.ts', './manifest'],
    ['lib/bundle/catalog/catalog.ts', '../bundle'],
    ['lib/olm/release.ts', '../bundle/go-json'],
    ['lib/constructs/bundle-deployment.ts', '../bundle/bundle'],
    ['lib/constructs/bundle-deployment.ts', '../olm/release'],
    ['lib/constructs/bundle-deployment.ts', '../../imports/operators.coreos.com'],
    ['lib/gitops/waves.ts', '../constructs/olm-installation'],
    ['lib/pulumi/olm-installation.ts', '../constructs/olm-installation'],
    ['lib/index.ts', './constructs/olm-installation'],
  ])('%s may import %s', async (file, from) => {
    expect(await refusals(file, from)).toEqual([]);
  });
});

describe('the schema of the ClusterServiceVersion', () => {
  it('is the one file of lib/olm that lib/bundle may import', async () => {
    expect(await refusals('lib/bundle/bundle.ts', '../olm/crds/cluster-service-version')).toEqual([]);
    expect(await refusals('lib/bundle/yaml/read.ts', '../../olm/crds/cluster-service-version')).toEqual([]);
    expect(await refusals('lib/bundle/bundle.ts', '../olm/crds/subscription')).toHaveLength(1);
  });
});

describe('the public door', () => {
  it.each(['../index', '../../lib/index', '..', 'olm-constructs'])('is not imported by the library itself (%s)', async from => {
    expect(await refusals('lib/constructs/bundle-deployment.ts', from)).toEqual([expect.stringContaining('lib/index.ts is the public door')]);
  });

  it('is what the examples import', async () => {
    expect(await refusals('examples/quickstart/main.ts', 'olm-constructs')).toEqual([]);
  });
});

describe('packages', () => {
  it.each([
    ['lib/bundle/bundle.ts', 'cdk8s'],
    ['lib/bundle/bundle.ts', 'constructs'],
    ['lib/olm/release.ts', 'cdk8s'],
    ['lib/olm/release.ts', 'cdk8s-plus-33'],
    ['lib/olm/release.ts', 'constructs'],
    ['lib/olm/release.ts', '../../imports/operators.coreos.com'],
    ['lib/bundle/bundle.ts', '@pulumi/pulumi'],
    ['lib/constructs/olm-installation.ts', '@pulumi/kubernetes/core/v1'],
    ['lib/gitops/waves.ts', '@pulumi/pulumi'],
  ])('%s may not know %s', async (file, from) => {
    expect(await refusals(file, from)).toHaveLength(1);
  });

  it.each([
    ['lib/constructs/olm-installation.ts', 'cdk8s'],
    ['lib/constructs/olm-installation.ts', 'constructs'],
    ['lib/gitops/waves.ts', 'cdk8s'],
    ['lib/pulumi/olm-installation.ts', '@pulumi/pulumi'],
    ['lib/bundle/yaml/read.ts', 'js-yaml'],
  ])('%s may know %s', async (file, from) => {
    expect(await refusals(file, from)).toEqual([]);
  });

  it('are refused in every form of import', async () => {
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
});

describe('an import cycle', () => {
  it('is refused in each of its files', async () => {
    expect(await linter.lintFile('test/lint/cycle/one.ts')).toEqual([expect.stringMatching(/^import-x\/no-cycle: Dependency cycle detected/)]);
    expect(await linter.lintFile('test/lint/cycle/two.ts')).toEqual([expect.stringMatching(/^import-x\/no-cycle: Dependency cycle detected/)]);
  });
});
