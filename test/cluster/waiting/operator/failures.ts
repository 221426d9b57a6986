import { KNOWN_CAUSES } from '../../../../lib/cluster/waiting/explain/known-causes';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { OperatorReadyOptions } from '../../../../lib/cluster/waiting/operator/operator-options';
import {
  catalog, clusterObject, conditions, csv, deployment, DEMO, event, object, packageManifest, plan, planned, pod, readyNamespace, subscription,
} from '../objects';
import { ClusterEvent, Simulation } from '../simulated-cluster';

/** A failure that no recording shows, and its explanation. The guide "Waiting" shows some of them. */
export interface Failure {
  readonly title: string;
  readonly options?: Omit<OperatorReadyOptions, 'namespace' | 'subscription'>;
  /** Events in addition to the namespace, its OperatorGroup and a catalog that answers. */
  readonly events: readonly ClusterEvent[];
  readonly problems?: Simulation['problems'];
  /** Maximum number of seconds until the verdict. */
  readonly within: number;
  readonly explanation: readonly string[];
}

/** The object in the namespace of OLM. */
const inOlm = ({ metadata, ...rest }: KubernetesObject): KubernetesObject => ({ ...rest, metadata: { ...metadata, namespace: 'olm' } });

const PIN = { pin: { csv: 'plain.v0.2.0' } };

/** A Subscription that OLM could not resolve. */
function unresolved(reason: string, message: string): ClusterEvent {
  return event(0, 'subscriptions', subscription({ conditions: conditions({ type: 'ResolutionFailed', reason, message }) }));
}

/** A ClusterServiceVersion that is being installed, and its Deployment. */
function installing(status: object, ...more: ClusterEvent[]): ClusterEvent[] {
  return [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Installing', { status })),
    ...more,
  ];
}

/** A pod of the operator with a container in the given state. */
function container(state: object, more: object = {}): ClusterEvent[] {
  return [
    event(0, 'deployments', deployment('plain-op', 0)),
    event(0, 'pods', pod('plain-op-1', 'plain-op', {
      phase: 'Pending', conditions: [{ type: 'Ready', status: 'False' }],
      containerStatuses: [{ name: 'manager', image: 'example.test/plain:0.2.0', state, ...more }],
    })),
  ];
}

const PACKAGES = [
  event(0, 'packagemanifests', packageManifest('plain', { alpha: ['plain.v0.2.0', 'plain.v0.1.0'], beta: ['plain.v0.3.0'] })),
  event(0, 'packagemanifests', packageManifest('prometheus', { stable: ['prometheus.v1.0.0'] })),
];

const INSTALLED = [
  event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.1.0', installedCSV: 'plain.v0.1.0' })),
  event(0, 'clusterserviceversions', csv('plain.v0.1.0', 'Succeeded')),
];

const EVERYTHING_UNREACHABLE: Simulation['problems'] = Object.fromEntries([
  'subscriptions.operators.coreos.com', 'operatorgroups.operators.coreos.com', 'installplans.operators.coreos.com',
  'clusterserviceversions.operators.coreos.com', 'catalogsources.operators.coreos.com', 'deployments.apps', 'namespaces', 'pods', 'events',
  'jobs.batch', 'packagemanifests.packages.operators.coreos.com',
].map((resource) => [resource, 'unreachable']));

/** Status of a ClusterServiceVersion whose ServiceAccount does not exist. */
const LACKING = { requirementStatus: [{ kind: 'ServiceAccount', name: 'plain', status: 'NotPresent', message: 'Service account does not exist' }] };

const QUICK = { timeouts: { phases: { starting: 60_000, unpacking: 60_000, installing: 60_000 } } };

