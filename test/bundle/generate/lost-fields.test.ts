import type { Bundle } from '../../../lib/bundle';
import { bindingOf, bundleOfObjects, crdOf, deploymentOf, notesOf, type PlainObject, roleOf, serviceOf, webhookOf } from './operator-objects';

/** A value that nothing else in a bundle has. */
const MARK = 'marked-by-the-test';

/** An object of the manifests, with the objects that decide what becomes of it, and the fields that it may have besides those that it has. */
interface Case {
  readonly title: string;
  readonly others: readonly PlainObject[];
  readonly object: PlainObject;
  readonly fields?: readonly (readonly [title: string, fields: PlainObject])[];
}

const ROLE = roleOf('Role', 'manager', ['pods']);
const CLUSTER_ROLE = roleOf('ClusterRole', 'manager', ['pods']);
const SERVICE = serviceOf('hooks', [{ port: 443, targetPort: 9443 }]);
const CLIENT = { service: { name: 'hooks', namespace: 'op', path: '/check' } };
const CRD = crdOf('Thing', [{ name: 'v1' }]);
const CONVERTED = crdOf('Thing', [{ name: 'v1' }, { name: 'v2' }], {
  conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: { name: 'hooks', path: '/convert' } }, conversionReviewVersions: ['v1'] } },
});
const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'op' } };
const ACCOUNT_FIELDS = [
  ['secrets', { secrets: [{ name: MARK }] }], ['imagePullSecrets', { imagePullSecrets: [{ name: MARK }] }],
  ['automountServiceAccountToken', { automountServiceAccountToken: false }],
] as const;

const webhookWith = (kind: 'Validating' | 'Mutating', more: object, clientConfig: object = {}): PlainObject => (
  { webhooks: webhookOf(kind, 'check.example.com', { ...CLIENT, ...clientConfig }, more)['webhooks'] }
);
const webhookFields = (kind: 'Validating' | 'Mutating'): readonly (readonly [string, PlainObject])[] => [
  ['failurePolicy', webhookWith(kind, { failurePolicy: MARK })], ['matchPolicy', webhookWith(kind, { matchPolicy: MARK })],
  ['objectSelector', webhookWith(kind, { objectSelector: { matchLabels: { [MARK]: 'a' } } })], ['timeoutSeconds', webhookWith(kind, { timeoutSeconds: 7 })],
  ['namespaceSelector', webhookWith(kind, { namespaceSelector: { matchLabels: { a: MARK } } })],
  ['matchConditions', webhookWith(kind, { matchConditions: [{ name: MARK, expression: 'true' }] })],
  ['reinvocationPolicy', webhookWith(kind, { reinvocationPolicy: MARK })], ['caBundle', webhookWith(kind, {}, { caBundle: 'TUFSSw==' })],
  ['misspeltPolicy', webhookWith(kind, { misspeltPolicy: MARK })],
];

const CASES: readonly Case[] = [
  { title: 'a Deployment', others: [], object: deploymentOf(), fields: [['replicas', { spec: { ...deploymentOf()['spec'] as object, replicas: 7, minReadySeconds: 9 } }]] },
  { title: 'the ServiceAccount of a Deployment', others: [deploymentOf()], object: ACCOUNT, fields: ACCOUNT_FIELDS },
  { title: 'another ServiceAccount', others: [deploymentOf()], object: { ...ACCOUNT, metadata: { name: 'other' } }, fields: ACCOUNT_FIELDS },
  { title: 'a bound Role', others: [deploymentOf(), bindingOf('RoleBinding', ROLE, ['op'])], object: ROLE },
  { title: 'a bound ClusterRole', others: [deploymentOf(), bindingOf('ClusterRoleBinding', CLUSTER_ROLE, ['op'])], object: CLUSTER_ROLE },
  { title: 'another Role', others: [deploymentOf()], object: ROLE },
  { title: 'another ClusterRole', others: [deploymentOf()], object: CLUSTER_ROLE },
  { title: 'the RoleBinding of a Deployment', others: [deploymentOf(), ROLE], object: bindingOf('RoleBinding', ROLE, ['op']) },
  { title: 'the ClusterRoleBinding of a Deployment', others: [deploymentOf(), CLUSTER_ROLE], object: bindingOf('ClusterRoleBinding', CLUSTER_ROLE, ['op']) },
  { title: 'another RoleBinding', others: [deploymentOf(), ROLE], object: bindingOf('RoleBinding', ROLE, ['somebody']) },
  { title: 'another ClusterRoleBinding', others: [deploymentOf(), CLUSTER_ROLE], object: bindingOf('ClusterRoleBinding', CLUSTER_ROLE, ['somebody']) },
  ...(['Validating', 'Mutating'] as const).map((kind) => ({
    title: `a ${kind}WebhookConfiguration`, others: [deploymentOf(), SERVICE], object: webhookOf(kind, 'check.example.com', CLIENT), fields: webhookFields(kind),
  })),
  { title: 'the Service of webhooks', others: [deploymentOf(), webhookOf('Validating', 'check.example.com', CLIENT)], object: SERVICE },
  { title: 'another Service', others: [deploymentOf()], object: SERVICE, fields: [['type', { spec: { ...SERVICE['spec'] as object, type: MARK, sessionAffinity: MARK } }]] },
  { title: 'a CRD', others: [deploymentOf()], object: CRD },
  { title: 'a CRD with a conversion webhook', others: [deploymentOf(), SERVICE], object: CONVERTED },
  {
    title: 'a ConfigMap', others: [deploymentOf()], object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } },
    fields: [['data', { data: { [MARK]: 'a' } }], ['binaryData', { binaryData: { [MARK]: 'YQ==' } }], ['immutable', { immutable: true }]],
  },
  {
    title: 'a Secret', others: [deploymentOf()], object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'settings' } },
    fields: [['stringData', { stringData: { [MARK]: 'a' } }], ['type', { type: MARK }], ['immutable', { immutable: true }]],
  },
  { title: 'a PriorityClass', others: [deploymentOf()], object: { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 7 }, fields: [['globalDefault', { globalDefault: true }]] },
  { title: 'a PodDisruptionBudget', others: [deploymentOf()], object: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'op' }, spec: { minAvailable: 1 } } },
  { title: 'a custom resource', others: [deploymentOf(), CRD], object: { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'sample' } }, fields: [['spec', { spec: { [MARK]: 'a' } }]] },
  { title: 'a StatefulSet', others: [deploymentOf()], object: { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'other' }, spec: {} } },
];

