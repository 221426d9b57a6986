import { isMap } from '../../../../lib/formats/json/json-value';
import type { JsonSchema } from '../../../../lib/formats/schema/checks/json-schema';
import type { ReleasedCrd } from './releases';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const CLASS = 'core-rukpak-io-plain';

/** Sources of RukPak's bundles, by title. Together they have every field. */
const SOURCES: { readonly [title: string]: object } = {
  image: { type: 'image', image: { ref: 'quay.io/example/bundle:v1', pullSecret: 'pull', insecureSkipTLSVerify: true, certificateData: 'PEM' } },
  git: {
    type: 'git',
    git: {
      repository: 'https://example.test/bundle', directory: './manifests', ref: { branch: 'main', tag: 'v1', commit: 'abc' },
      auth: { secret: { name: 'git' }, insecureSkipVerify: true },
    },
  },
  http: { type: 'http', http: { url: 'https://example.test/bundle.tgz', auth: { secret: { name: 'http' }, insecureSkipVerify: true } } },
  configMaps: { type: 'configMaps', configMaps: [{ configMap: { name: 'manifests' }, path: 'manifests' }, { configMap: { name: 'metadata' } }] },
  upload: { type: 'upload', upload: {} },
};

const template = (source: object): object => ({
  metadata: { name: 'a', namespace: 'b', labels: { c: 'd' }, annotations: { e: 'f' }, finalizers: ['example.test/g'] },
  spec: { provisionerClassName: CLASS, source },
});

const overSources = (specOf: (source: object) => object): { [title: string]: object } => (
  Object.fromEntries(Object.entries(SOURCES).map(([title, source]) => [title, specOf(source)]))
);

const PHASES = [
  {
    name: 'crds',
    collisionProtection: 'Prevent',
    objects: [
      { collisionProtection: 'IfNoController', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { b: 'c' } }, data: { d: 'e' } } },
      { ref: { name: 'content', namespace: 'demo', key: 'crd' } },
    ],
  },
  { name: 'deploy', objects: [] },
];

const REVISION = { collisionProtection: 'Prevent', lifecycleState: 'Active', revision: 1 };

const PROBES = [
  {
    selector: { type: 'GroupKind', groupKind: { group: 'apps', kind: 'Deployment' } },
    assertions: [
      { type: 'ConditionEqual', conditionEqual: { type: 'Available', status: 'True' } },
      { type: 'FieldsEqual', fieldsEqual: { fieldA: 'status.replicas', fieldB: 'spec.replicas' } },
      { type: 'FieldValue', fieldValue: { fieldPath: 'status.phase', value: 'Bound' } },
    ],
  },
  { selector: { type: 'Label', label: { matchLabels: { a: 'b' } } }, assertions: [{ type: 'ConditionEqual', conditionEqual: { type: 'Ready', status: 'True' } }] },
  {
    selector: { type: 'Label', label: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] } },
    assertions: [{ type: 'ConditionEqual', conditionEqual: { type: 'Ready', status: 'True' } }],
  },
];

/** Specs that API servers accept, by kind and title, with all fields that some release has. */
const SPECS: { readonly [kind: string]: { readonly [title: string]: object } } = {
  ClusterCatalog: {
    'the least': { source: { type: 'Image', image: { ref: 'quay.io/example/catalog:latest' } } },
    'a tag that is polled': {
      availabilityMode: 'Available', priority: -5, source: { type: 'Image', image: { ref: 'quay.io:8080/example/my_catalog:v1.0', pollIntervalMinutes: 10 } },
    },
    'a digest': { availabilityMode: 'Unavailable', source: { type: 'Image', image: { ref: `quay.io/example/catalog@${DIGEST}` } } },
  },
  ClusterExtension: {
    'the least': { namespace: 'demo', serviceAccount: { name: 'installer' }, source: { sourceType: 'Catalog', catalog: { packageName: 'argocd' } } },
    'all fields': {
      namespace: 'demo',
      serviceAccount: { name: 'installer' },
      source: {
        sourceType: 'Catalog',
        catalog: {
          packageName: 'argocd',
          version: '>=1.2.3 <2.0.0 || ~3.x',
          channels: ['stable', 'v1.2'],
          selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
          upgradeConstraintPolicy: 'SelfCertified',
        },
      },
      install: { preflight: { crdUpgradeSafety: { enforcement: 'None' } } },
      config: { configType: 'Inline', inline: { watchNamespace: 'demo', deploymentConfig: { env: [{ name: 'A', value: 'b' }] } } },
      progressDeadlineMinutes: 10,
    },
  },
  ClusterExtensionRevision: {
    'the least': REVISION,
    'all fields': { ...REVISION, phases: PHASES, previous: [{ name: 'a-1', uid: 'b' }], progressDeadlineMinutes: 720 },
  },
  ClusterObjectSet: {
    'the least': REVISION,
    'all fields': { ...REVISION, phases: PHASES, progressDeadlineMinutes: 720, progressionProbes: PROBES },
  },
  Bundle: { ...overSources(source => ({ provisionerClassName: CLASS, source })) },
  BundleInstance: {
    ...overSources(source => ({ provisionerClassName: CLASS, bundleName: 'a', template: template(source) })),
  },
  BundleDeployment: {
    ...overSources(source => ({
      provisionerClassName: CLASS, installNamespace: 'demo', config: { values: 'a: b' }, template: template(source), source,
      preflight: { crdUpgradeSafety: { disabled: true } }, watchNamespaces: ['a', 'b'],
    })),
  },
};

/** An object that the API server accepts. */
export interface GoodObject {
  readonly title: string;
  readonly object: { readonly apiVersion: string; readonly kind: string; readonly metadata: { readonly name: string }; readonly spec: unknown };
}

/** Returns objects that the API server accepts under a CRD. The last one has all its fields. */
export function goodObjects({ apiVersion, kind, spec: schema }: ReleasedCrd): GoodObject[] {
  // In the first release, the image was all that a Bundle had.
  const specs = kind === 'Bundle' && schema.properties!['image'] !== undefined ? { image: { provisionerClassName: CLASS, image: 'quay.io/example/bundle:v1' } } : SPECS[kind]!;
  return Object.entries(specs)
    .filter(([title]) => kind !== 'Bundle' || hasSource(schema, title))
    .map(([title, spec]) => ({ title, object: { apiVersion, kind, metadata: { name: 'example' }, spec: withoutOtherFields(spec, schema) } }));
}

/** Whether the bundles of a release may come from a source. */
function hasSource({ properties }: JsonSchema, title: string): boolean {
  return properties!['source'] === undefined || properties!['source'].properties![title] !== undefined;
}

/** Returns a value without the fields that a release does not have, and without items that are empty then. */
function withoutOtherFields(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    return value.map(item => withoutOtherFields(item, schema.items!)).filter(item => !isMap(item) || Object.keys(item).length > 0);
  }
  if (!isMap(value) || schema.properties === undefined) {
    return value;
  }
  return Object.fromEntries(Object.entries(value)
    .filter(([key]) => schema.properties![key] !== undefined)
    .map(([key, inner]) => [key, withoutOtherFields(inner, schema.properties![key]!)]));
}
