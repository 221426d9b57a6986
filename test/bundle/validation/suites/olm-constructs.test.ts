import { ValidationSuite } from '../../../../lib/bundle/validation/suite';
import type { Breach, Passing } from '../rule-table';
import { testSuite } from '../rule-table';
import type { Json } from '../sound-bundle';
import { ANNOTATIONS, CRD, CSV, DEPENDENCIES, soundCrd } from '../sound-bundle';

const PREFIX = 'operators.operatorframework.io.bundle.';
const CHANNELS = `${PREFIX}channels.v1`;
const DEPLOYMENT = 'spec.install.spec.deployments.0';
const CONTAINER = `${DEPLOYMENT}.spec.template.spec.containers.0`;
const POD = (csv: Json): Json => csv.spec.install.spec.deployments[0].spec.template.spec;
const WEBHOOK = (csv: Json): Json => csv.spec.webhookdefinitions[0];
const role = (rule: object): object => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'r' }, rules: [rule] });
const conversion = (csv: Json): Json => csv.spec.webhookdefinitions.push({ ...WEBHOOK(csv), type: 'ConversionWebhook', conversionCRDs: ['memcacheds.example.test'] });

const BREACHES: readonly Breach[] = [
  { id: 'files-folder', what: 'a folder in manifests/', files: { 'manifests/more/a.yaml': '{}' }, says: 'manifests/more' },
  { id: 'files-hidden', what: 'a hidden file', files: { 'manifests/.a.yaml': '{}' }, says: 'skipped by opm', at: 'manifests/.a.yaml' },
  { id: 'files-foreign', what: 'a README', files: { 'manifests/README.md': 'Hello' }, says: 'opm skips it', at: 'manifests/README.md' },
  { id: 'files-lost', what: 'a comment before the first ---', files: { [CRD]: `# licence\n---\n${JSON.stringify(soundCrd())}` }, says: 'comment', at: CRD },
  { id: 'files-lost', what: 'a second document', files: { [CRD]: `${JSON.stringify(soundCrd())}\n---\nkind: Secret\n` }, says: 'document', at: CRD },
  {
    id: 'files-second-csv',
    what: 'another ClusterServiceVersion',
    files: { 'manifests/z.yaml': { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'z' } } },
    says: CSV,
    at: 'manifests/z.yaml',
  },
  { id: 'files-metadata-name', what: 'properties in another file', files: { 'metadata/more.yaml': { properties: [] } }, says: 'properties.yaml', at: 'metadata/more.yaml properties' },
  {
    id: 'files-metadata-name',
    what: 'annotations in another file',
    files: { [ANNOTATIONS]: null, 'metadata/labels.yaml': { annotations: { [`${PREFIX}package.v1`]: 'demo' } } },
    says: 'annotations.yaml',
    at: 'metadata/labels.yaml annotations',
  },
  { id: 'files-collision', what: 'one name in both folders', files: { 'manifests/annotations.yaml': '{}' }, says: 'manifests/annotations.yaml', at: ANNOTATIONS },
  {
    id: 'files-collision',
    what: 'names that are the same once odd characters are dashes',
    files: { 'manifests/a b.yaml': '{}', 'manifests/a-b.yaml': '{}' },
    says: 'same key',
    at: 'manifests/a-b.yaml',
  },

  { id: 'package-name', what: 'a dot', annotations: (map) => { map[`${PREFIX}package.v1`] = 'a.b'; }, says: '"a.b"', at: `${ANNOTATIONS} annotations.${PREFIX}package.v1` },
  {
    id: 'channel-default-unlisted',
    what: 'a default channel that is none of the channels',
    annotations: (map) => { map[`${PREFIX}channel.default.v1`] = 'beta'; },
    says: '"beta" is none of stable, stable-v1',
    at: `${ANNOTATIONS} annotations.${PREFIX}channel.default.v1`,
  },
  { id: 'channel-name', what: 'a space', annotations: (map) => { map[CHANNELS] = 'stable, fast'; }, says: '" fast"', at: `${ANNOTATIONS} annotations.${CHANNELS}` },
  { id: 'channel-name', what: 'an empty name', annotations: (map) => { map[CHANNELS] = 'stable,'; }, says: 'empty', at: `${ANNOTATIONS} annotations.${CHANNELS}` },
  { id: 'channel-name', what: 'a name twice', annotations: (map) => { map[CHANNELS] = 'stable,stable'; }, says: 'twice', at: `${ANNOTATIONS} annotations.${CHANNELS}` },
  {
    id: 'annotation-retyped',
    what: 'a channel that YAML takes for a number',
    files: { [ANNOTATIONS]: `annotations:\n  ${PREFIX}package.v1: demo\n  ${CHANNELS}: 4.10\n` },
    says: '"4.1"',
    at: `${ANNOTATIONS} annotations.${CHANNELS}`,
  },
  {
    id: 'annotation-retyped',
    what: 'a channel that YAML takes for a boolean',
    files: { [ANNOTATIONS]: `annotations:\n  ${PREFIX}package.v1: demo\n  ${CHANNELS}: yes\n` },
    says: '"true"',
    at: `${ANNOTATIONS} annotations.${CHANNELS}`,
  },

  { id: 'upgrade-skips-name', what: 'a name with capitals', csv: (csv) => { csv.spec.skips = ['Demo.v1']; }, says: '"Demo.v1"', at: `${CSV} spec.skips.0` },
  { id: 'upgrade-own-name', what: 'its own name in replaces', csv: (csv) => { csv.spec.replaces = 'demo.v1.2.3'; }, says: 'itself', at: `${CSV} spec.replaces` },
  { id: 'upgrade-own-name', what: 'its own name in skips', csv: (csv) => { csv.spec.skips = ['a.v1', 'demo.v1.2.3']; }, says: 'itself', at: `${CSV} spec.skips.1` },
  {
    id: 'upgrade-skip-range',
    what: 'a caret',
    csv: (csv) => { csv.metadata.annotations['olm.skipRange'] = '^1.0.0'; },
    says: 'cannot read',
    at: `${CSV} metadata.annotations.olm.skipRange`,
  },
  {
    id: 'upgrade-skip-range',
    what: 'a dash that OLM drops',
    csv: (csv) => { csv.metadata.annotations['olm.skipRange'] = '1.0.0 - 2.0.0'; },
    says: 'drops the dash',
    at: `${CSV} metadata.annotations.olm.skipRange`,
  },
  ...[['4.17.1', 'major and minor only'], ['latest', 'such as "4.17"'], [4.17, 'such as "4.17"'], ['', 'such as "4.17"']].map(([value, says]) => ({
    id: 'upgrade-max-openshift',
    what: `the value ${JSON.stringify(value)}`,
    files: { 'metadata/properties.yaml': { properties: [{ type: 'olm.maxOpenShiftVersion', value }] } },
    says: says as string,
    at: 'metadata/properties.yaml properties.0',
  })),
  {
    id: 'upgrade-max-openshift',
    what: 'a second one in the annotation',
    files: { 'metadata/properties.yaml': { properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.17' }] } },
    csv: (csv) => { csv.metadata.annotations['olm.properties'] = '[{"type":"olm.maxOpenShiftVersion","value":"4.18"}]'; },
    says: 'another',
    at: `${CSV} metadata.annotations.olm.properties`,
  },

  {
    id: 'installmode-twice',
    what: 'a mode twice',
    csv: (csv) => { csv.spec.installModes.push({ type: 'AllNamespaces', supported: true }); },
    says: 'AllNamespaces',
    at: `${CSV} spec.installModes.4.type`,
  },
  { id: 'installmode-unknown', what: 'an unknown mode', csv: (csv) => { csv.spec.installModes[0].type = 'Some'; }, says: '"Some"', at: `${CSV} spec.installModes.0.type` },
  {
    id: 'deployment-twice',
    what: 'two deployments of one name',
    csv: (csv) => { csv.spec.install.spec.deployments.push(csv.spec.install.spec.deployments[0]); },
    says: '"demo"',
    at: `${CSV} spec.install.spec.deployments.1.name`,
  },
  { id: 'deployment-name', what: 'an underscore', csv: (csv) => { csv.spec.install.spec.deployments[0].name = 'a_b'; }, says: '"a_b"', at: `${CSV} ${DEPLOYMENT}.name` },
  {
    id: 'serviceaccount-permissions',
    what: 'the account of permissions',
    files: { 'manifests/sa.yaml': { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'demo' } } },
    says: '"demo"',
    at: 'manifests/sa.yaml metadata.name',
  },
  {
    id: 'manifest-namespace',
    what: 'a manifest in a namespace',
    files: { 'manifests/s.yaml': { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'here' } } },
    says: '"here"',
    at: 'manifests/s.yaml metadata.namespace',
  },
  { id: 'icon-base64', what: 'a picture as text', csv: (csv) => { csv.spec.icon[0].base64data = '<svg/>'; }, says: 'base64', at: `${CSV} spec.icon.0.base64data` },

  { id: 'webhook-deployment', what: 'an unknown deployment', csv: (csv) => { WEBHOOK(csv).deploymentName = 'x'; }, says: '"x"', at: `${CSV} spec.webhookdefinitions.0.deploymentName` },
  { id: 'webhook-port', what: 'no port', csv: (csv) => { delete WEBHOOK(csv).containerPort; }, says: 'port 0', at: `${CSV} spec.webhookdefinitions.0` },
  { id: 'webhook-port', what: 'port 0', csv: (csv) => { WEBHOOK(csv).containerPort = 0; }, says: 'got 0', at: `${CSV} spec.webhookdefinitions.0.containerPort`, severity: 'error' },
  { id: 'webhook-port', what: 'port 70000', csv: (csv) => { WEBHOOK(csv).containerPort = 70_000; }, says: 'got 70000', at: `${CSV} spec.webhookdefinitions.0.containerPort`, severity: 'error' },
  { id: 'webhook-name', what: 'a dash at the end', csv: (csv) => { WEBHOOK(csv).generateName = 'a-'; }, says: '"a-"', at: `${CSV} spec.webhookdefinitions.0.generateName` },
  {
    id: 'webhook-name',
    what: 'two of a type with one name',
    csv: (csv) => { csv.spec.webhookdefinitions.push(WEBHOOK(csv)); },
    says: 'already',
    at: `${CSV} spec.webhookdefinitions.1.generateName`,
  },
  { id: 'webhook-rules', what: 'every API group', csv: (csv) => { WEBHOOK(csv).rules[0].apiGroups = ['*']; }, says: '*', at: `${CSV} spec.webhookdefinitions.0.rules.0` },
  {
    id: 'webhook-rules',
    what: 'webhooks on webhooks',
    csv: (csv) => { Object.assign(WEBHOOK(csv).rules[0], { apiGroups: ['admissionregistration.k8s.io'], resources: ['MutatingWebhookConfigurations'] }); },
    says: 'MutatingWebhookConfigurations',
    at: `${CSV} spec.webhookdefinitions.0.rules.0`,
  },
  {
    id: 'webhook-conversion-crd',
    what: 'a CRD that is not owned',
    csv: (csv) => { conversion(csv); csv.spec.webhookdefinitions[1].conversionCRDs = ['others.example.test']; },
    says: 'does not own',
    at: `${CSV} spec.webhookdefinitions.1.conversionCRDs.0`,
  },
  {
    id: 'webhook-conversion-crd',
    what: 'two webhooks that convert one CRD',
    csv: (csv) => { conversion(csv); conversion(csv); },
    says: 'another webhook',
    at: `${CSV} spec.webhookdefinitions.2.conversionCRDs.0`,
  },
  {
    id: 'webhook-conversion-modes',
    what: 'conversion beside OwnNamespace',
    csv: (csv) => { conversion(csv); csv.spec.installModes[0].supported = true; },
    says: 'supported is OwnNamespace, AllNamespaces',
    at: `${CSV} spec.webhookdefinitions.1.conversionCRDs.0`,
  },
  {
    id: 'webhook-conversion-modes',
    what: 'conversion without AllNamespaces',
    csv: (csv) => { conversion(csv); csv.spec.installModes = [{ type: 'OwnNamespace', supported: false }]; },
    says: 'supported is none',
    at: `${CSV} spec.webhookdefinitions.1.conversionCRDs.0`,
  },

  {
    id: 'rbac-wildcard',
    what: 'every verb',
    csv: (csv) => { csv.spec.install.spec.permissions[0].rules[0].verbs = ['*']; },
    says: '"demo" may act on every one of verbs',
    at: `${CSV} spec.install.spec.permissions.0.rules.0`,
  },
  { id: 'rbac-wildcard', what: 'a ClusterRole', files: { 'manifests/r.yaml': role({ apiGroups: ['*'], resources: ['pods'], verbs: ['get'] }) }, says: 'apiGroups', at: 'manifests/r.yaml rules.0' },
  { id: 'rbac-escalation', what: 'impersonate', files: { 'manifests/r.yaml': role({ apiGroups: [''], resources: ['users'], verbs: ['impersonate'] }) }, says: 'impersonate', at: 'manifests/r.yaml rules.0' },
  {
    id: 'rbac-secrets',
    what: 'all Secrets',
    csv: (csv) => { csv.spec.install.spec.clusterPermissions[0].rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }]; },
    says: 'every namespace',
    at: `${CSV} spec.install.spec.clusterPermissions.0.rules.0`,
  },

  { id: 'pod-requests', what: 'no memory', csv: (csv) => { delete POD(csv).containers[0].resources.requests.memory; }, says: 'no memory', at: `${CSV} ${CONTAINER}` },
  {
    id: 'pod-requests',
    what: 'an init container without requests',
    csv: (csv) => { delete POD(csv).initContainers[0].resources; },
    says: '"init" requests no cpu and no memory',
    at: `${CSV} ${CONTAINER.replace('containers', 'initContainers')}`,
  },
  { id: 'pod-restricted', what: 'hostNetwork', csv: (csv) => { POD(csv).hostNetwork = true; }, says: 'hostNetwork', at: `${CSV} ${DEPLOYMENT}` },
  { id: 'pod-restricted', what: 'a folder of the node', csv: (csv) => { POD(csv).volumes = [{ name: 'v', hostPath: { path: '/' } }]; }, says: 'folders of the node', at: `${CSV} ${DEPLOYMENT}` },
  {
    id: 'pod-restricted',
    what: 'a container with nothing set',
    csv: (csv) => { delete POD(csv).containers[0].securityContext; delete POD(csv).securityContext; POD(csv).initContainers = []; },
    says: 'does not set allowPrivilegeEscalation: false, does not drop ALL capabilities, does not set runAsNonRoot: true, does not set seccompProfile',
    at: `${CSV} ${CONTAINER}`,
  },
  {
    id: 'pod-restricted',
    what: 'a privileged container as root',
    csv: (csv) => { Object.assign(POD(csv).containers[0].securityContext, { privileged: true, runAsUser: 0, capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } }); },
    says: 'is privileged, adds the capabilities SYS_ADMIN, runs as user 0',
    at: `${CSV} ${CONTAINER}`,
  },
  { id: 'image-tag', what: 'a tag', csv: (csv) => { POD(csv).containers[0].image = 'example.test/demo:1'; }, says: 'demo:1', at: `${CSV} ${CONTAINER}.image` },
  { id: 'image-tag', what: 'a related image', csv: (csv) => { csv.spec.relatedImages[0].image = 'example.test/x:1'; }, says: 'x:1', at: `${CSV} spec.relatedImages.0.image` },
  {
    id: 'image-tag',
    what: 'a RELATED_IMAGE_ variable',
    csv: (csv) => { POD(csv).containers[0].env = [{ name: 'RELATED_IMAGE_X', value: 'example.test/x' }, { name: 'OTHER', value: 'a:1' }]; },
    says: 'example.test/x',
    at: `${CSV} ${CONTAINER}.env.0.value`,
  },

  { id: 'size-annotations', what: 'a long annotation', crd: (crd) => { crd.metadata.annotations = { long: 'x'.repeat(262_141) }; }, says: '262145 bytes', at: `${CRD} metadata.annotations` },
  { id: 'size-apply', what: 'a long description', crd: (crd) => { crd.spec.versions[0].schema.openAPIV3Schema.description = 'x'.repeat(262_144); }, says: 'kubectl apply', at: CRD },
  {
    id: 'size-install-plan',
    what: 'large CustomResourceDefinitions',
    crd: (crd) => { crd.spec.versions[0].schema.openAPIV3Schema.description = 'x'.repeat(1_600_000); },
    says: 'InstallPlan would have',
  },

  {
    id: 'olmv1-api-services',
    what: 'an owned API service',
    csv: (csv) => { csv.spec.apiservicedefinitions = { owned: [{ name: 'v1.a.test', group: 'a.test', version: 'v1', kind: 'A' }] }; },
    says: '"v1.a.test"',
    at: `${CSV} spec.apiservicedefinitions.owned.0`,
  },
  { id: 'olmv1-all-namespaces', what: 'AllNamespaces unsupported', csv: (csv) => { csv.spec.installModes[3].supported = false; }, says: 'AllNamespaces', at: `${CSV} spec.installModes` },
  { id: 'olmv1-kind', what: 'a Job', files: { 'manifests/j.yaml': { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' } } }, says: '"Job"', at: 'manifests/j.yaml kind' },
  {
    id: 'olmv1-dependencies',
    what: 'a required CRD',
    csv: (csv) => { csv.spec.customresourcedefinitions.required = [{ name: 'a.b.test', version: 'v1', kind: 'A', description: 'x' }]; },
    says: '"a.b.test"',
    at: `${CSV} spec.customresourcedefinitions.required.0`,
  },
  {
    id: 'olmv1-dependencies',
    what: 'a dependency on a package',
    files: { [DEPENDENCIES]: { dependencies: [{ type: 'olm.package', value: { packageName: 'a', version: '>=1.0.0' } }] } },
    says: 'olm.package',
    at: `${DEPENDENCIES} dependencies.0`,
  },
];

const PASSING: readonly Passing[] = [
  { id: 'files-lost', what: 'a comment behind the first ---', files: { [CRD]: `---\n# licence\n${JSON.stringify(soundCrd())}` } },
  { id: 'files-metadata-name', what: 'files of the customary names', files: { 'metadata/properties.yaml': { properties: [] } } },
  { id: 'annotation-retyped', what: 'an annotation of somebody else', annotations: (map) => { map['com.example.flag'] = true; } },
  { id: 'annotation-retyped', what: 'numbers in quotes', annotations: (map) => { map[CHANNELS] = '4.10'; } },
  { id: 'channel-default-unlisted', what: 'a bundle without a default channel', annotations: (map) => { delete map[`${PREFIX}channel.default.v1`]; } },
  { id: 'upgrade-skip-range', what: 'a bundle without a range', csv: (csv) => { delete csv.metadata.annotations['olm.skipRange']; } },
  { id: 'upgrade-skip-range', what: 'a pre-release with a dash', csv: (csv) => { csv.metadata.annotations['olm.skipRange'] = '<1.2.3-rc.1'; } },
  { id: 'upgrade-max-openshift', what: 'major and minor', files: { 'metadata/properties.yaml': { properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.17' }] } } },
  { id: 'webhook-conversion-modes', what: 'AllNamespaces alone', csv: (csv) => { conversion(csv); } },
  { id: 'webhook-name', what: 'one name in two types', csv: (csv) => { csv.spec.webhookdefinitions.push({ ...WEBHOOK(csv), type: 'MutatingAdmissionWebhook' }); } },
  { id: 'rbac-secrets', what: 'Secrets by name', csv: (csv) => { csv.spec.install.spec.clusterPermissions[0].rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['a'] }]; } },
  { id: 'rbac-secrets', what: 'Secrets of the watched namespaces', csv: (csv) => { csv.spec.install.spec.permissions[0].rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]; } },
  { id: 'rbac-secrets', what: 'Secrets that may be made only', csv: (csv) => { csv.spec.install.spec.clusterPermissions[0].rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['create'] }]; } },
  { id: 'pod-restricted', what: 'what the pod sets for its containers', csv: (csv) => { delete POD(csv).containers[0].securityContext.runAsNonRoot; } },
  { id: 'olmv1-dependencies', what: 'a label', files: { [DEPENDENCIES]: { dependencies: [{ type: 'olm.label', value: { label: 'a' } }] } } },
];

describe('the suite olm-constructs', () => {
  testSuite(ValidationSuite.OLM_CONSTRUCTS, BREACHES, PASSING);
});
