import { Bundle, type BundleGenerationOptions, type Manifest, ManifestSource } from '../../../lib/bundle';
import { field, fieldAt, type JsonMap, mapField, mapListField, sameJson, stringField } from '../../../lib/formats/json/json-value';
import { SAMPLES, sampleArchive, sampleNames } from '../../catalog/sample-bundles';
import { describeWith } from '../../needed';
import { leavesOf, type Leaves } from './generated-bundles';

/** Takes a bundle apart into the manifests that its author would apply without OLM, and the base with all that they do not tell. */
function manifestsOf(bundle: Bundle): { readonly objects: { [key: string]: unknown }[]; readonly options: BundleGenerationOptions } {
  const { csv, channels, defaultChannel, packageName, name, version } = bundle;
  const content: JsonMap = structuredClone(csv.manifest.content);
  const rules = (key: 'permissions' | 'clusterPermissions'): { [key: string]: unknown }[] => mapListField(fieldAt(content, 'spec', 'install', 'spec'), key).flatMap((entry, index) => {
    const account = stringField(entry, 'serviceAccountName') ?? '';
    const [kind, binding] = key === 'permissions' ? ['Role', 'RoleBinding'] : ['ClusterRole', 'ClusterRoleBinding'];
    const metadata = { name: `${account}-${index}` };
    return [
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata, rules: entry['rules'] },
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind: binding, metadata, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name }, subjects: [{ kind: 'ServiceAccount', name: account }] },
    ];
  });
  const base: { [key: string]: unknown } = { ...content, metadata: { ...mapField(content, 'metadata'), name: `${packageName}.v0.0.0` } };
  const examples = stringField(mapField(mapField(content, 'metadata'), 'annotations'), 'alm-examples') ?? '[]';
  return {
    objects: [
      base,
      ...mapListField(fieldAt(content, 'spec', 'install', 'spec'), 'deployments').map((deployment) => ({
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: deployment['name'], labels: field(deployment, 'label') ?? {} }, spec: deployment['spec'],
      })),
      ...rules('permissions'), ...rules('clusterPermissions'),
      ...[...bundle.crds, ...bundle.otherManifests].map((manifest) => manifest.content),
      ...webhookObjects(content, bundle.crds).filter(({ metadata }) => !bundle.otherManifests.some(({ name }) => name === stringField(metadata, 'name'))),
      ...(examplesOf(examples)),
    ],
    options: {
      packageName, version, name, channels: [...channels], ...(defaultChannel === undefined ? {} : { defaultChannel }),
      extraServiceAccounts: [...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName),
    },
  };
}

/** Examples that are Kubernetes objects. */
function examplesOf(json: string): { [key: string]: unknown }[] {
  const parsed = JSON.parse(json === '' ? '[]' : json) as unknown;
  return Array.isArray(parsed) ? parsed as { [key: string]: unknown }[] : [];
}

/** Returns the webhook configurations and Services of which OLM's entries would be made. */
function webhookObjects(csv: JsonMap, crds: readonly Manifest[]): { [key: string]: unknown }[] {
  return mapListField(mapField(csv, 'spec'), 'webhookdefinitions').flatMap((definition, index) => {
    const { type, generateName, deploymentName, containerPort = 443, targetPort, webhookPath, conversionCRDs, ...others } = definition;
    const deployment = mapListField(fieldAt(csv, 'spec', 'install', 'spec'), 'deployments').find((candidate) => candidate['name'] === deploymentName);
    const selector = fieldAt(deployment, 'spec', 'template', 'metadata', 'labels');
    const crd = crds.find(({ name }) => Array.isArray(conversionCRDs) && conversionCRDs.includes(name));
    const client = fieldAt(crd?.content, 'spec', 'conversion', 'webhook', 'clientConfig', 'service');
    const service = { name: stringField(client, 'name') ?? `service-${index}`, port: containerPort, ...(webhookPath === undefined ? {} : { path: webhookPath }) };
    const objects = [
      { apiVersion: 'v1', kind: 'Service', metadata: { name: service.name }, spec: { selector, ports: [{ port: containerPort, targetPort: targetPort ?? containerPort }] } },
      {
        apiVersion: 'admissionregistration.k8s.io/v1', kind: type === 'MutatingAdmissionWebhook' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration', metadata: { name: `webhook-${index}` },
        webhooks: [{ ...others, name: generateName, clientConfig: { service } }],
      },
    ];
    // CRDs have their conversion webhook themselves.
    return type !== 'ConversionWebhook' ? objects : crd === undefined ? [] : objects.slice(0, 1);
  });
}

