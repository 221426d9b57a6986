import type { BundleViewOptions } from '../../../lib/validation/model/bundle-view';
import { ValidationSuite } from '../../../lib/validation/model/suite';
import { type Breach, type Passing, testSuite } from '../rule-table';
import { CRD, CSV, type Edits, IMAGE, validCrd } from '../valid-bundle';

const CONTAINER = 'spec.install.spec.deployments.0.spec.template.spec.containers.0';
const ANNOTATIONS = 'metadata/annotations.yaml annotations.operators.operatorframework.io.bundle.channels.v1';
const object = (apiVersion: string, kind: string, more: object = {}): object => ({ apiVersion, kind, metadata: { name: 'x' }, ...more });

describe('the suite good-practices', () => {
  testSuite(ValidationSuite.GOOD_PRACTICES, [
    {
      id: 'gp-deployments',
      what: 'no deployments',
      csv: { 'spec/install/spec/deployments': undefined },
      message: 'nothing would run',
      at: `${CSV} spec.install.spec`,
    },
    {
      id: 'gp-requests',
      what: 'a container without requests',
      csv: { 'spec/install/spec/deployments/0/spec/template/spec/containers/0/resources': {} },
      message: '"manager"',
      at: `${CSV} ${CONTAINER}`,
    },
    {
      id: 'gp-crd-desc',
      what: 'an owned CRD without a description',
      csv: { 'spec/customresourcedefinitions/owned/0/description': '' },
      message: 'owned CRD "memcacheds.example.test"',
      at: `${CSV} spec.customresourcedefinitions.owned.0`,
    },
    {
      id: 'gp-crd-desc',
      what: 'a required CRD without a description',
      csv: { 'spec/customresourcedefinitions/required': [{ name: 'a.b', version: 'v1', kind: 'A' }] },
      message: 'required CRD "a.b"',
      at: `${CSV} spec.customresourcedefinitions.required.0`,
    },
    {
      id: 'gp-channels',
      what: 'channel names that do not follow the convention',
      annotations: { 'operators.operatorframework.io.bundle.channels.v1': 'alpha, beta ,stable' },
      message: 'alpha, beta',
      at: ANNOTATIONS,
    },
    {
      id: 'gp-crd-rbac',
      what: 'permission to patch CRDs',
      csv: { 'spec/install/spec/clusterPermissions/0/rules': [{ apiGroups: ['apiextensions.k8s.io'], resources: ['*'], verbs: ['patch'] }] },
      message: 'create or patch',
      at: `${CSV} spec.install.spec.clusterPermissions.0.rules.0`,
    },
    ...['demo', 'demo.v1.2', 'demo.v01.2.3', `${'1'.repeat(50_000)}.x`].map((name) => (
      { id: 'gp-name-semver', what: `the name ${name.slice(0, 20)}`, csv: { 'metadata/name': name }, message: 'semantic version', at: `${CSV} metadata.name` }
    )),
    { id: 'gp-name-form', what: 'a name without .v', csv: { 'metadata/name': 'demo-1.2.3' }, message: '"demo-1.2.3"', at: `${CSV} metadata.name` },
  ], [
    { id: 'gp-deployments', what: 'an empty list', csv: { 'spec/install/spec/deployments': [] } },
    {
      id: 'gp-requests',
      what: 'requests without memory',
      csv: { 'spec/install/spec/deployments/0/spec/template/spec/containers/0/resources': { requests: {} } },
    },
    { id: 'gp-name-semver', what: 'a pre-release and build metadata', csv: { 'metadata/name': 'x.v1.0.0-rc.1+5' } },
    {
      id: 'gp-crd-rbac',
      what: 'permission to read CRDs',
      csv: { 'spec/install/spec/permissions/0/rules': [{ apiGroups: ['apiextensions.k8s.io'], resources: ['*'], verbs: ['get'] }] },
    },
  ]);
});

