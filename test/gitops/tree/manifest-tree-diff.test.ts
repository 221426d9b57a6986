import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Chart } from 'cdk8s';
import { BundleDeployment, Cluster, Fleet } from 'olm-constructs';
import { ManifestTree, ManifestTreeDiff } from 'olm-constructs/gitops';
import { sampleBundle } from '../../builders/sample-bundle';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'manifest-tree-diff-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes objects as the files of a tree, and returns its folder. */
function tree(name: string, files: { readonly [path: string]: readonly object[] }): string {
  mkdirSync(join(root, name));
  for (const [path, objects] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name, path)), { recursive: true });
    writeFileSync(join(root, name, path), objects.map((object) => `${JSON.stringify(object)}\n`).join('---\n'));
  }
  return join(root, name);
}

function between(before: { readonly [path: string]: readonly object[] }, after: { readonly [path: string]: readonly object[] }): ManifestTreeDiff {
  return ManifestTreeDiff.between(tree('before', before), tree('after', after));
}

const configMap = (name: string, value: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'team' }, data: { value } });
const subscription = (startingCSV: string) => (
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'hello' }, spec: { name: 'hello', startingCSV } }
);
const crd = (...properties: string[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'samples.example.com' },
  spec: {
    group: 'example.com', names: { plural: 'samples', kind: 'Sample' }, scope: 'Namespaced',
    versions: [{
      name: 'v1', served: true, storage: true,
      schema: { openAPIV3Schema: { type: 'object', properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])) } },
    }],
  },
});
const role = (...verbs: string[]) => (
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules: [{ apiGroups: [''], resources: ['secrets'], verbs }] }
);
const binding = {
  apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'reader' },
  roleRef: { kind: 'ClusterRole', name: 'reader' }, subjects: [{ kind: 'ServiceAccount', name: 'app', namespace: 'team' }],
};

