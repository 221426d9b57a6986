import type { Breach } from '../rule-table';
import { CRD, CSV, IMAGE, validDeployment, validWebhook } from '../valid-bundle';

/** Who refuses a breach: the API server, in an object of the bundle or one that OLM makes of it; or OLM itself. */
export type Refusal = 'crd' | 'csv' | 'deployment' | 'manifest' | 'olm' | 'role';

/** A breach of a rule of the suite, and who refuses it. */
export interface OlmV0Breach extends Breach {
  readonly refusedBy: Refusal;
}

const INSTALL = 'spec/install/spec';
const DEPLOYMENT = `${INSTALL}/deployments/0`;
const AT = 'spec.install.spec.deployments.0';
const CONTAINER = `${DEPLOYMENT}/spec/template/spec/containers/0`;
const CONTAINER_AT = `${AT}.spec.template.spec.containers.0`;
const PERMISSION = `${INSTALL}/permissions/0`;
const SCHEMA = 'spec/versions/0/schema/openAPIV3Schema';
const SCHEMA_AT = 'spec.versions.0.schema.openAPIV3Schema';
const RBAC = 'rbac.authorization.k8s.io/v1';

/** A breach in the CSV that the schema of its CRD does not accept, or that OLM cannot decode. */
const csv = (what: string, path: string, value: unknown, at: string, message: string): OlmV0Breach => (
  { id: 'olm-v0-csv', what, csv: { [path]: value }, message, at: `${CSV} ${at}`, refusedBy: 'csv' }
);

const deployment = (what: string, path: string, value: unknown, at: string, message: string): OlmV0Breach => (
  { id: 'olm-v0-deployment', what, csv: { [path]: value }, message, at: `${CSV} ${at}`, refusedBy: 'deployment' }
);

const crd = (what: string, path: string, value: unknown, at: string, message: string): OlmV0Breach => (
  { id: 'olm-v0-crd-schema', what, crd: { [path]: value }, message, at: `${CRD} ${at}`, refusedBy: 'crd' }
);

const FILE = 'manifests/other.yaml';
const manifest = (id: string, what: string, object: object, at: string, message: string): OlmV0Breach => (
  { id, what, files: { [FILE]: object }, message, at: `${FILE} ${at}`, refusedBy: 'manifest' }
);
const object = (apiVersion: string, kind: string, more: object = {}, name = 'other'): object => ({ apiVersion, kind, metadata: { name }, ...more });
const service = (spec: object, name?: string): object => object('v1', 'Service', { spec }, name);
const role = (rule: object): object => object(RBAC, 'ClusterRole', { rules: [rule] });

const role0 = (what: string, rule: object, message: string): OlmV0Breach => ({
  id: 'olm-v0-role', what: `a permission ${what}`, csv: { [`${PERMISSION}/rules`]: [rule] }, message, at: `${CSV} ${PERMISSION.replaceAll('/', '.')}.rules.0`, refusedBy: 'role',
});