const HUB: readonly Breach[] = [
  { id: 'hub-provider', what: 'no provider', csv: { 'spec/provider': { name: ' ' } }, message: 'spec.provider.name', at: `${CSV} spec.provider` },
  {
    id: 'hub-maintainers',
    what: 'no name',
    csv: { 'spec/maintainers/0/name': undefined },
    message: 'a name and an email',
    at: `${CSV} spec.maintainers.0`,
  },
  {
    id: 'hub-maintainers',
    what: 'an invalid email address',
    csv: { 'spec/maintainers/0/email': 'ann' },
    message: '"ann"',
    at: `${CSV} spec.maintainers.0.email`,
  },
  { id: 'hub-links', what: 'no URL', csv: { 'spec/links/0/url': undefined }, message: 'a name and a url', at: `${CSV} spec.links.0` },
  { id: 'hub-links', what: 'a relative URL', csv: { 'spec/links/0/url': 'example.test' }, message: '"example.test"', at: `${CSV} spec.links.0.url` },
  { id: 'hub-version', what: 'no version', csv: { 'spec/version': undefined }, message: 'spec.version', at: `${CSV} spec.version` },
  { id: 'hub-version', what: '0.0.0', csv: { 'spec/version': '0.0.0' }, message: '0.0.0', at: `${CSV} spec.version` },
  { id: 'hub-icon', what: 'no icon', csv: { 'spec/icon': undefined }, message: 'not set', at: `${CSV} spec`, severity: 'warning' },
  { id: 'hub-icon', what: 'an empty list', csv: { 'spec/icon': [] }, message: 'got 0', at: `${CSV} spec.icon` },
  {
    id: 'hub-icon',
    what: 'two icons',
    csv: { 'spec/icon/+': { base64data: 'aGk=', mediatype: 'image/png' } },
    message: 'got 2',
    at: `${CSV} spec.icon`,
  },
  { id: 'hub-icon', what: 'no data', csv: { 'spec/icon/0/base64data': '' }, message: 'base64data', at: `${CSV} spec.icon.0` },
  {
    id: 'hub-icon',
    what: 'a type that browsers do not show',
    csv: { 'spec/icon/0/mediatype': 'image/webp' },
    message: 'image/webp',
    at: `${CSV} spec.icon.0.mediatype`,
  },
  { id: 'hub-minkube', what: 'none', csv: { 'spec/minKubeVersion': undefined }, message: 'not set', at: `${CSV} spec.minKubeVersion`, severity: 'warning' },
  { id: 'hub-minkube', what: 'two numbers only', csv: { 'spec/minKubeVersion': '1.20' }, message: '"1.20"', at: `${CSV} spec.minKubeVersion` },
];

const HUB_PASSING: readonly Passing[] = [
  { id: 'hub-links', what: 'a path', csv: { 'spec/links/0/url': '/docs' } },
  { id: 'hub-maintainers', what: 'no maintainers', csv: { 'spec/maintainers': [] } },
  { id: 'hub-version', what: 'a pre-release of 0.0.0', csv: { 'spec/version': '0.0.0-alpha' } },
];

const REMOVED: readonly Breach[] = [
  { id: 'removed-apis-version', what: 'an option that is not a version', options: { k8sVersion: 'new' }, message: '"new"' },
  {
    id: 'removed-apis-version',
    what: 'a minKubeVersion that is not a version',
    csv: { 'spec/minKubeVersion': 'x' },
    message: '"x"',
    at: `${CSV} spec.minKubeVersion`,
  },
  {
    id: 'removed-apis-1.22',
    what: 'a v1beta1 CRD',
    crd: { 'apiVersion': 'apiextensions.k8s.io/v1beta1' },
    message: 'memcacheds.example.test',
    at: `${CRD} apiVersion`,
  },
  {
    id: 'removed-apis-1.22',
    what: 'removed APIs, in one finding, an error for that release',
    files: { 'manifests/a.yaml': object('scheduling.k8s.io/v1beta1', 'PriorityClass'), 'manifests/b.yaml': object('networking.k8s.io/v1beta1', 'Ingress') },
    options: { k8sVersion: '1.22' },
    message: 'PriorityClass x, Ingress x',
    at: 'manifests/a.yaml apiVersion',
    severity: 'error',
  },
  {
    id: 'removed-apis-1.25',
    what: 'a CronJob, an error because of minKubeVersion',
    files: { 'manifests/a.yaml': object('batch/v1beta1', 'CronJob') },
    csv: { 'spec/minKubeVersion': '1.25.0' },
    message: 'CronJob x',
    at: 'manifests/a.yaml apiVersion',
    severity: 'error',
  },
  {
    id: 'removed-apis-1.25',
    what: 'a resource of an owned CRD',
    csv: { 'spec/customresourcedefinitions/owned/0/resources': [{ kind: 'CronJob', name: '', version: 'batch/v1beta1' }] },
    message: 'the resource CronJob',
    at: `${CSV} spec.customresourcedefinitions.owned.0.resources.0`,
  },
  {
    id: 'removed-apis-1.26',
    what: 'an autoscaler',
    files: { 'manifests/a.yaml': object('autoscaling/v2beta2', 'HorizontalPodAutoscaler') },
    message: 'HorizontalPodAutoscaler x',
    at: 'manifests/a.yaml apiVersion',
  },
  {
    id: 'removed-apis-rbac',
    what: 'permissions on PodSecurityPolicies',
    csv: { 'spec/install/spec/permissions/0/rules': [{ apiGroups: ['policy'], resources: ['podsecuritypolicies'], verbs: ['use'] }] },
    message: 'permissions of demo on podsecuritypolicies',
    at: `${CSV} spec.install.spec.permissions.0.rules.0`,
  },
];