describe('ManifestTreeDiff', () => {
  test('is empty for the same objects, however files are written', () => {
    const before = tree('before', { 'clusters/dev/a.yaml': [configMap('a', '1')] });
    const after = tree('after', { 'clusters/dev/b.yaml': [configMap('a', '1')] });
    const diff = ManifestTreeDiff.between(before, after);
    expect([diff.isEmpty, diff.hasSafeCrds, diff.toText(), diff.toMarkdown(), diff.toJson()]).toEqual([true, true, 'no differences\n', 'No differences.\n', '[]\n']);
  });

  test('lists objects by cluster, also those of stages', () => {
    const { clusters } = between(
      { 'clusters/dev/a.yaml': [configMap('a', '1'), configMap('gone', '1')], 'stages/prod/olm/a.yaml': [configMap('a', '1')] },
      { 'clusters/dev/a.yaml': [configMap('a', '2'), configMap('new', '1')], 'stages/prod/olm/a.yaml': [configMap('a', '3')] },
    );
    expect(clusters.map(({ cluster, objects }) => [cluster, ...objects.map(({ change, kind, namespace, name }) => `${change} ${kind} ${namespace}/${name}`)])).toEqual([
      ['dev', 'changed ConfigMap team/a', 'removed ConfigMap team/gone', 'added ConfigMap team/new'], ['prod', 'changed ConfigMap team/a'],
    ]);
  });

  test('states versions of operators, and what a person has to review: CRDs, rights and images', () => {
    const pod = (image: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image }] } });
    const diff = between(
      { 'clusters/dev/a.yaml': [subscription('hello.v1.0.0'), crd('a', 'b'), role('get'), pod('web:1')], 'clusters/dev/b.yaml': [binding] },
      { 'clusters/dev/a.yaml': [subscription('hello.v1.1.0'), crd('a'), role('get', 'list'), pod('web:2')], 'clusters/dev/b.yaml': [binding] },
    );
    const [cluster] = diff.clusters;
    expect(cluster?.operators).toEqual([{ request: 'Subscription hello/hello', before: 'hello.v1.0.0', after: 'hello.v1.1.0' }]);
    expect(cluster?.crds).toMatchObject([{ name: 'samples.example.com', isSafe: false }]);
    expect(cluster?.rightsGained).toMatchObject([{ scope: 'cluster', holder: 'ServiceAccount team/app', verbs: ['list'], resources: ['secrets'] }]);
    expect([cluster?.imagesGained, cluster?.imagesLost]).toEqual([['web:2'], ['web:1']]);
    expect(diff.hasSafeCrds).toBe(false);
    expect(diff.toText()).toContain('  RIGHTS GAINED\n    ServiceAccount team/app: list secrets, through ClusterRoleBinding reader\n');
    expect(diff.toMarkdown()).toContain('### dev\n\n**OPERATORS**\n\n```\nSubscription hello/hello: hello.v1.0.0 -> hello.v1.1.0\n```');
    expect(JSON.parse(diff.toJson())).toEqual(diff.clusters);
  });

  test('detects that a binding alone grants rights', () => {
    const { clusters } = between({ 'a.yaml': [role('get')], 'b.yaml': [] }, { 'a.yaml': [role('get')], 'b.yaml': [binding] });
    expect(clusters[0]?.rightsGained).toMatchObject([{ holder: 'ServiceAccount team/app', verbs: ['get'] }]);
  });

  test('warns of a CRD that is gone', () => {
    const diff = between({ 'a.yaml': [crd('a')] }, { 'a.yaml': [] });
    expect([diff.clusters[0]?.crdsRemoved, diff.hasSafeCrds]).toEqual([['samples.example.com'], false]);
    expect(diff.toText()).toContain('- samples.example.com: with it, all objects of its kind are deleted');
  });

  test('reads the bundles in registries of the app', () => {
    const written = (name: string, version: string): string => {
      const app = new Fleet();
      new BundleDeployment(new Chart(new Cluster(app, 'dev'), 'operators'), 'sample', { bundle: sampleBundle({ version }) });
      ManifestTree.of(app).write(join(root, name));
      return join(root, name);
    };
    const { clusters } = ManifestTreeDiff.between(written('before', '1.0.0'), written('after', '1.1.0'));
    expect(clusters.map(({ cluster }) => cluster)).toEqual(['dev']);
    expect(clusters[0]?.operators).toContainEqual(
      { request: 'package sample-operator in a registry', before: 'sample-operator.v1.0.0', after: 'sample-operator.v1.1.0' },
    );
  });

  test('compares the CRDs of the bundles in registries', () => {
    const written = (name: string, version: string, description: string): string => {
      const app = new Fleet();
      new BundleDeployment(new Chart(new Cluster(app, 'dev'), 'operators'), 'sample', { bundle: sampleBundle({ version, description }) });
      ManifestTree.of(app).write(join(root, name));
      return join(root, name);
    };
    const diff = ManifestTreeDiff.between(written('before', '1.0.0', 'x'), written('after', '1.1.0', 'y'));
    expect(diff.hasSafeCrds).toBe(true);
    expect(diff.clusters[0]?.operators.map(({ after }) => after)).toContain('sample-operator.v1.1.0');
  });

  test('lists clusters with the same differences together', () => {
    const files = (value: string) => Object.fromEntries(['a', 'b', 'c'].map((cluster) => [`clusters/${cluster}/x.yaml`, [configMap('x', value)]]));
    expect(between(files('1'), files('2')).toText()).toBe('a, b, c\n  OBJECTS: 0 added, 1 changed, 0 removed\n    ~ ConfigMap team/x\n');
  });

  test('compares 1,000 Subscriptions in 200 clusters', () => {
    const files = (version: string) => Object.fromEntries(Array.from({ length: 200 }, (_, cluster) => [
      `clusters/c${cluster}/operators.yaml`, Array.from({ length: 5 }, (__, index) => {
        const object = subscription(`hello.v${version}`);
        return { ...object, metadata: { name: `hello-${index}`, namespace: `team-${cluster}-${index}` } };
      }),
    ]));
    const [before, after] = [tree('before', files('1.0.0')), tree('after', files('1.1.0'))];
    const diff = ManifestTreeDiff.between(before, after);
    expect(diff.clusters.flatMap(({ operators }) => operators)).toHaveLength(1000);
  });

  test('skips what is not a Kubernetes object, and says what it cannot read', () => {
    const [before, after] = [tree('before', {}), tree('after', { 'values.yaml': [{ a: 1 }] })];
    writeFileSync(join(after, 'a.yaml'), 'a: [1');
    writeFileSync(join(after, 'b.yaml'), 'b: [1');
    const diff = ManifestTreeDiff.between(before, after);
    expect(diff).toMatchObject({
      clusters: [], isEmpty: false, hasSafeCrds: false, skipped: ['values.yaml:1'],
      unknown: [expect.stringMatching(/^a\.yaml:1:6: this is not YAML/), expect.stringMatching(/^b\.yaml:1:6: /)],
    });
    expect(diff.toText()).toMatch(/^not known: a\.yaml:1:6: .*\nnot known: b\.yaml/);
    expect(diff.toMarkdown()).toContain('**NOT KNOWN**');
  });

  test.each([
    ['kustomization.yaml', 'kind: Kustomization\n', 'kustomize build'], ['Chart.yaml', 'name: hello\n', 'helm template'],
  ])('does not know the objects of a folder with %s in which a file differs', (name, content, command) => {
    const [before, after] = [tree('before', {}), tree('after', {})];
    for (const [folder, value] of [[before, '1'], [after, '2']] as const) {
      mkdirSync(join(folder, 'app/templates'), { recursive: true });
      writeFileSync(join(folder, 'app', name), content);
      writeFileSync(join(folder, 'app/templates/patch.yaml'), `a: ${value}\n`);
    }
    expect(ManifestTreeDiff.between(before, after).unknown).toEqual([before, after].map((folder) => expect.stringContaining(`use the output of \`${command} ${join(folder, 'app')}\``) as string));
    expect(ManifestTreeDiff.between(before, before).isEmpty).toBe(true);
  });

  test.each<[string, () => unknown, RegExp]>([
    ['a folder that does not exist', () => ManifestTreeDiff.between(join(root, 'none'), root), /none: folder not found; pass the folder of a manifest tree/],
  ])('refuses %s', (_, compare, message) => {
    expect(compare).toThrow(message);
  });
});