/** Returns a ClusterServiceVersion with its lists in the order of their names: the order of the manifests is not that of the sample. */
function sorted({ csv }: Bundle): JsonMap {
  const content = csv.manifest.content;
  const spec = mapField(content, 'spec');
  const crds = mapField(spec, 'customresourcedefinitions');
  const install = mapField(mapField(spec, 'install'), 'spec');
  const byName = (list: readonly JsonMap[], ...keys: readonly string[]): { [name: string]: JsonMap } => (
    Object.fromEntries(list.map((entry) => [keys.map((key) => String(entry[key])).join(' '), entry]))
  );
  const rules = (key: string): object => byName(mapListField(install, key), 'serviceAccountName');
  return {
    ...content,
    spec: {
      ...spec, customresourcedefinitions: { ...crds, owned: byName(mapListField(crds, 'owned'), 'name', 'kind', 'version') },
      install: { spec: { deployments: byName(mapListField(install, 'deployments'), 'name'), permissions: rules('permissions'), clusterPermissions: rules('clusterPermissions') } },
      webhookdefinitions: byName(mapListField(spec, 'webhookdefinitions'), 'type', 'generateName'),
      installModes: byName(mapListField(spec, 'installModes'), 'type'),
      relatedImages: byName(mapListField(spec, 'relatedImages'), 'image'),
    },
  };
}

interface Difference {
  readonly reason: string;
  readonly path: RegExp;
}

const DIFFERENCES: readonly Difference[] = [
  { reason: 'objects of a bundle have no namespace', path: /^csv\/metadata\/namespace$/ },
  { reason: 'the field is always there, as in what operator-sdk writes', path: /^csv\/spec\/apiservicedefinitions$/ },
  { reason: 'CRDs that one Service converts at one path have one entry, as in what operator-sdk writes now', path: /^csv\/spec\/webhookdefinitions\/ConversionWebhook cdbaas[a-z]+\.kb\.io\// },
  { reason: 'OLM mounts the certificate of webhooks', path: /^csv\/spec\/install\/spec\/deployments\/[a-z-]+\/spec\/template\/spec\/(containers\/0\/volumeMounts|volumes)\/0\// },
  { reason: 'a variable RELATED_IMAGE_x names an image that the sample does not list', path: /^csv\/spec\/relatedImages\/quay\.io\/che-incubator\/che-idea-dev-server:next\// },
];

/** The entries of the table that explain a difference. */
const EXPLAINED = new Set<Difference>();

/** Returns the differences of a ClusterServiceVersion from the one that is made of its parts. */
function differencesOf(name: string): string[] {
  const bundle = Bundle.fromArchive(sampleArchive(name));
  const { objects, options } = manifestsOf(bundle);
  const made = Bundle.fromManifests(ManifestSource.fromObjects(objects, name), options);
  const [before, after] = [bundle, made].map((one): Leaves => leavesOf({ csv: sorted(one) }));
  const paths = [...new Set([...before!.keys(), ...after!.keys()])];
  return paths.filter((path) => !sameJson(before!.get(path), after!.get(path)) || before!.has(path) !== after!.has(path))
    .filter((path) => {
      const difference = DIFFERENCES.find((candidate) => candidate.path.test(path));
      if (difference !== undefined) {
        EXPLAINED.add(difference);
      }
      return difference === undefined;
    })
    .map((path) => `${path}: ${JSON.stringify(before!.get(path)) ?? '-'} became ${JSON.stringify(after!.get(path)) ?? '-'}`.slice(0, 300));
}

describeWith(SAMPLES)('a sample bundle that is taken apart and made again', () => {
  it.each(sampleNames())('%s has the same ClusterServiceVersion, but for argued differences', (name) => {
    expect(differencesOf(name)).toEqual([]);
  });

  it('has each difference of the table in one of the samples', () => {
    expect(DIFFERENCES.filter((difference) => !EXPLAINED.has(difference))).toEqual([]);
  });
});
