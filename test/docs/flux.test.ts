import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { InClusterProgram, ManifestTree } from 'olm-constructs/gitops';
import { fluxApp } from '../../examples/flux/app';

const [GUIDE, REMOVAL] = ['flux.md', 'gitops-removal.md'].map((name) => readFileSync(join(__dirname, '..', '..', 'docs', 'guides', name), 'utf8')) as [string, string];

interface Kustomization {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly path: string; readonly dependsOn?: { readonly name: string }[] };
}

describe('the guide about Flux', () => {
  const { files } = ManifestTree.of(fluxApp({ program: InClusterProgram.fromFile(__filename) }));
  const documents = files['flux.yaml']!.split(/^---$/m).map((document) => load(document) as Kustomization);
  const kustomizations = documents.filter(({ kind }) => kind === 'Kustomization');

  test('has the stages of its example in the diagram, each after the one before', () => {
    const arrows = [...GUIDE.matchAll(/^ {2}(\w+)(?:\[[^\]]*\])? --> (\w+)/gm)].map(([, before, after]) => `${after!} after ${before!}`);
    const stageOf = (name: string): string => name.replace('platform-', '');

    expect(kustomizations).toHaveLength(4);
    expect(arrows).toEqual(kustomizations.flatMap(({ metadata, spec: { dependsOn = [] } }) => (
      dependsOn.map(({ name }) => `${stageOf(metadata.name)} after ${stageOf(name)}`)
    )));
  });

  test.each([
    ['olm', 'CRDs', 'kind: CustomResourceDefinition'],
    ['olm', 'controllers', 'name: catalog-operator'],
    ['catalogs', 'CatalogSources', 'kind: CatalogSource'],
    ['catalogs', 'packageserver', 'name: packageserver'],
    ['operators', 'Subscriptions', 'kind: Subscription'],
    ['operators', 'Jobs', 'kind: Job'],
    ['operands', 'custom resources', 'kind: Greeting'],
  ])('shows in the diagram that the stage %s contains %s', (stage, shown, content) => {
    const paths = Object.keys(files).filter((path) => path.startsWith(`stages/${stage}/`));

    expect(new RegExp(`${stage}\\["${stage}<br/>([^"]*)"\\]`).exec(GUIDE)?.[1]).toContain(shown);
    expect(paths.filter((path) => files[path]!.includes(content))).toHaveLength(1);
  });

  test('names the Kustomizations and folders of its example', () => {
    expect(kustomizations.map(({ spec: { path } }) => path).filter((path) => !GUIDE.includes(`\`${path.replace('./', '')}\``))).toEqual([]);
    const names = kustomizations.map(({ metadata: { name } }) => name);
    expect(REMOVAL).toContain(`kubectl delete kustomization -n flux-system \\\n  ${names.reverse().join(' ')}\n`);
  });
});