export const FAILURES: readonly Failure[] = [
  { title: 'OLM is not installed', events: [], problems: { 'subscriptions.operators.coreos.com': 'not-served' }, within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - the cluster does not serve the API operators.coreos.com: OLM is not installed',
      '    remedy: install OLM first, for example with OlmInstallation, and make everything that needs it depend on it; or select the cluster that runs OLM with kubeconfig and context',
    ] },
  {
    title: 'the account lacks permissions',
    events: [], problems: { 'subscriptions.operators.coreos.com': 'forbidden', 'deployments.apps': 'forbidden' }, within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while resolving',
      '  - the account system:serviceaccount:ci:up is not allowed to list and watch subscriptions.operators.coreos.com and deployments.apps in namespace demo',
      '    remedy: bind it to a Role in namespace demo with { apiGroups: [operators.coreos.com], resources: [subscriptions], verbs: [list, watch] } and { apiGroups: [apps], resources: [deployments], verbs: [list, watch] }; the page "Permissions of waiters" lists the minimal role',
    ],
  },
  { title: 'no cluster answers', events: [], problems: EVERYTHING_UNREACHABLE, within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - the API server does not answer: nothing is listening at https://cluster.example:6443 (ECONNREFUSED)',
      '    remedy: check that the cluster is running, that the kubeconfig and context select it, and that network, VPN, proxy and firewall allow the connection',
    ] },
  { title: 'the namespace does not exist', events: [event(0, 'namespaces', clusterObject(DEMO), 'DELETED')], within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - namespace demo does not exist',
      '    remedy: create the Namespace first, or let the component create it',
    ] },
  { title: 'the namespace has no OperatorGroup', events: [
    event(0, 'operatorgroups', object('og'), 'DELETED'), event(0, 'subscriptions', subscription()),
  ], within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - namespace demo has no OperatorGroup',
      '    remedy: create exactly one OperatorGroup in the namespace; without one, OLM does nothing there and reports nothing',
    ] },
  { title: 'the namespace has two OperatorGroups', events: [
    event(0, 'operatorgroups', object('other')), event(0, 'subscriptions', subscription()),
  ], within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - namespace demo has 2 OperatorGroups: og and other',
      '    remedy: delete all but one; with more than one, OLM does nothing in the namespace',
    ] },
  { title: 'the credentials have expired', events: [], problems: { 'subscriptions.operators.coreos.com': 'unauthorized' }, within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while resolving',
      '  - https://cluster.example:6443 rejected the credentials of the kubeconfig: they are wrong or have expired',
      '    remedy: renew the credentials, or check that the kubeconfig and context select the right cluster',
    ] },
  { title: 'the ClusterServiceVersion was deleted, and OLM plans the next one from it', options: { pin: { csv: 'plain.v0.2.0' } }, events: [
    event(0, 'subscriptions', subscription(planned('install-b', 'plain.v0.2.0', 'plain.v0.1.0'))),
    event(0, 'installplans', plan('install-a', ['plain.v0.1.0'], 'Complete', { approved: true })),
    event(0, 'installplans', plan('install-b', ['plain.v0.2.0'], 'RequiresApproval')),
  ], within: 12, explanation: [
    'operator demo/plain did not become ready: gave up after 10 s while resolving',
    '  - ClusterServiceVersion plain.v0.1.0 does not exist, although Subscription demo/plain lists it as installed: it was deleted; OLM would install plain.v0.2.0 instead',
    '    remedy: pin the deleted version, and it is reinstalled; or set recover to accept another version, which may not handle the existing objects of its APIs',
  ] },
  {
    title: 'the new pods of an upgrade fit on no node, while the old ones keep running', options: QUICK, events: [
      ...installing({ reason: 'InstallWaiting' }),
      event(0, 'deployments', object('plain-op', {
        metadata: { generation: 2 }, spec: { replicas: 1, selector: { matchLabels: { app: 'plain-op' } } },
        status: { observedGeneration: 2, replicas: 2, updatedReplicas: 1, availableReplicas: 1, unavailableReplicas: 1 },
      })),
      event(0, 'pods', pod('plain-op-old', 'plain-op', { phase: 'Running', conditions: conditions({ type: 'Ready' }) })),
      event(0, 'pods', pod('plain-op-new', 'plain-op', {
        phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes match the selector' }],
      })),
    ], within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (1 of 1 pods available, 1 of an older version)',
      '  - pod demo/plain-op-new cannot be scheduled: 0/1 nodes match the selector',
      '    remedy: add a node that fits, or change nodeSelector, tolerations or resources in config of the Subscription',
    ],
  },
  { title: 'the API server rejects what OLM creates from the bundle, and OLM keeps retrying', options: QUICK, events: [
    event(0, 'deployments', deployment('plain-op', 1)),
    ...[5, 10, 15, 20].flatMap((at) => [
      ...installing({}),
      event(at, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallComponentFailed', message: 'no such field' } })),
      event(at + 2, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { conditions: [
        { phase: 'Failed', reason: 'InstallComponentFailed', message: 'no such field' }, { phase: 'Pending', reason: 'NeedsReinstall' },
        { phase: 'Failed', reason: 'InstallComponentFailed', message: 'no such field' },
      ] } })),
    ]),
  ], within: 66, explanation: [
    'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for OLM to check the requirements of plain.v0.2.0',
    '  - ClusterServiceVersion plain.v0.2.0 failed 2 times (InstallComponentFailed) and OLM keeps retrying: no such field',
    '    remedy: check the Deployments of the operator and their pods',
  ] },
  { title: 'the namespace is being deleted', events: [
    event(1, 'namespaces', clusterObject(DEMO, { status: { phase: 'Terminating' } })), event(0, 'subscriptions', subscription()),
  ], within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - namespace demo is being deleted',
      '    remedy: wait until the Namespace is deleted, then run again; nothing can be created in it until then',
    ] },
  { title: 'the OperatorGroup names a ServiceAccount that does not exist', events: [
    event(0, 'subscriptions', subscription()),
    event(1, 'operatorgroups', object('og', { status: { conditions: conditions({
      type: 'OperatorGroupServiceAccount', reason: 'ServiceAccountNotFound', message: 'ServiceAccount installer not found',
    }) } })),
  ], within: 12, explanation: [
    'operator demo/plain did not become ready: gave up after 10 s while resolving',
    '  - the ServiceAccount of OperatorGroup og does not exist: ServiceAccount installer not found',
    '    remedy: create the ServiceAccount, or remove spec.serviceAccountName from the OperatorGroup',
  ] },
  { title: 'Pod Security rejects the pod that unpacks the bundle', options: QUICK, within: 62, events: [
    event(0, 'subscriptions', subscription({ conditions: conditions({ type: 'BundleUnpacking', reason: 'UnpackingInProgress' }) })),
    event(0, 'jobs', object('abc', { metadata: { labels: { 'operatorframework.io/bundle-unpack-ref': 'abc' } } })),
    event(0, 'events', object('e1', {
      type: 'Warning', reason: 'FailedCreate', message: 'Error creating: pods "abc-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
      involvedObject: { kind: 'Job', name: 'abc' },
    })),
  ], explanation: [
    'operator demo/plain did not become ready within 1 min: unpacking for 1 min, waiting for OLM to unpack the bundle image',
    '  - OLM is still unpacking the bundle',
    '    remedy: check the Job that unpacks the bundle, and its pod',
    '  - the Pod Security level of the namespace rejects the pods of Job abc: Error creating: pods "abc-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
    '    remedy: relax the Pod Security level of the namespace (label pod-security.kubernetes.io/enforce), or make the pods comply with it',
  ] },
  { title: 'the bundle of a catalog in another namespace cannot be unpacked there', options: QUICK, within: 62, events: [
    event(0, 'catalogsources', inOlm(catalog('READY'))),
    event(0, 'subscriptions', subscription({ conditions: conditions({ type: 'BundleUnpacking', reason: 'UnpackingInProgress' }) }, { sourceNamespace: 'olm' })),
    event(0, 'jobs', inOlm(object('unpack-1', { metadata: { labels: { 'operatorframework.io/bundle-unpack-ref': 'unpack-1' } } }))),
    event(0, 'pods', inOlm(object('unpack-1-x', {
      metadata: { ownerReferences: [{ kind: 'Job', name: 'unpack-1' }] },
      status: { phase: 'Pending', containerStatuses: [{ name: 'pull', image: 'registry.test/plain-bundle:0.2.0', state: { waiting: { reason: 'ErrImagePull', message: '401' } } }] },
    }))),
    event(0, 'events', inOlm(object('e1', { type: 'Warning', reason: 'FailedScheduling', message: 'no nodes', involvedObject: { kind: 'Pod', name: 'unpack-1-x' } }))),
  ], explanation: [
    'operator demo/plain did not become ready within 1 min: unpacking for 1 min, waiting for OLM to unpack the bundle image',
    '  - OLM is still unpacking the bundle',
    '    remedy: check the Job that unpacks the bundle, and its pod',
    '  - container pull of pod olm/unpack-1-x cannot pull image registry.test/plain-bundle:0.2.0 (ErrImagePull): 401',
    '    remedy: check the image reference, the mirror and the pull secret, and that the nodes can reach the registry',
    '  - event FailedScheduling for Pod unpack-1-x: no nodes',
    '    remedy: check whether it is related to the failure: events cover everything that happens nearby',
  ] },
  { title: 'the Subscription does not exist', events: [], within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - Subscription demo/plain does not exist',
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ] },
  { title: 'the catalog does not exist', events: [event(0, 'subscriptions', subscription({}, { source: 'dog' }))], within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - Subscription demo/plain refers to CatalogSource demo/dog, which does not exist',
      '    remedy: correct source and sourceNamespace of the Subscription, or create the CatalogSource',
    ] },
  { title: 'the catalog is invalid', events: [
    event(1, 'catalogsources', catalog(undefined, { status: { reason: 'SpecInvalidError', message: 'image and address unset' } })), event(0, 'subscriptions', subscription()),
  ], within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - CatalogSource demo/cat is invalid (SpecInvalidError): image and address unset',
      '    remedy: correct the spec of the CatalogSource',
    ] },
  { title: 'the package is unknown', events: [event(0, 'subscriptions', subscription({}, { name: 'plane' })), ...PACKAGES], within: 16, explanation: [
      'operator demo/plain did not become ready: gave up after 15 s while resolving',
      '  - catalog demo/cat has no package plane; did you mean plain?',
      '    remedy: correct the name of the package, or use a catalog that contains it',
    ] },
  { title: 'the channel is unknown', events: [event(0, 'subscriptions', subscription({}, { channel: 'alfa' })), ...PACKAGES], within: 16, explanation: [
      'operator demo/plain did not become ready: gave up after 15 s while resolving',
      '  - package plain has no channel alfa; its channels are alpha and beta; did you mean alpha?',
      '    remedy: correct the name of the channel, or omit it to follow all channels of the package',
    ] },
  {
    title: 'the version is unknown', options: { pin: { csv: 'plain.v0.2.1' } }, events: [event(0, 'subscriptions', subscription()), ...PACKAGES], within: 16,
    explanation: [
      'operator demo/plain did not become ready: gave up after 15 s while resolving',
      '  - channel alpha of package plain has no plain.v0.2.1; did you mean plain.v0.2.0 or plain.v0.1.0?',
      '    remedy: choose a version that is in the channel, or a catalog that still contains this one',
    ],
  },
  {
    title: 'the version to upgrade to is unknown', options: { pin: { csv: 'plain.v0.2.1' } }, events: [...INSTALLED, ...PACKAGES], within: 66,
    explanation: [
      'operator demo/plain did not become ready: gave up after 1 min 5 s while resolving',
      '  - channel alpha of package plain has no plain.v0.2.1; did you mean plain.v0.2.0 or plain.v0.1.0?',
      '    remedy: choose a version that is in the channel, or a catalog that still contains this one',
      '  - OLM keeps plain.v0.1.0: it sees no upgrade to plain.v0.2.1 in channel alpha',
      '    remedy: check whether the channel leads from the installed version to the wanted one (replaces, skips, skipRange), or whether that version is in another channel',
    ],
  },
  {
    title: 'no upgrade leads to the version', options: { pin: { csv: 'plain.v0.2.0' } }, events: [...INSTALLED, ...PACKAGES], within: 300,
    explanation: [
      'operator demo/plain did not become ready within 5 min: resolving for 5 min, waiting for an InstallPlan from plain.v0.1.0 to plain.v0.2.0',
      '  - OLM keeps plain.v0.1.0: it sees no upgrade to plain.v0.2.0 in channel alpha, although the channel has it',
      '    remedy: check whether the channel leads from the installed version to the wanted one (replaces, skips, skipRange), or whether that version is in another channel',
    ],
  },
  {
    title: 'the resolver knows no such package', within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - the catalog has no package plain',
      '    remedy: correct the name of the package, or use a catalog that contains it',
    ],
    events: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: no operators found in package plain in the catalog referenced by subscription plain, subscription plain exists')],
  },
  {
    title: 'the resolver knows no such package, and the catalog lists its packages', within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - catalog demo/cat has no package plane; did you mean plain?',
      '    remedy: correct the name of the package, or use a catalog that contains it',
    ],
    events: [
      event(0, 'subscriptions', subscription({ conditions: conditions({ type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable', message: 'constraints not satisfiable: no operators found in package plane in the catalog referenced by subscription plain, subscription plain exists' }) }, { name: 'plane' })),
      ...PACKAGES,
    ],
  },
  {
    title: 'another Subscription of the namespace cannot be resolved', within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - package other has no channel gamma (Subscription other in the same namespace requests it; OLM resolves all Subscriptions of a namespace together)',
      '    remedy: correct the name of the channel, or omit it to follow all channels of the package',
    ],
    events: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: subscription other exists, no operators found in channel gamma of package other in the catalog referenced by subscription other')],
  },
  {
    title: 'the constraints cannot be satisfied', within: 62, explanation: [
      'operator demo/plain did not become ready: gave up after 1 min while resolving',
      '  - OLM finds no set of operators that satisfies all constraints: constraints not satisfiable: subscription plain exists, subscription plain requires cat/demo/alpha/plain.v0.2.0, cat/demo/alpha/plain.v0.2.0 permits at most 1 of olm.maxOpenShiftVersion',
      '    remedy: OLM resolves all Subscriptions of a namespace together: one that cannot be satisfied blocks the others',
    ],
    events: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: subscription plain exists, subscription plain requires cat/demo/alpha/plain.v0.2.0, cat/demo/alpha/plain.v0.2.0 permits at most 1 of olm.maxOpenShiftVersion')],
  },
  {
    title: 'the catalog never answers', within: 300, explanation: [
      'operator demo/plain did not become ready within 5 min: resolving for 5 min, waiting for catalog demo/cat to answer',
      '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (TRANSIENT_FAILURE)',
      '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
    ],
    events: [event(0, 'subscriptions', subscription()), event(1, 'catalogsources', catalog('TRANSIENT_FAILURE'))],
  },
  {
    title: 'no catalog has what the operator depends on', within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - plain.v0.2.0 requires the API store.test/v1 Backup, and no catalog has an operator that provides it',
      '    remedy: add a catalog with an operator that meets this dependency, or install one first',
    ],
    events: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: bundle plain.v0.2.0 requires an operator providing an API with group: store.test, version: v1, kind: Backup, subscription plain exists')],
  },
  {
    title: 'the operator is installed, and its Subscription was deleted', within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - ClusterServiceVersion plain.v0.2.0 is installed, but no Subscription refers to it: its earlier Subscription was deleted',
      '    remedy: set adopt, so that the Subscription takes it over as it runs; or delete the ClusterServiceVersion (CRDs and their objects are kept) and run again',
    ],
    events: [
      unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: clusterserviceversion plain.v0.2.0 exists and is not referenced by a subscription, subscription plain exists'),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    ],
  },
  {
    title: 'another operator of the namespace provides the API', within: 12,
    events: [unresolved(
      'ConstraintsNotSatisfiable',
      'constraints not satisfiable: @existing/demo//other.v1.0.0 and cat/demo/alpha/plain.v0.2.0 provide Plain (demo.test/v1), subscription plain exists',
    )],
    explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - other.v1.0.0 and plain.v0.2.0 both provide the API demo.test/v1 Plain, so only one of them can be installed',
      '    remedy: only one operator can own an API in a cluster: remove the other one, or do not install this one',
    ],
  },
  {
    title: 'a newer version is installed', options: { pin: { csv: 'plain.v0.1.0' } }, within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while resolving',
      '  - plain.v0.2.0 is installed, which is newer than plain.v0.1.0',
      '    remedy: OLM never downgrades: keep the newer version, or remove the operator (its CRDs can stay) and install the older version',
    ],
    events: [
      event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    ],
  },
  { title: 'the plan installs more than is allowed', options: PIN, within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while approving',
      '  - InstallPlan demo/install-a would install plain.v0.3.0; not allowed: plain.v0.3.0',
      '    remedy: pin one of these versions, allow them by name, or allow intermediate versions with the upgrade path "stepwise"',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.3.0'), { installPlanApproval: 'Manual' })),
    event(0, 'installplans', plan('install-a', ['plain.v0.3.0'], 'RequiresApproval')),
  ] },
  { title: 'the plan failed', within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while installing',
      '  - InstallPlan demo/install-a failed: error creating serviceaccount: admission webhook denied it',
      '    remedy: OLM never retries a failed InstallPlan: fix the cause, then delete the plan and the ClusterServiceVersion it created, or set recover',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Failed', {
      approved: true, status: { conditions: [{ type: 'Installed', status: 'False', reason: 'InstallComponentFailed', message: 'error creating serviceaccount: admission webhook denied it' }] },
    })),
  ] },
  { title: 'objects would not fit the new CRD', within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while installing',
      '  - InstallPlan demo/install-a failed: error validating existing CRs against new CRD\'s schema for "plains.demo.test": updated validation is too restrictive: spec.size',
      '    remedy: change the objects that the message names so that the schema of the new version accepts them, too; nothing has to be deleted; then delete InstallPlan install-a: OLM never retries a failed plan',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Failed', {
      approved: true, status: { conditions: [{ type: 'Installed', status: 'False', message: 'error validating existing CRs against new CRD\'s schema for "plains.demo.test": updated validation is too restrictive: spec.size' }] },
    })),
  ] },
  { title: 'the plan lacks permissions', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: installing for 1 min, waiting for InstallPlan demo/install-a to install plain.v0.2.0',
      '  - InstallPlan demo/install-a cannot proceed: roles.rbac.authorization.k8s.io is forbidden: User "system:serviceaccount:demo:installer" cannot create resource "roles"',
      '    remedy: grant the ServiceAccount of the OperatorGroup permission to create this; OLM retries until it succeeds',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Installing', {
      approved: true, status: { message: 'roles.rbac.authorization.k8s.io is forbidden: User "system:serviceaccount:demo:installer" cannot create resource "roles"' },
    })),
  ] },
  { title: 'the plan lacks permissions for what its ClusterServiceVersion requires', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for the requirements of plain.v0.2.0: ServiceAccount plain',
      '  - InstallPlan demo/install-a cannot proceed: error creating role plain: roles.rbac.authorization.k8s.io is forbidden',
      '    remedy: grant the ServiceAccount of the OperatorGroup permission to create this; OLM retries until it succeeds',
      '  - plain.v0.2.0 requires ServiceAccount plain, which does not exist: Service account does not exist',
      `    remedy: ${KNOWN_CAUSES['service-account-missing'].remedy}`,
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Installing', {
      approved: true, status: { message: 'retrying execution due to error: error creating role plain: roles.rbac.authorization.k8s.io is forbidden' },
    })),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: LACKING })),
  ] },
  { title: 'the plan fails before it has created what its ClusterServiceVersion requires', within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while starting',
      '  - InstallPlan demo/install-a failed: error creating role plain: denied',
      '    remedy: OLM never retries a failed InstallPlan: fix the cause, then delete the plan and the ClusterServiceVersion it created, or set recover',
      '  - plain.v0.2.0 requires ServiceAccount plain, which does not exist: Service account does not exist',
      `    remedy: ${KNOWN_CAUSES['service-account-missing'].remedy}`,
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Failed', { approved: true, status: { message: 'error creating role plain: denied' } })),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: LACKING })),
  ] },
  { title: 'the plan fails after it has created what its ClusterServiceVersion requires', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op to be created',
      '  - InstallPlan demo/install-a failed: error creating configmap: denied',
      '    remedy: OLM never retries a failed InstallPlan: fix the cause, then delete the plan and the ClusterServiceVersion it created, or set recover',
      '  - Deployment plain-op of plain.v0.2.0 does not exist',
      '    remedy: OLM creates it from the ClusterServiceVersion; if it does not come back, check the log of olm-operator',
    ], events: [
    ...installing({}),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Failed', { approved: true, status: { message: 'error creating configmap: denied' } })),
  ] },
  { title: 'the installed version failed while it replaced another one, so that OLM does not upgrade it', options: { ...QUICK, pin: { csv: 'plain.v0.3.0' } }, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for OLM to retry plain.v0.2.0 after it failed (InstallCheckFailed)',
      '  - OLM does not upgrade plain.v0.2.0, because it failed',
      '    remedy: fix the failed version, which the next one replaces as soon as it has succeeded; or set upgradeStrategy to TechPreviewUnsafeFailForward, with which OLM also upgrades a version that failed',
      '  - ClusterServiceVersion plain.v0.2.0 failed (InstallCheckFailed): it exceeded its progress deadline',
      '    remedy: OLM gives an operator 5 minutes to start, then starts over, indefinitely: fix what keeps its pods from becoming ready',
    ], events: [
    event(0, 'subscriptions', subscription({
      state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0',
      conditions: conditions({
        type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable',
        message: 'constraints not satisfiable: subscription plain exists, clusterserviceversion plain.v0.1.0 exists and is not referenced by a subscription',
      }),
    })),
    event(0, 'deployments', deployment('plain-op', 1)),
    event(0, 'clusterserviceversions', csv('plain.v0.1.0', 'Replacing')),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', {
      status: { reason: 'InstallCheckFailed', message: 'it exceeded its progress deadline' }, spec: { replaces: 'plain.v0.1.0' },
    })),
  ] },
  { title: 'OLM has not resolved again since it replaced a version', options: { timeouts: { total: 60_000 }, pin: { csv: 'plain.v0.3.0' } }, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: resolving for 1 min, waiting for an InstallPlan from plain.v0.2.0 to plain.v0.3.0',
      '  - OLM has not noticed yet that ClusterServiceVersion plain.v0.1.0 is no longer an obstacle: it was adopted or replaced',
      `    remedy: ${KNOWN_CAUSES['resolution-outdated'].remedy}`,
      '  - OLM keeps plain.v0.2.0: it sees no upgrade to plain.v0.3.0 in channel alpha',
      `    remedy: ${KNOWN_CAUSES['no-upgrade-path'].remedy}`,
    ], events: [
    event(0, 'subscriptions', subscription({
      state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0',
      conditions: conditions({
        type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable',
        message: 'constraints not satisfiable: subscription plain exists, clusterserviceversion plain.v0.1.0 exists and is not referenced by a subscription',
      }),
    })),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { spec: { replaces: 'plain.v0.1.0' } })),
  ] },
  { title: 'the bundle cannot be unpacked', within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while resolving',
      '  - unpack Job demo/unpack-1 failed (DeadlineExceeded): Job was active longer than specified deadline',
      '    remedy: make the bundle image accessible (registry, pull secret, network), then delete the failed Job or set recover: OLM does not retry by itself',
      '  - container pull of pod demo/unpack-1-x cannot pull image registry.test/plain-bundle:0.2.0 (ImagePullBackOff): Back-off pulling image "registry.test/plain-bundle:0.2.0": 401 Unauthorized',
      '    remedy: check the image reference, the mirror and the pull secret, and that the nodes can reach the registry',
    ], events: [
    event(0, 'subscriptions', subscription({ conditions: conditions({
      type: 'BundleUnpackFailed', reason: 'BundleUnpackFailed', message: 'bundle unpacking failed. Reason: DeadlineExceeded, and Message: Job was active longer than specified deadline',
    }) })),
    event(0, 'jobs', object('unpack-1', {
      metadata: { labels: { 'operatorframework.io/bundle-unpack-ref': 'unpack-1' } },
      status: { conditions: conditions({ type: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' }) },
    })),
    event(0, 'pods', object('unpack-1-x', {
      metadata: { ownerReferences: [{ kind: 'Job', name: 'unpack-1' }] },
      status: { phase: 'Pending', initContainerStatuses: [{
        name: 'pull', image: 'registry.test/plain-bundle:0.2.0',
        state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "registry.test/plain-bundle:0.2.0": 401 Unauthorized' } },
      }] },
    })),
  ] },
  { title: 'the bundle is still being unpacked', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: unpacking for 1 min, waiting for OLM to unpack the bundle image',
      '  - OLM is still unpacking the bundle: unpack job not completed',
      '    remedy: check the Job that unpacks the bundle, and its pod',
    ], events: [
    event(0, 'subscriptions', subscription({ conditions: conditions({ type: 'BundleUnpacking', reason: 'UnpackingInProgress', message: 'unpack job not completed' }) })),
  ] },
  { title: 'another operator owns the API', within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (OwnerConflict): owner conflict: other.v1.0.0 owns plains.demo.test',
      '    remedy: only one operator can own an API in a cluster: remove the other one, or do not install this one',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'OwnerConflict', message: 'owner conflict: other.v1.0.0 owns plains.demo.test' } })),
  ] },
  { title: 'the OperatorGroup fits no install mode', within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (UnsupportedOperatorGroup): OwnNamespace is not supported; it supports AllNamespaces',
      '    remedy: set target namespaces on the OperatorGroup that match an install mode of the operator',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', {
      spec: { installModes: [{ type: 'OwnNamespace', supported: false }, { type: 'AllNamespaces', supported: true }] },
      status: { reason: 'UnsupportedOperatorGroup', message: 'OwnNamespace is not supported' },
    })),
  ] },
  { title: 'Kubernetes is too old', within: 10, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while starting',
      '  - plain.v0.2.0 requires Kubernetes 1.40.0 or newer; this cluster runs 1.34.4',
      '    remedy: upgrade the cluster, or choose a version of the operator that supports this Kubernetes version',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'RequirementsNotMet', requirementStatus: [
      { kind: 'ClusterServiceVersion', name: 'plain.v0.2.0', status: 'PresentNotSatisfied', message: 'minKubeVersion (1.40.0) > server version (1.34.4)' },
    ] } })),
  ] },
  { title: 'a required API is missing', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for the requirements of plain.v0.2.0: CustomResourceDefinition backups.store.test',
      '  - plain.v0.2.0 requires CustomResourceDefinition backups.store.test, which does not exist: CRD is not present',
      `    remedy: ${KNOWN_CAUSES['required-crd-missing'].remedy}`,
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'RequirementsNotMet', message: 'one or more requirements couldn\'t be found', requirementStatus: [
      { kind: 'CustomResourceDefinition', name: 'backups.store.test', status: 'NotPresent', message: 'CRD is not present' },
      { kind: 'CustomResourceDefinition', name: 'plains.demo.test', status: 'Present', message: 'CRD is present and Established condition is true' },
    ] } })),
  ] },
  { title: 'OLM has not noticed that its CRDs are there', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for the requirements of plain.v0.2.0: '
        + 'CustomResourceDefinition plains.demo.test and CustomResourceDefinition backups.store.test',
      '  - OLM has not noticed yet that CustomResourceDefinition plains.demo.test is established, which plain.v0.2.0 requires: '
        + 'CRD is present but the Established condition is False (not available)',
      '  - OLM has not noticed yet that CustomResourceDefinition backups.store.test is established, which plain.v0.2.0 requires: CRD is not present',
      `    remedy: ${KNOWN_CAUSES['requirement-outdated'].remedy}`,
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'RequirementsNotMet', requirementStatus: [
      { kind: 'CustomResourceDefinition', name: 'plains.demo.test', status: 'PresentNotAvailable', message: 'CRD is present but the Established condition is False (not available)' },
      { kind: 'CustomResourceDefinition', name: 'backups.store.test', status: 'NotPresent', message: 'CRD is not present' },
    ] } })),
    event(0, 'customresourcedefinitions', clusterObject('plains.demo.test', {
      spec: { versions: [{ name: 'v1', served: true }] }, status: { conditions: conditions({ type: 'Established' }) },
    })),
    event(0, 'customresourcedefinitions', clusterObject('backups.store.test', { status: { conditions: conditions({ type: 'Established' }) } })),
  ] },
  { title: 'another CRD has the names of a required one', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while starting',
      '  - CustomResourceDefinition plains.demo.test cannot be served: "plains" is already in use',
      `    remedy: ${KNOWN_CAUSES['crd-names-conflict'].remedy}`,
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'RequirementsNotMet', requirementStatus: [
      { kind: 'CustomResourceDefinition', name: 'plains.demo.test', status: 'PresentNotAvailable', message: 'CRD is present but the Established condition is False (not available)' },
    ] } })),
    event(0, 'customresourcedefinitions', clusterObject('plains.demo.test', {
      status: { conditions: conditions({ type: 'NamesAccepted', status: 'False', reason: 'PluralConflict', message: '"plains" is already in use' }) },
    })),
  ] },
  { title: 'the operator blocks its upgrade', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for OLM to check the requirements of plain.v0.2.0',
      '  - the upgrade to plain.v0.2.0 is blocked: operator is not upgradeable: The operator is migrating its store.',
      '    remedy: the installed operator blocks upgrades for now (OperatorCondition Upgradeable): see its reason, or override the condition',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.1.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'OperatorConditionNotUpgradeable', message: 'operator is not upgradeable: The operator is migrating its store.' } })),
  ] },
  { title: 'the operator lacks a permission for good', within: 1, explanation: [
      'operator demo/plain did not become ready: gave up immediately while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (InstallComponentFailedNoRetry): install strategy failed: Deployment.apps "plain-op" is invalid: spec.template: Required value',
      '    remedy: OLM retries only when permissions in the namespace change: fix what the message names and set recover, or delete the Subscription and the ClusterServiceVersion, refresh, and run again',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallComponentFailedNoRetry', message: 'install strategy failed: Deployment.apps "plain-op" is invalid: spec.template: Required value' } })),
  ] },
  { title: 'the operator keeps failing', within: 62, explanation: [
      'operator demo/plain did not become ready: gave up after 1 min while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (ComponentUnhealthy): installing: deployment changed',
      '    remedy: check the Deployments of the operator and their pods',
      '  - pod demo/plain-op-1 is not ready (Pending)',
      '    remedy: check the events and the probes of the pod',
    ], events: installing({ phase: 'Failed', reason: 'ComponentUnhealthy', message: 'installing: deployment changed' }, ...container({ waiting: { reason: 'ContainerCreating' } })) },
  { title: 'the image cannot be pulled', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 cannot pull image example.test/plain:0.2.0 (ImagePullBackOff): Back-off pulling image "example.test/plain:0.2.0"',
      '    remedy: check the image reference, the mirror and the pull secret, and that the nodes can reach the registry',
    ], events: installing({}, ...container({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "example.test/plain:0.2.0"' } })) },
  { title: 'the operator crashes', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 keeps crashing with exit code 2: panic: no such flag: --metrics goroutine 1 [running]',
      '    remedy: check the log of the container (kubectl logs --previous); its termination message, if any, is quoted above',
    ], events: installing({}, ...container(
    { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s restarting failed container' } },
    { lastState: { terminated: { exitCode: 2, reason: 'Error', message: 'panic: no such flag: --metrics\n\ngoroutine 1 [running]' } } },
  )) },
  { title: 'the operator runs out of memory', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 exceeded its memory limit and was killed',
      '    remedy: raise the memory limit of the container in config of the Subscription',
    ], events: installing({}, ...container(
    { waiting: { reason: 'CrashLoopBackOff' } }, { lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } },
  )) },
  { title: 'a ConfigMap of the operator is missing', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 cannot be created (CreateContainerConfigError): configmap "plain-settings" not found',
      '    remedy: create the ConfigMap or Secret that the container refers to, or correct its name',
    ], events: installing({}, ...container(
    { waiting: { reason: 'CreateContainerConfigError', message: 'configmap "plain-settings" not found' } },
  )) },
  { title: 'no node fits', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - pod demo/plain-op-1 cannot be scheduled: 0/3 nodes are available: 3 node(s) didn\'t match Pod\'s node affinity/selector.',
      '    remedy: add a node that fits, or change nodeSelector, tolerations or resources in config of the Subscription',
      '  - event FailedScheduling for Pod plain-op-1: 0/3 nodes are available: 3 Insufficient memory.',
      '    remedy: check whether it is related to the failure: events cover everything that happens nearby',
    ], events: installing({},
    event(0, 'deployments', deployment('plain-op', 0)),
    event(0, 'pods', pod('plain-op-1', 'plain-op', { phase: 'Pending', conditions: [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available: 3 node(s) didn\'t match Pod\'s node affinity/selector.' },
    ] })),
    event(0, 'events', object('e1', {
      type: 'Warning', reason: 'FailedScheduling', message: '0/3 nodes are available: 3 Insufficient memory.', involvedObject: { kind: 'Pod', name: 'plain-op-1' }, lastTimestamp: '2026-01-01T00:00:00Z',
    })),
    event(0, 'events', object('e2', { type: 'Warning', reason: 'Unhealthy', message: 'a pod of another operator', involvedObject: { kind: 'Pod', name: 'other-1' } })),
  ) },
  { title: 'Pod Security rejects the pods', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - the Pod Security level of the namespace rejects the pods of Deployment demo/plain-op: pods "plain-op-7d9-x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "manager" must set securityContext.runAsNonRoot=true)',
      '    remedy: relax the Pod Security level of the namespace (label pod-security.kubernetes.io/enforce), or make the pods comply with it',
    ], events: installing({}, event(0, 'deployments', deployment('plain-op', 0, {
    conditions: conditions({ type: 'ReplicaFailure', reason: 'FailedCreate', message: 'pods "plain-op-7d9-x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "manager" must set securityContext.runAsNonRoot=true)' }),
  }))) },
  { title: 'the quota rejects the pods', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - the quota of the namespace rejects the pods of ReplicaSet plain-op-7d9: Error creating: pods "plain-op-7d9-x" is forbidden: exceeded quota: small, requested: pods=1, used: pods=4, limited: pods=4',
      '    remedy: raise the quota of the namespace, or request fewer resources in config of the Subscription',
    ], events: installing({}, event(0, 'deployments', deployment('plain-op', 0)), event(0, 'events', object('e1', {
    type: 'Warning', reason: 'FailedCreate', message: 'Error creating: pods "plain-op-7d9-x" is forbidden: exceeded quota: small, requested: pods=1, used: pods=4, limited: pods=4',
    involvedObject: { kind: 'ReplicaSet', name: 'plain-op-7d9' },
  }))) },
  { title: 'a CRD conflicts with another', within: 12, explanation: [
      'operator demo/plain did not become ready: gave up after 10 s while serving',
      '  - CustomResourceDefinition plains.demo.test cannot be served: "Plain" is already in use',
      '    remedy: another CustomResourceDefinition of the same group uses one of these names; delete the one that is not needed',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    event(0, 'customresourcedefinitions', clusterObject('plains.demo.test', { spec: { versions: [{ name: 'v1', served: true }] }, status: { conditions: [{ type: 'NamesAccepted', status: 'False', reason: 'KindConflict', message: '"Plain" is already in use' }] } })),
  ] },
  { title: 'a CRD does not serve the version', within: 62, explanation: [
      'operator demo/plain did not become ready within 1 min: serving for 1 min, waiting for the API server to serve Plain (plains.demo.test/v1)',
      '  - CustomResourceDefinition plains.demo.test does not serve version v1',
      '    remedy: the CustomResourceDefinition comes from an older bundle or from another operator: replace it with the one from this bundle',
    ], events: [
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    event(0, 'customresourcedefinitions', clusterObject('plains.demo.test', { spec: { versions: [{ name: 'v1beta1', served: true }] }, status: { conditions: conditions({ type: 'Established' }) } })),
  ] },
  { title: 'OLM itself does not run', options: { timeouts: { phases: { resolving: 30_000 } } }, within: 32, explanation: [
      'operator demo/plain did not become ready within 30 s: resolving for 30 s, waiting for an InstallPlan',
      '  - Deployment olm/catalog-operator of OLM is not available',
      '    remedy: check the pods of this Deployment; OLM does nothing until it is available',
      '  - not inspected, because permissions are missing: pods in namespace demo',
      '    remedy: allow the account to list and watch these resources to get a more complete explanation',
    ], problems: { pods: 'forbidden' }, events: [
    event(0, 'subscriptions', subscription()),
    event(0, 'deployments', deployment('catalog-operator', 0, { metadata: { namespace: 'olm', labels: { app: 'catalog-operator' } } })),
  ] },
];

/** All events of a failure. */
export function eventsOf({ events }: Failure): ClusterEvent[] {
  return [...readyNamespace(), ...events].sort((left, right) => left.at - right.at);
}