const REMOVED_PASSING: readonly Passing[] = [
  { id: 'removed-apis-1.25', what: 'the API that replaces it', files: { 'manifests/a.yaml': object('batch/v1', 'CronJob') } },
  { id: 'removed-apis-1.22', what: 'a kind of the same name in another group', files: { 'manifests/a.yaml': object('constructor', 'Ingress') } },
];

const CAPABILITIES: readonly Breach[] = [
  {
    id: 'capabilities',
    what: 'an unknown level',
    csv: { 'metadata/annotations/capabilities': 'Autopilot' },
    message: '"Autopilot"',
    at: `${CSV} metadata.annotations.capabilities`,
  },
];

const CATEGORIES: readonly Breach[] = [
  {
    id: 'categories',
    what: 'an unknown category',
    csv: { 'metadata/annotations/categories': 'Database, Nonsense' },
    message: '"Nonsense"',
    at: `${CSV} metadata.annotations.categories`,
  },
  {
    id: 'categories',
    what: 'standard categories that the option excludes',
    options: { categories: ['Mine'] },
    message: '"Database"',
    count: 2,
    at: `${CSV} metadata.annotations.categories`,
  },
];

const under = (id: string): string => `hub-${id}`;
const HUB_REMOVED = REMOVED.map((breach) => ({ ...breach, id: under(breach.id) }));

describe('the suite operatorhubv2', () => {
  testSuite(ValidationSuite.OPERATORHUB_V2, [...HUB, ...HUB_REMOVED], HUB_PASSING);
});

describe('the suite alpha-deprecated-apis', () => {
  testSuite(ValidationSuite.ALPHA_DEPRECATED_APIS, REMOVED, REMOVED_PASSING);
});

describe('the suite standardcapabilities', () => {
  testSuite(ValidationSuite.STANDARD_CAPABILITIES, CAPABILITIES, [{ id: 'capabilities', what: 'no level', csv: { 'metadata/annotations/capabilities': undefined } }]);
});

describe('the suite standardcategories', () => {
  testSuite(ValidationSuite.STANDARD_CATEGORIES, CATEGORIES, [{ id: 'categories', what: 'the categories of the option', options: { categories: ['Database', 'Monitoring'] } }]);
});