/** Fields that objects of every kind may have. */
const COMMON: readonly (readonly [title: string, fields: PlainObject])[] = [
  ['a label', { metadata: { labels: { [`example.com/${MARK}`]: 'a' } } }], ['a label of the origin', { metadata: { labels: { [`app.kubernetes.io/${MARK}`]: 'a' } } }],
  ['an annotation', { metadata: { annotations: { [`example.com/${MARK}`]: 'a' } } }], ['finalizers', { metadata: { finalizers: [MARK] } }], ['generateName', { metadata: { generateName: MARK } }],
  ['misspelt', { misspelt: MARK }],
];

/** Returns an object with further fields, those of the metadata beside the others. */
function withFields(object: PlainObject, { metadata = {}, ...fields }: PlainObject): PlainObject {
  return { ...object, ...fields, metadata: { ...object['metadata'] as object, ...metadata as object } };
}

/** Whether a note says that the whole object is left out. */
const isLeftOut = (bundle: Bundle, { kind, metadata }: PlainObject): boolean => (
  notesOf(bundle).some((note) => note.includes(`${String(kind)} "${(metadata as { name: string }).name}"`) && note.includes('is left out'))
);

/** Returns all that a bundle has, with its notes. */
const contentOf = ({ manifests, generationNotes }: Bundle): string => (
  JSON.stringify([manifests.map(({ content }) => content), generationNotes.map(({ message }) => message)])
);

describe.each(CASES)('$title', ({ others, object, fields = [] }) => {
  const before = bundleOfObjects([...others, object]);

  it.each([...COMMON, ...fields])('has %s in the bundle, or in a note', (field, more) => {
    const bundle = bundleOfObjects([...others, withFields(object, more)]);
    const isThere = JSON.stringify(more).includes(MARK) ? contentOf(bundle).includes(MARK) : contentOf(bundle) !== contentOf(before);
    expect(isLeftOut(bundle, object) || isThere || notesOf(bundle).some((note) => note.includes(field))).toBe(true);
  });
});

test('labels of the origin are one note for all objects, and need no decision', () => {
  const labels = { 'app.kubernetes.io/managed-by': 'kustomize' };
  const objects = [
    ACCOUNT, roleOf('Role', 'manager', ['pods']), bindingOf('RoleBinding', ROLE, ['op']), webhookOf('Validating', 'check.example.com', CLIENT), SERVICE,
  ].map((object) => withFields(object, { metadata: { labels } }));
  const { generationNotes } = bundleOfObjects([deploymentOf(), ...objects]);
  expect(generationNotes.filter(({ message }) => message.includes('managed-by'))).toEqual([{
    code: 'fields', needsDecision: false, message: expect.stringMatching(/^OLM creates Role "manager", .* with its own labels instead of "app.kubernetes.io\/managed-by"$/) as string,
  }]);
  expect(generationNotes.filter(({ needsDecision }) => needsDecision)).toEqual([]);
});

test('annotations of tools are lost without a note: nothing in the cluster reads them', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'cert-manager.io/inject-ca-from': 'op/serving' };
  const object = withFields(webhookOf('Validating', 'check.example.com', CLIENT), { metadata: { annotations } });
  const plain = webhookOf('Validating', 'check.example.com', CLIENT);
  expect(notesOf(bundleOfObjects([deploymentOf(), SERVICE, object]))).toEqual(notesOf(bundleOfObjects([deploymentOf(), SERVICE, plain])));
});