/** Breaches of the rules of the suite that are in no other suite. An end-to-end test compares those that the API server refuses with a real one. */
export const OLM_V0_BREACHES: readonly OlmV0Breach[] = [
  csv('a number as the value of a variable', `${CONTAINER}/env`, [{ name: 'PORT', value: 8080 }], `${CONTAINER_AT}.env.0.value`, 'must be a string, got the number 8080'),
  csv('a number as an argument', `${CONTAINER}/args`, [1], `${CONTAINER_AT}.args.0`, 'must be a string, got the number 1'),
  csv('a boolean as a label of a selector', `${DEPLOYMENT}/spec/selector`, { matchLabels: { a: true } }, `${AT}.spec.selector.matchLabels.a`, 'must be a string, got the boolean true'),
  csv('a number as a keyword', 'spec/keywords', [5], 'spec.keywords.0', 'must be a string, got the number 5'),
  csv('a string as a number of replicas', `${DEPLOYMENT}/spec/replicas`, '1', `${AT}.spec.replicas`, 'must be a 32-bit integer'),
  csv('a quantity that is none', `${CONTAINER}/resources`, { requests: { cpu: 'lots' } }, `${CONTAINER_AT}.resources.requests.cpu`, 'quantity'),
  csv('an unknown type of webhooks', 'spec/webhookdefinitions/0/type', 'Validating', 'spec.webhookdefinitions.0.type', 'must be one of'),
  csv('a webhook without side effects', 'spec/webhookdefinitions/0/sideEffects', undefined, 'spec.webhookdefinitions.0.sideEffects', 'is required'),
  csv('a webhook without versions of reviews', 'spec/webhookdefinitions/0/admissionReviewVersions', undefined, 'spec.webhookdefinitions.0.admissionReviewVersions', 'is required'),
  csv('a deployment without a selector', `${DEPLOYMENT}/spec/selector`, undefined, `${AT}.spec.selector`, 'is required'),
  csv('two containers with a name', `${DEPLOYMENT}/spec/template/spec/containers/+`, { name: 'manager', image: IMAGE }, `${AT}.spec.template.spec.containers.1`, 'manager'),
  csv('a label that is none', 'metadata/labels', { a: 'x y' }, 'metadata.labels', 'must'),
  csv('a permission without verbs', `${PERMISSION}/rules/0/verbs`, undefined, `${PERMISSION.replaceAll('/', '.')}.rules.0.verbs`, 'is required'),
  { id: 'olm-v0-strategy', what: 'an unknown strategy', csv: { 'spec/install/strategy': 'Deployment' }, message: '"Deployment"', at: `${CSV} spec.install.strategy`, refusedBy: 'olm' },
  deployment('a selector that no pod has', `${DEPLOYMENT}/spec/selector`, { matchLabels: { app: 'x' } }, `${AT}.spec.selector.matchLabels.app`, 'app=x'),
  deployment('an empty selector', `${DEPLOYMENT}/spec/selector`, {}, `${AT}.spec.selector`, 'is empty'),
  deployment('a container without an image', `${CONTAINER}/image`, undefined, CONTAINER_AT, 'has no image'),
  deployment('a container with an invalid name', `${CONTAINER}/name`, 'My_container', `${CONTAINER_AT}.name`, '"My_container"'),
  deployment('no container', `${DEPLOYMENT}/spec/template/spec/containers`, [], `${AT}.spec.template.spec`, 'no container'),
  deployment('pods that end', `${DEPLOYMENT}/spec/template/spec/restartPolicy`, 'Never', `${AT}.spec.template.spec.restartPolicy`, '"Never"'),
  role0('with an empty list of verbs', { apiGroups: [''], resources: ['pods'], verbs: [] }, 'no verbs'),
  role0('without an API group', { resources: ['pods'], verbs: ['get'] }, 'no apiGroups'),
  role0('without resources', { apiGroups: [''], verbs: ['get'] }, 'no resources'),
  role0('with URLs in a namespace', { nonResourceURLs: ['/metrics'], verbs: ['get'] }, 'whole cluster'),
  manifest('olm-v0-role', 'a ClusterRole with both URLs and resources', role({ nonResourceURLs: ['/x'], apiGroups: [''], resources: ['pods'], verbs: ['get'] }), 'rules.0', 'both'),
  manifest('olm-v0-binding', 'an account without a namespace', object(RBAC, 'ClusterRoleBinding', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'ServiceAccount', name: 'demo' }],
  }), 'subjects.0', '"demo" has no namespace'),
  {
    id: 'olm-v0-service-account', what: 'an account with an invalid name', csv: { [`${PERMISSION}/serviceAccountName`]: 'My_SA' }, message: '"My_SA"',
    at: `${CSV} ${PERMISSION.replaceAll('/', '.')}.serviceAccountName`, refusedBy: 'olm',
  },
  {
    id: 'olm-v0-crd-version', what: 'an owned version that is not served', crd: { 'spec/versions/0/served': false, 'spec/versions/+': { name: 'v2', served: true, storage: false } },
    message: 'does not serve the owned version v1', at: `${CSV} spec.customresourcedefinitions.owned.0.version`, refusedBy: 'olm',
  },
  {
    id: 'olm-v0-api-service', what: 'an APIService of an unknown deployment', message: '"nope"', at: `${CSV} spec.apiservicedefinitions.owned.0.deploymentName`, refusedBy: 'olm',
    csv: { 'spec/apiservicedefinitions': { owned: [{ name: 'things', group: 'api.test', version: 'v1', kind: 'Thing', deploymentName: 'nope' }] } },
  },
  {
    id: 'olm-v0-conversion', what: 'a conversion webhook without CRDs', csv: { 'spec/webhookdefinitions/+': validWebhook('ConversionWebhook', { generateName: 'c.demo.test' }) },
    message: 'conversionCRDs', at: `${CSV} spec.webhookdefinitions.1`, refusedBy: 'olm',
  },
  {
    id: 'olm-v0-webhook-port', what: 'one port with two targets', message: 'containerPort 443', at: `${CSV} spec.webhookdefinitions.1`, refusedBy: 'olm',
    csv: { 'spec/webhookdefinitions/+': validWebhook('MutatingAdmissionWebhook', { generateName: 'm.demo.test', targetPort: 9443 }) },
  },
  crd('a version without a schema', 'spec/versions/0/schema', undefined, 'spec.versions.0', 'has no schema'),
  crd('a root without a type', `${SCHEMA}/type`, undefined, SCHEMA_AT, 'the object has no type'),
  crd('a root of another type', `${SCHEMA}/type`, 'string', `${SCHEMA_AT}.type`, 'must have the type object'),
  crd('a field without a type', `${SCHEMA}/properties/spec/type`, undefined, `${SCHEMA_AT}.properties.spec`, 'the schema of spec has no type'),
  crd('an unknown type', `${SCHEMA}/properties/spec/properties/size/type`, 'strin', `${SCHEMA_AT}.properties.spec.properties.size.type`, 'spec.size has the unknown type "strin"'),
  crd('a list without items', `${SCHEMA}/properties/spec/properties/size`, { type: 'array' }, `${SCHEMA_AT}.properties.spec.properties.size`, 'a list without items'),
  crd('items without a type', `${SCHEMA}/properties/spec/properties/size`, { type: 'array', items: {} }, `${SCHEMA_AT}.properties.spec.properties.size.items`, 'spec.size[] has no type'),
  crd('values without a type', `${SCHEMA}/properties/spec/properties/size`, { type: 'object', additionalProperties: {} }, `${SCHEMA_AT}.properties.spec.properties.size.additionalProperties`, 'spec.size.* has no type'),
  manifest('olm-v0-object', 'a port that is a string', service({ ports: [{ port: '8443' }] }), 'spec.ports.0.port', 'must be a 32-bit integer'),
  manifest('olm-v0-object', 'verbs that are a string', role({ apiGroups: [''], resources: ['pods'], verbs: 'get' }), 'rules.0.verbs', 'must be a list'),
  manifest('olm-v0-object', 'a Secret that is not base64', object('v1', 'Secret', { data: { a: '%' } }), 'data.a', 'base64'),
  manifest('olm-v0-object-name', 'no name', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }, 'metadata.name', 'must be set'),
  manifest('olm-v0-object-name', 'a Service with capital letters', service({ ports: [{ port: 1 }] }, 'Metrics_Service'), 'metadata.name', '"Metrics_Service"'),
  manifest('olm-v0-object-name', 'a Service with a dot', service({ ports: [{ port: 1 }] }, 'a.b'), 'metadata.name', '"a.b"'),
  manifest('olm-v0-object-name', 'a role with a slash', { ...role({ apiGroups: [''], resources: ['pods'], verbs: ['get'] }), metadata: { name: 'a/b' } }, 'metadata.name', '"a/b"'),
  manifest('olm-v0-service-port', 'a Service without a port', service({ selector: { app: 'demo' } }), 'spec', 'no port'),
];

