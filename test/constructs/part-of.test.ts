import { App, Chart, Testing } from 'cdk8s';
import { BundleDeployment, ClusterExtension, OlmV0Engine, OlmV1Engine, OlmV1Version, OperatorServiceAccount, PlainBundleDeployment, PlainEngine, RukpakEngine } from 'olm-constructs';
import { type Bundle, PlainBundle } from 'olm-constructs/bundle';
import { partOf, PLAIN_OPERATOR, wholeOf } from '../../lib/formats/schema/part-of';
import { withFiles } from '../builders/bundle-files';
import { bundleOf, crdOf, podOf } from '../builders/bundle-of';
import { type Manifest, synth } from '../builders/synthesized';

const MARK = 'olm-constructs/part-of';

/** Kinds that belong to all operators of a namespace. */
const SHARED = ['Namespace', 'OperatorGroup'];

function bundle(): Bundle {
  return bundleOf({
    spec: {
      customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] },
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [{ name: 'demo', spec: podOf('example.test/demo:1') }],
          clusterPermissions: [{ serviceAccountName: 'demo', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
        },
      },
    },
    files: { 'manifests/things.yaml': crdOf('Thing') },
  });
}

function deployed(engine: OlmV0Engine | OlmV1Engine | PlainEngine | RukpakEngine, props: object = {}): Manifest[] {
  const chart = Testing.chart();
  new BundleDeployment(chart, 'operator', { bundle: bundle(), engine, namespace: 'team', ...props });
  return synth(chart);
}

/** Returns the kinds of objects by what they are part of. */
function kindsByMark(manifests: readonly Manifest[]): { [mark: string]: string[] } {
  const found: { [mark: string]: string[] } = {};
  for (const { kind, metadata } of manifests) {
    (found[metadata.annotations?.[MARK] ?? 'none'] ??= []).push(kind);
  }
  return found;
}

describe('the annotation that says what an object is part of', () => {
  test.each<[string, () => Manifest[], { readonly [mark: string]: readonly string[] }]>([
    ['OLM v0', () => deployed(new OlmV0Engine({ serviceAccount: OperatorServiceAccount.create() })), {
      'none': ['Namespace', 'OperatorGroup'],
      'CatalogSource/team/demo-catalog': ['CatalogSource', 'ConfigMap', 'Deployment', 'NetworkPolicy', 'Service'],
      'Subscription/team/demo': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'ServiceAccount', 'Subscription'],
    }],
    ['OLM v1', () => deployed(new OlmV1Engine({ catalogImage: 'example.test/catalog:1', olmVersion: OlmV1Version.V1_10_0 })), {
      'none': ['ClusterCatalog', 'Namespace'],
      'ClusterExtension/demo': ['ClusterExtension', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'ServiceAccount'],
    }],
    ['RukPak', () => deployed(new RukpakEngine()), { 'none': ['Namespace'], 'BundleDeployment/demo': ['BundleDeployment', 'ConfigMap'] }],
    ['no OLM', () => deployed(new PlainEngine()), {
      'none': ['Namespace'],
      'PlainOperator/team/demo': ['ClusterRole', 'ClusterRoleBinding', 'CustomResourceDefinition', 'Deployment', 'ServiceAccount'],
    }],
  ])('is on every object with %s, except those of the whole namespace', (_, manifests, expected) => {
    const found = Object.fromEntries(Object.entries(kindsByMark(manifests())).map(([mark, kinds]) => [mark, [...new Set(kinds)].sort()]));
    expect(found).toEqual(expected);
  });

  test.each([new OlmV0Engine(), new OlmV1Engine({ catalogImage: 'example.test/catalog:1' }), new PlainEngine(), new RukpakEngine()].map((engine) => [engine.name, engine] as const))(
    'is nowhere else with %s: in no selector, pod template or name', (_, engine) => {
      deployed(engine).forEach(({ metadata: { annotations: _annotations, ...metadata }, ...fields }) => {
        expect(JSON.stringify({ metadata, fields })).not.toContain(MARK);
      });
    },
  );

  it('may be longer than a label', () => {
    const chart = Testing.chart();
    const name = `a${'b'.repeat(61)}c`;
    new ClusterExtension(chart, 'operator', { packageName: 'demo', name });
    expect(synth(chart).map(({ metadata }) => metadata.annotations?.[MARK])).toContain(`ClusterExtension/${name}`);
  });

  it('cannot be set by a bundle or by common annotations', () => {
    const chart = Testing.chart();
    const annotations = { [MARK]: 'PlainOperator/other/other' };
    const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', annotations: { ...annotations, note: 'a' } } };
    new BundleDeployment(chart, 'operator', {
      bundle: bundleOf({ files: { 'manifests/settings.yaml': settings } }), engine: new PlainEngine(), namespace: 'team',
    });
    expect(() => new BundleDeployment(Testing.chart(), 'operator', { bundle: bundleOf(), engine: new PlainEngine(), namespace: 'team', annotations }))
      .toThrow(`annotations: '${MARK}' is 'PlainOperator/other/other', and an object needs it to be 'PlainOperator/team/demo'; use another key`);
    const own = synth(chart).filter(({ kind }) => !SHARED.includes(kind));
    expect(own.map(({ metadata }) => metadata.annotations?.[MARK])).toEqual(own.map(() => 'PlainOperator/team/demo'));
    expect(own.find(({ kind }) => kind === 'ConfigMap')?.metadata.annotations).toMatchObject({ note: 'a' });
  });

  it('is different for bundles without a name, also with equal IDs in one namespace', () => {
    const app = new App();
    const marks = ['one', 'two'].map((id) => {
      const chart = new Chart(app, id, { namespace: 'team' });
      const account = JSON.stringify({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: id } });
      const bundle = withFiles({ 'manifests/account.json': account }, (folder) => PlainBundle.fromDirectory(folder));
      new PlainBundleDeployment(chart, 'operator', { bundle, createNamespace: false });
      return Object.keys(kindsByMark(Testing.synth(chart) as Manifest[]));
    });
    expect(new Set(marks.flat()).size).toBe(2);
  });
});

describe('an annotation', () => {
  test.each([
    [partOf('Subscription', 'shop', 'team'), { kind: 'Subscription', namespace: 'team', name: 'shop' }], [partOf('ClusterExtension', 'shop'), { kind: 'ClusterExtension', name: 'shop' }],
    [partOf(PLAIN_OPERATOR, 'shop.v1', 'team'), { kind: PLAIN_OPERATOR, namespace: 'team', name: 'shop.v1' }],
    [{ [MARK]: 'shop' }, undefined], [{ [MARK]: 'a/b/c/d' }, undefined], [{ [MARK]: 'a//b' }, undefined], [{ [MARK]: 7 }, undefined], [{}, undefined],
  ])('%j is read as %j', (annotations, expected) => {
    expect(wholeOf({ metadata: { annotations } })).toEqual(expected);
  });
});