describe('the suite object', () => {
  const rule = (more: object): object => ({ rules: [{ apiGroups: ['policy', 'security.openshift.io'], verbs: ['update'], ...more }] });
  testSuite(ValidationSuite.OBJECT, [
    ...[0, '0%', '50%'].map((maxUnavailable) => ({
      id: 'obj-pdb',
      what: `maxUnavailable ${maxUnavailable}`,
      files: { 'manifests/p.yaml': object('policy/v1', 'PodDisruptionBudget', { spec: { maxUnavailable } }) },
      message: 'maxUnavailable',
      at: 'manifests/p.yaml spec.maxUnavailable',
    })),
    {
      id: 'obj-pdb',
      what: 'minAvailable 100%',
      files: { 'manifests/p.yaml': object('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: '100%' } }) },
      message: '100%',
      at: 'manifests/p.yaml spec.minAvailable',
    },
    {
      id: 'obj-priorityclass',
      what: 'a default class',
      files: { 'manifests/p.yaml': object('scheduling.k8s.io/v1', 'PriorityClass', { globalDefault: true }) },
      message: 'globalDefault',
      at: 'manifests/p.yaml globalDefault',
    },
    {
      id: 'obj-rbac-pdb',
      what: 'permission to change budgets',
      files: { 'manifests/r.yaml': object('rbac.authorization.k8s.io/v1', 'Role', rule({ resources: ['poddisruptionbudgets'] })) },
      message: 'PodDisruptionBudgets',
      at: 'manifests/r.yaml rules.0',
    },
    {
      id: 'obj-rbac-scc',
      what: 'permission to change a constraint of OpenShift',
      files: { 'manifests/r.yaml': object('rbac.authorization.k8s.io/v1', 'ClusterRole', rule({ resources: ['securitycontextconstraints'], resourceNames: ['mine', 'anyuid'] })) },
      message: 'anyuid',
      at: 'manifests/r.yaml rules.0',
    },
  ], [
    {
      id: 'obj-pdb',
      what: 'minAvailable 100',
      files: { 'manifests/p.yaml': object('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 100, maxUnavailable: null } }) },
    },
    {
      id: 'obj-rbac-scc',
      what: 'constraints of its own',
      files: { 'manifests/r.yaml': object('rbac.authorization.k8s.io/v1', 'ClusterRole', rule({ resources: ['securitycontextconstraints'], resourceNames: ['mine'] })) },
    },
  ]);
});

describe('the suite operatorgroup', () => {
  const group = (key: string): object => ({ apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'g', annotations: { [key]: 'x' } } });
  testSuite(ValidationSuite.OPERATOR_GROUP, [{
    id: 'operatorgroup-annotations',
    what: 'an annotation in the wrong case',
    files: { 'manifests/g.yaml': group('olm.providedApis') },
    message: 'olm.providedAPIs',
    at: 'manifests/g.yaml metadata.annotations.olm.providedApis',
  }], [{ id: 'operatorgroup-annotations', what: 'the right case', files: { 'manifests/g.yaml': group('olm.providedAPIs') } }]);
});

describe('the suite packagemanifest', () => {
  const FILE = 'manifests/demo.package.yaml';
  const manifest = (more: object): Edits => ({ [FILE]: { packageName: 'demo', channels: [{ name: 'a', currentCSV: 'demo.v1' }], ...more } });
  const two = [{ name: 'a', currentCSV: 'demo.v1' }, { name: 'b', currentCSV: 'demo.v2' }];
  testSuite(ValidationSuite.PACKAGE_MANIFEST, [
    { id: 'pkgman-name', what: 'no name', files: manifest({ packageName: '' }), message: 'packageName', at: `${FILE} ` },
    { id: 'pkgman-channels', what: 'no channels', files: manifest({ channels: [] }), message: 'channels is empty', at: `${FILE} channels` },
    { id: 'pkgman-default', what: 'two channels without a default', files: manifest({ channels: two }), message: 'defaultChannel', at: `${FILE} ` },
    { id: 'pkgman-default', what: 'an unknown default', files: manifest({ defaultChannel: 'c' }), message: '"c"', at: `${FILE} defaultChannel` },
    {
      id: 'pkgman-channel',
      what: 'a channel without a name',
      files: manifest({ channels: [{ currentCSV: 'demo.v1' }] }),
      message: 'a channel has no name',
      at: `${FILE} channels.0`,
    },
    {
      id: 'pkgman-channel',
      what: 'a channel without a version',
      files: manifest({ channels: [{ name: 'a' }] }),
      message: 'currentCSV',
      at: `${FILE} channels.0`,
    },
    {
      id: 'pkgman-channel',
      what: 'a channel twice',
      files: manifest({ channels: [two[0], two[0]], defaultChannel: 'a' }),
      message: 'another channel is named "a"',
      at: `${FILE} channels.1`,
    },
  ], [{ id: 'pkgman-default', what: 'two channels with a default', files: manifest({ channels: two, defaultChannel: 'b' }) }]);
});

describe('the suite multiarch', () => {
  const OTHER = 'example.test/other:1';
  const labels = (...names: string[]): Edits => ({
    'metadata/labels': Object.fromEntries(names.map((name) => [`operatorframework.io/${name}`, 'supported'])),
  });
  const platforms = (...own: string[]): BundleViewOptions => ({ imagePlatforms: [{ image: IMAGE, platforms: own }, { image: OTHER, platforms: ['linux/amd64'] }] });
  testSuite(ValidationSuite.MULTIARCH, [
    {
      id: 'multiarch-unknown',
      what: 'an image with unknown platforms',
      options: { imagePlatforms: [] },
      message: 'not known',
      at: `${CSV} ${CONTAINER}.image`,
    },
    {
      id: 'multiarch-support',
      what: 'a label for a platform that the image does not support',
      csv: labels('arch.amd64', 'arch.arm64'),
      message: 'linux/arm64',
      at: `${CSV} ${CONTAINER}.image`,
    },
    {
      id: 'multiarch-support',
      what: 'an image that does not support amd64',
      options: platforms('linux/s390x'),
      message: 'linux/amd64',
      at: `${CSV} ${CONTAINER}.image`,
    },
    {
      id: 'multiarch-labels',
      what: 'missing labels',
      options: platforms('linux/amd64', 'linux/arm64'),
      message: 'operatorframework.io/arch.arm64',
      at: `${CSV} metadata.labels`,
    },
    {
      id: 'multiarch-labels',
      what: 'another system',
      csv: labels('os.linux'),
      options: platforms('linux/amd64', 'windows/amd64'),
      message: 'operatorframework.io/os.windows',
      at: `${CSV} metadata.labels`,
    },
    {
      id: 'multiarch-other-images',
      what: 'a related image that supports fewer platforms than the operator',
      csv: { 'spec/relatedImages/+': { name: 'other', image: OTHER } },
      options: platforms('linux/amd64', 'linux/arm64'),
      message: `arm64, but the image "${OTHER}" does not`,
      at: `${CSV} spec.relatedImages.1.image`,
    },
    {
      id: 'multiarch-affinity',
      what: 'no affinity',
      csv: { 'spec/install/spec/deployments/0/spec/template/spec/affinity': undefined },
      message: 'no node affinity for platforms; the image supports linux/amd64',
      at: `${CSV} ${CONTAINER}.image`,
    },
    {
      id: 'multiarch-affinity',
      what: 'an affinity for fewer platforms',
      options: platforms('linux/amd64', 'linux/arm64'),
      message: 'does not allow',
      at: `${CSV} ${CONTAINER}.image`,
    },
    {
      id: 'multiarch-affinity',
      what: 'an affinity for other platforms',
      options: platforms('linux/arm64'),
      message: 'allows linux/amd64',
      count: 2,
      at: `${CSV} ${CONTAINER}.image`,
    },
  ], [
    { id: 'multiarch-support', what: 'images with unknown platforms', options: { imagePlatforms: [] }, csv: labels('arch.arm64') },
    { id: 'multiarch-labels', what: 'all labels', csv: labels('arch.amd64', 'arch.arm64'), options: platforms('linux/amd64', 'linux/arm64') },
  ], platforms('linux/amd64'));
});

describe('the suite community', () => {
  const old = { crd: { 'apiVersion': 'apiextensions.k8s.io/v1beta1' } };
  const properties = (json: string): Edits => ({ 'metadata/annotations/olm.properties': json });
  const maximum = (value: unknown): string => JSON.stringify([{ type: 'olm.maxOpenShiftVersion', value }]);
  const PATH = `${CSV} metadata.annotations.olm.properties`;
  const MAX = { id: 'community-max-openshift', ...old };
  const LABEL = { id: 'community-openshift-versions', ...old };
  testSuite(ValidationSuite.COMMUNITY, [
    { ...MAX, what: 'no property', message: 'memcacheds.example.test', at: `${CSV} metadata.annotations` },
    { ...MAX, what: 'properties that are not a list', csv: properties('{'), message: 'JSON list', at: PATH },
    { ...MAX, what: 'another property only', csv: properties('[{"type":"a","value":"b"}]'), message: 'no olm.maxOpenShiftVersion', at: PATH },
    { ...MAX, what: 'an invalid version', csv: properties(maximum('x')), message: '"x"', at: PATH },
    { ...MAX, what: '4.9', csv: properties(maximum('4.9')), message: 'below 4.9', at: PATH },
    { ...MAX, what: 'a patch number', csv: properties(maximum('4.8.1')), message: 'only a major and a minor number', at: PATH, severity: 'warning' },
    { ...LABEL, what: 'an unknown label', message: 'is not known', severity: 'warning' },
    ...['v4.6', 'v4.6-v4.9', '=v4.9', 'v4.6-x'].map((openshiftVersions) => ({ ...LABEL, what: `the label ${openshiftVersions}`, options: { openshiftVersions }, message: openshiftVersions })),
  ], [
    { ...MAX, what: '4.8', csv: properties(maximum('4.8')) },
    { ...LABEL, what: 'a range that ends before 4.9', options: { openshiftVersions: 'v4.6-v4.8' } },
    { id: 'community-openshift-versions', what: 'a bundle without removed APIs', files: { [CRD]: validCrd() } },
  ]);
});

describe('the suite operatorhub', () => {
  testSuite(ValidationSuite.OPERATORHUB, [
    ...HUB,
    ...HUB_REMOVED,
    ...CAPABILITIES,
    ...CATEGORIES,
    { id: 'operatorhub-deprecated', what: 'its own use', message: 'deprecated' },
  ], HUB_PASSING, {}, ['operatorhub-deprecated']);
});