/** Changes that OLM v0 installs although they resemble breaches. */
export const OLM_V0_PASSING = [
  { id: 'olm-v0-crd-schema', what: 'fields of any type', crd: { [`${SCHEMA}/properties/spec/properties/size`]: { 'x-kubernetes-preserve-unknown-fields': true } }, refusedBy: 'crd' },
  { id: 'olm-v0-crd-schema', what: 'integers or strings', crd: { [`${SCHEMA}/properties/spec/properties/size`]: { 'x-kubernetes-int-or-string': true } }, refusedBy: 'crd' },
  { id: 'olm-v0-object-name', what: 'a role with colons', files: { [FILE]: { ...role({ apiGroups: [''], resources: ['pods'], verbs: ['get'] }), metadata: { name: 'system:A_b' } } }, refusedBy: 'manifest' },
  { id: 'olm-v0-service-port', what: 'a headless Service', files: { [FILE]: service({ clusterIP: 'None', selector: { app: 'demo' } }) }, refusedBy: 'manifest' },
  { id: 'olm-v0-deployment', what: 'a second deployment', csv: { [`${INSTALL}/deployments/+`]: { ...validDeployment(), name: 'second' } }, refusedBy: 'deployment' },
  { id: 'olm-v0-csv', what: 'another API version, which OLM replaces', csv: { apiVersion: 'operators.coreos.com/v1' }, refusedBy: 'olm' },
  { id: 'olm-v0-csv', what: 'a field that OLM does not know', csv: { 'spec/unknown': 1 }, refusedBy: 'olm' },
] satisfies readonly (Pick<OlmV0Breach, 'id' | 'what' | 'csv' | 'crd' | 'files' | 'refusedBy'>)[];
