import { Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { catalogFindings } from '../../../../lib/cluster/waiting/rules/catalogs';
import { crdProblem } from '../../../../lib/cluster/waiting/rules/crds';
import { namespaceFindings, operatorGroupFindings, stuckNamespaceFindings } from '../../../../lib/cluster/waiting/rules/namespaces';
import { warningFindings } from '../../../../lib/cluster/waiting/rules/warnings';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { catalog, clusterObject, conditions, object } from '../objects';
import { RuleCase } from './rule-case';

const CRD = 'plains.demo.test';

const established = (...versions: object[]): KubernetesObject => (
  clusterObject(CRD, { spec: { versions }, status: { conditions: conditions({ type: 'NamesAccepted' }, { type: 'Established' }) } })
);

const crd = (title: string, found: KubernetesObject, version: string | undefined, ...expected: Finding[]): RuleCase => (
  { title: `CRD ${title}`, findings: () => [crdProblem(found, version)].filter((finding) => finding !== undefined), expected }
);

const CRDS: readonly RuleCase[] = [
  crd('that is served', established({ name: 'v1', served: true }), 'v1'),
  crd('that is established, without a version to check', established(), undefined),
  crd('that is being deleted', clusterObject(CRD, { metadata: { deletionTimestamp: 'now' } }), undefined, {
    cause: 'crd-not-established', message: `CustomResourceDefinition ${CRD} is being deleted`,
  }),
  crd('whose names are taken', clusterObject(CRD, { status: { conditions: [{ type: 'NamesAccepted', status: 'False', message: '"Plain" is in use' }] } }), undefined, {
    cause: 'crd-names-conflict', message: `CustomResourceDefinition ${CRD} cannot be served: "Plain" is in use`,
  }),
  crd('without conditions', clusterObject(CRD), undefined, { cause: 'crd-not-established', message: `CustomResourceDefinition ${CRD} is not established` }),
  crd('that is not established', clusterObject(CRD, { status: { conditions: [{ type: 'Established', status: 'False', message: 'installing' }] } }), undefined, {
    cause: 'crd-not-established', message: `CustomResourceDefinition ${CRD} is not established: installing`,
  }),
  crd('with the version, but not served', established({ name: 'v1', served: false }, { name: 'v2', served: true }), 'v1', {
    cause: 'crd-version-not-served', message: `CustomResourceDefinition ${CRD} does not serve version v1`,
  }),
];

const source = (title: string, found: KubernetesObject, ...expected: Finding[]): RuleCase => (
  { title: `catalog ${title}`, findings: () => catalogFindings(found), expected }
);

const unreachable = (state: string): Finding => ({ cause: 'catalog-unreachable', message: `CatalogSource demo/cat does not answer: ${state}` });

const CATALOGS: readonly RuleCase[] = [
  source('that is connected', catalog('READY')),
  source('that is connecting', catalog('CONNECTING'), unreachable('OLM has no connection to cat.demo.svc:50051 (CONNECTING)')),
  source('that OLM has not tried', catalog(undefined), unreachable('OLM has not tried to connect to cat.demo.svc:50051 yet')),
  source('without an address', object('cat', { status: { connectionState: { lastObservedState: 'IDLE' } } }), unreachable('OLM has no connection (IDLE)')),
  source('with the address of its own Service', object('cat', { status: { connectionState: { lastObservedState: 'IDLE', address: 'cat.demo.svc:1' } } }),
    unreachable('OLM has no connection to cat.demo.svc:1 (IDLE)')),
  ...['SpecInvalidError', 'InvalidIntervalError', 'ConfigMapError'].map((reason) => source(`with ${reason}`, catalog('READY', { status: { reason, message: 'why' } }), {
    cause: 'catalog-invalid', message: `CatalogSource demo/cat is invalid (${reason}): why`,
  })),
];

const deleting: Finding = { cause: 'namespace-terminating', message: 'namespace demo is being deleted' };

const NAMESPACES: readonly RuleCase[] = [
  { title: 'Namespace that is not listed yet', findings: () => namespaceFindings('demo', undefined), expected: [] },
  { title: 'Namespace that is active', findings: () => namespaceFindings('demo', clusterObject('demo', { status: { phase: 'Active' } })), expected: [] },
  { title: 'Namespace that does not exist', findings: () => namespaceFindings('demo', null), expected: [{ cause: 'namespace-missing', message: 'namespace demo does not exist' }] },
  { title: 'Namespace that terminates', findings: () => namespaceFindings('demo', clusterObject('demo', { status: { phase: 'Terminating' } })), expected: [deleting] },
  { title: 'Namespace with a deletion time', findings: () => namespaceFindings('demo', clusterObject('demo', { metadata: { deletionTimestamp: 'now' } })), expected: [deleting] },
  {
    title: 'Namespace that is stuck',
    findings: () => stuckNamespaceFindings(clusterObject('demo', { status: { conditions: [
      { type: 'NamespaceContentRemaining', status: 'True', message: 'pods. has 1 resource instances' }, { type: 'NamespaceDeletionContentFailure', status: 'False', message: 'all well' },
    ] } })),
    expected: [{ cause: 'namespace-stuck', message: 'namespace demo cannot be deleted (NamespaceContentRemaining): pods. has 1 resource instances' }],
  },
];

const group = (name: string, reason?: string, status = 'True'): KubernetesObject => object(name, reason === undefined ? {} : {
  status: { conditions: [{ type: 'OperatorGroupServiceAccount', status, reason, message: 'ServiceAccount sa not found' }] },
});

const GROUPS: readonly RuleCase[] = [
  { title: 'OperatorGroups that are not listed yet', findings: () => operatorGroupFindings('demo', undefined), expected: [] },
  { title: 'OperatorGroup that is the only one', findings: () => operatorGroupFindings('demo', [group('og')]), expected: [] },
  { title: 'OperatorGroup with its ServiceAccount', findings: () => operatorGroupFindings('demo', [group('og', 'ServiceAccountNotFound', 'False')]), expected: [] },
  { title: 'OperatorGroup with another condition', findings: () => operatorGroupFindings('demo', [group('og', 'Other')]), expected: [] },
  { title: 'no OperatorGroup', findings: () => operatorGroupFindings('demo', []), expected: [{ cause: 'operator-group-missing', message: 'namespace demo has no OperatorGroup' }] },
  { title: 'two OperatorGroups', findings: () => operatorGroupFindings('demo', [group('a'), group('b')]), expected: [
    { cause: 'too-many-operator-groups', message: 'namespace demo has 2 OperatorGroups: a and b' },
  ] },
  { title: 'OperatorGroup without its ServiceAccount', findings: () => operatorGroupFindings('demo', [group('og', 'ServiceAccountNotFound')]), expected: [
    { cause: 'operator-group-service-account', message: 'the ServiceAccount of OperatorGroup og does not exist: ServiceAccount sa not found' },
  ] },
];

const warning = (name: string, more: object = {}): KubernetesObject => (
  object(`event-${name}`, { type: 'Warning', reason: 'BackOff', message: `about ${name}`, involvedObject: { kind: 'Pod', name }, ...more })
);

const eventOf = (name: string): Finding => ({ cause: 'warning-event', message: `event BackOff for Pod ${name}: about ${name}` });

const WARNINGS: readonly RuleCase[] = [
  {
    title: 'events of the object, of what it owns, and of others', expected: ['plain.17', 'plain-7d9f6c8b5-x2x4z', 'plain'].map(eventOf),
    findings: () => warningFindings([[
      warning('plain', { lastTimestamp: '1' }), warning('plain-7d9f6c8b5-x2x4z', { lastTimestamp: '2' }), warning('plain.17', { lastTimestamp: '3' }), warning('plainer', { lastTimestamp: '4' }),
      ...['plain-op', 'plain-op-7d9f6c8b5', 'plain-op-7d9f6c8b5-x2x4z', 'plain-v2-7d9f6c8b5-x2x4z', 'plain-op-x2x4z'].map((name) => warning(name, { lastTimestamp: '5' })),
    ]], ['plain']),
  },
  {
    title: 'the three latest events', expected: ['plain-5', 'plain-4', 'plain-3'].map(eventOf),
    findings: () => warningFindings([[
      warning('plain-2', { metadata: { name: 'e', creationTimestamp: '2' } }), warning('plain-4', { eventTime: '4' }), warning('plain-1', { lastTimestamp: '1' }),
      warning('plain-5', { series: { lastObservedTime: '5' }, lastTimestamp: '0' }), warning('plain-3', { lastTimestamp: '3', eventTime: '9' }),
    ]], ['plain']),
  },
  {
    title: 'event of rejected pods', findings: () => warningFindings([[warning('plain', { reason: 'FailedCreate', message: 'exceeded quota: small' })]], ['plain']),
    expected: [{ cause: 'quota-exceeded', message: 'the quota of the namespace rejects the pods of Pod plain: exceeded quota: small' }],
  },
  {
    title: 'event without details', findings: () => warningFindings([[object('e', { involvedObject: { name: 'plain' } })]], ['plain']),
    expected: [{ cause: 'warning-event', message: 'event Warning for object plain' }],
  },
];

/** Cases of the rules for CRDs, catalogs, Namespaces, OperatorGroups and events. */
export const CLUSTER_CASES: readonly RuleCase[] = [...CRDS, ...CATALOGS, ...NAMESPACES, ...GROUPS, ...WARNINGS];
