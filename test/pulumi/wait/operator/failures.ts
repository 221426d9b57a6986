import { OperatorReadyOptions } from '../../../../lib/pulumi/wait/operator/options';
import {
  catalog, clusterObject, conditions, csv, deployment, DEMO, happens, object, packageManifest, plan, planned, pod, readyNamespace, subscription,
} from '../objects';
import { Happening, Simulation } from '../simulated-cluster';

/** A failure that no recording shows, and how it is told. The guide "Waiting" shows some of them. */
export interface Failure {
  readonly title: string;
  readonly options?: Omit<OperatorReadyOptions, 'namespace' | 'subscription'>;
  /** What happens beside the namespace with an OperatorGroup and a catalog that answers. */
  readonly happenings: readonly Happening[];
  readonly problems?: Simulation['problems'];
  /** After how many seconds it ends at the latest. */
  readonly within: number;
  readonly explanation: readonly string[];
}

const PIN = { pin: { csv: 'plain.v0.2.0' } };

/** A Subscription that OLM could not resolve. */
function unresolved(reason: string, message: string): Happening {
  return happens(0, 'subscriptions', subscription({ conditions: conditions({ type: 'ResolutionFailed', reason, message }) }));
}

/** A ClusterServiceVersion on its way, and its Deployment. */
function installing(status: object, ...more: Happening[]): Happening[] {
  return [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Installing', { status })),
    ...more,
  ];
}

/** A pod of the operator with a container in a state. */
function container(state: object, more: object = {}): Happening[] {
  return [
    happens(0, 'deployments', deployment('plain-op', 0)),
    happens(0, 'pods', pod('plain-op-1', 'plain-op', {
      phase: 'Pending', conditions: [{ type: 'Ready', status: 'False' }],
      containerStatuses: [{ name: 'manager', image: 'example.test/plain:0.2.0', state, ...more }],
    })),
  ];
}

const PACKAGES = [
  happens(0, 'packagemanifests', packageManifest('plain', { alpha: ['plain.v0.2.0', 'plain.v0.1.0'], beta: ['plain.v0.3.0'] })),
  happens(0, 'packagemanifests', packageManifest('prometheus', { stable: ['prometheus.v1.0.0'] })),
];

const INSTALLED = [
  happens(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.1.0', installedCSV: 'plain.v0.1.0' })),
  happens(0, 'clusterserviceversions', csv('plain.v0.1.0', 'Succeeded')),
];

const EVERYTHING_UNREACHABLE: Simulation['problems'] = Object.fromEntries([
  'subscriptions.operators.coreos.com', 'operatorgroups.operators.coreos.com', 'installplans.operators.coreos.com',
  'clusterserviceversions.operators.coreos.com', 'catalogsources.operators.coreos.com', 'deployments.apps', 'namespaces', 'pods', 'events',
  'jobs.batch', 'packagemanifests.packages.operators.coreos.com',
].map((resource) => [resource, 'unreachable']));

const QUICK = { timeouts: { phases: { starting: 60_000, unpacking: 60_000, installing: 60_000 } } };

export const FAILURES: readonly Failure[] = [
  { title: 'OLM is not installed', happenings: [], problems: { 'subscriptions.operators.coreos.com': 'not-served' }, within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - the cluster does not serve the API operators.coreos.com: OLM is not installed in it',
      '    remedy: install OLM first, for example with OlmInstallation, and let what needs it depend on that; or name the cluster that has it, by kubeconfig and context',
    ] },
  {
    title: 'the account lacks rights',
    happenings: [], problems: { 'subscriptions.operators.coreos.com': 'forbidden', 'deployments.apps': 'forbidden' }, within: 1, explanation: [
      'operator demo/plain did not get ready: given up at once while resolving',
      '  - the account system:serviceaccount:ci:up may not list and watch subscriptions.operators.coreos.com and deployments.apps in namespace demo',
      '    remedy: bind it to a Role of namespace demo with { apiGroups: [operators.coreos.com], resources: [subscriptions], verbs: [list, watch] } and { apiGroups: [apps], resources: [deployments], verbs: [list, watch] }; the guide "What the waiters may do" has the least role',
    ],
  },
  { title: 'no cluster answers', happenings: [], problems: EVERYTHING_UNREACHABLE, within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - the API server does not answer: nothing listens at https://cluster.example:6443 (ECONNREFUSED)',
      '    remedy: check that the cluster runs, that kubeconfig and context name it, and that network, VPN, proxy and firewall let you through',
    ] },
  { title: 'the namespace is not there', happenings: [happens(0, 'namespaces', clusterObject(DEMO), 'DELETED')], within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - there is no namespace demo',
      '    remedy: create the Namespace first, or let the component own it',
    ] },
  { title: 'there is no OperatorGroup', happenings: [
    happens(0, 'operatorgroups', object('og'), 'DELETED'), happens(0, 'subscriptions', subscription()),
  ], within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - namespace demo has no OperatorGroup',
      '    remedy: create exactly one OperatorGroup in the namespace; without one OLM does nothing there and says nothing',
    ] },
  { title: 'there are two OperatorGroups', happenings: [
    happens(0, 'operatorgroups', object('of-somebody-else')), happens(0, 'subscriptions', subscription()),
  ], within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - namespace demo has 2 OperatorGroups: of-somebody-else and og',
      '    remedy: delete all but one; with more than one OLM does nothing in the namespace',
    ] },
  { title: 'the credentials ran out', happenings: [], problems: { 'subscriptions.operators.coreos.com': 'unauthorized' }, within: 1, explanation: [
      'operator demo/plain did not get ready: given up at once while resolving',
      '  - https://cluster.example:6443 does not accept the credentials of the kubeconfig: they are wrong or have expired',
      '    remedy: renew the credentials, or check that kubeconfig and context name the cluster you mean',
    ] },
  { title: 'somebody deleted the ClusterServiceVersion, and OLM plans the next one from it', options: { pin: { csv: 'plain.v0.1.0' } }, happenings: [
    happens(0, 'subscriptions', subscription(planned('install-b', 'plain.v0.2.0', 'plain.v0.1.0'))),
    happens(0, 'installplans', plan('install-a', ['plain.v0.1.0'], 'Complete', { approved: true })),
    happens(0, 'installplans', plan('install-b', ['plain.v0.2.0'], 'RequiresApproval')),
  ], within: 12, explanation: [
    'operator demo/plain did not get ready: given up after 10 s while resolving',
    '  - ClusterServiceVersion plain.v0.1.0 is not there, though Subscription demo/plain has it as installed: somebody deleted it',
    '    remedy: OLM does not install it again for this Subscription: turn on recover, or delete the Subscription, refresh, and run again; objects of its APIs stay',
  ] },
  {
    title: 'the new pods of an upgrade fit on no node, while the old ones go on', options: QUICK, happenings: [
      ...installing({ reason: 'InstallWaiting' }),
      happens(0, 'deployments', object('plain-op', {
        metadata: { generation: 2 }, spec: { replicas: 1, selector: { matchLabels: { app: 'plain-op' } } },
        status: { observedGeneration: 2, replicas: 2, updatedReplicas: 1, availableReplicas: 1, unavailableReplicas: 1 },
      })),
      happens(0, 'pods', pod('plain-op-old', 'plain-op', { phase: 'Running', conditions: conditions({ type: 'Ready' }) })),
      happens(0, 'pods', pod('plain-op-new', 'plain-op', {
        phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes match the selector' }],
      })),
    ], within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (1 of 1 pods available, 1 of an older version)',
      '  - pod demo/plain-op-new fits on no node: 0/1 nodes match the selector',
      '    remedy: give the cluster a node that fits, or change nodeSelector, tolerations or resources in the Subscription\'s config',
    ],
  },
  { title: 'what OLM makes of the bundle is refused, and OLM tries again and again', options: QUICK, happenings: [
    happens(0, 'deployments', deployment('plain-op', 1)),
    ...[5, 10, 15, 20].flatMap((at) => [
      ...installing({}),
      happens(at, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallComponentFailed', message: 'no such field' } })),
      happens(at + 2, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { conditions: [
        { phase: 'Failed', reason: 'InstallComponentFailed', message: 'no such field' }, { phase: 'Pending', reason: 'NeedsReinstall' },
        { phase: 'Failed', reason: 'InstallComponentFailed', message: 'no such field' },
      ] } })),
    ]),
  ], within: 66, explanation: [
    'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for OLM to check what plain.v0.2.0 requires',
    '  - ClusterServiceVersion plain.v0.2.0 failed 2 times (InstallComponentFailed) and OLM tries it again: no such field',
    '    remedy: look at the Deployments of the operator and at their pods',
  ] },
  { title: 'the namespace is being deleted', happenings: [
    happens(1, 'namespaces', clusterObject(DEMO, { status: { phase: 'Terminating' } })), happens(0, 'subscriptions', subscription()),
  ], within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - namespace demo is being deleted',
      '    remedy: wait until the Namespace is gone and run again; nothing can be created in it until then',
    ] },
  { title: 'the OperatorGroup names a ServiceAccount that is not there', happenings: [
    happens(0, 'subscriptions', subscription()),
    happens(1, 'operatorgroups', object('og', { status: { conditions: conditions({
      type: 'OperatorGroupServiceAccount', reason: 'ServiceAccountNotFound', message: 'ServiceAccount installer not found',
    }) } })),
  ], within: 12, explanation: [
    'operator demo/plain did not get ready: given up after 10 s while resolving',
    '  - the ServiceAccount of OperatorGroup og is not there: ServiceAccount installer not found',
    '    remedy: create the ServiceAccount, or take spec.serviceAccountName out of the OperatorGroup',
  ] },
  { title: 'Pod Security refuses the pod that unpacks the bundle', options: QUICK, within: 62, happenings: [
    happens(0, 'subscriptions', subscription({ conditions: conditions({ type: 'BundleUnpacking', reason: 'UnpackingInProgress' }) })),
    happens(0, 'jobs', object('abc', { metadata: { labels: { 'operatorframework.io/bundle-unpack-ref': 'abc' } } })),
    happens(0, 'events', object('e1', {
      type: 'Warning', reason: 'FailedCreate', message: 'Error creating: pods "abc-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
      involvedObject: { kind: 'Job', name: 'abc' },
    })),
  ], explanation: [
    'operator demo/plain did not get ready within 1 min: unpacking for 1 min, waiting for OLM to unpack the bundle image',
    '  - OLM is still unpacking the bundle',
    '    remedy: look at the Job that unpacks the bundle, and at its pod',
    '  - the Pod Security level of the namespace refuses the pods of Job abc: Error creating: pods "abc-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
    '    remedy: raise the Pod Security level of the namespace (label pod-security.kubernetes.io/enforce), or make the pod meet it',
  ] },
  { title: 'there is no Subscription', happenings: [], within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - there is no Subscription demo/plain',
      '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
    ] },
  { title: 'the catalog is not there', happenings: [happens(0, 'subscriptions', subscription({}, { source: 'dog' }))], within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - Subscription demo/plain names CatalogSource demo/dog, which is not there',
      '    remedy: correct source and sourceNamespace of the Subscription, or create the CatalogSource',
    ] },
  { title: 'the catalog is not valid', happenings: [
    happens(1, 'catalogsources', catalog(undefined, { status: { reason: 'SpecInvalidError', message: 'image and address unset' } })), happens(0, 'subscriptions', subscription()),
  ], within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - CatalogSource demo/cat is not valid (SpecInvalidError): image and address unset',
      '    remedy: correct the spec of the CatalogSource',
    ] },
  { title: 'the package is unknown', happenings: [happens(0, 'subscriptions', subscription({}, { name: 'plane' })), ...PACKAGES], within: 16, explanation: [
      'operator demo/plain did not get ready: given up after 15 s while resolving',
      '  - catalog demo/cat has no package plane; did you mean plain?',
      '    remedy: correct the name of the package, or name the catalog that has it',
    ] },
  { title: 'the channel is unknown', happenings: [happens(0, 'subscriptions', subscription({}, { channel: 'alfa' })), ...PACKAGES], within: 16, explanation: [
      'operator demo/plain did not get ready: given up after 15 s while resolving',
      '  - package plain has no channel alfa; its channels are alpha and beta; did you mean alpha?',
      '    remedy: correct the name of the channel, or leave it out for the package\'s default channel',
    ] },
  {
    title: 'the version is unknown', options: { pin: { csv: 'plain.v0.2.1' } }, happenings: [happens(0, 'subscriptions', subscription()), ...PACKAGES], within: 16,
    explanation: [
      'operator demo/plain did not get ready: given up after 15 s while resolving',
      '  - channel alpha of package plain has no plain.v0.2.1; did you mean plain.v0.2.0 or plain.v0.1.0?',
      '    remedy: choose a version that the channel has, or a catalog that still has this one',
    ],
  },
  {
    title: 'the version to upgrade to is unknown', options: { pin: { csv: 'plain.v0.2.1' } }, happenings: [...INSTALLED, ...PACKAGES], within: 16,
    explanation: [
      'operator demo/plain did not get ready: given up after 15 s while resolving',
      '  - channel alpha of package plain has no plain.v0.2.1; did you mean plain.v0.2.0 or plain.v0.1.0?',
      '    remedy: choose a version that the channel has, or a catalog that still has this one',
      '  - OLM sees no upgrade from plain.v0.1.0 in channel alpha',
      '    remedy: see whether the channel leads from the installed version to the wanted one (replaces, skips, skipRange), or whether that one is in another channel',
    ],
  },
  {
    title: 'no upgrade leads to the version', options: { pin: { csv: 'plain.v0.2.0' } }, happenings: [...INSTALLED, ...PACKAGES], within: 300,
    explanation: [
      'operator demo/plain did not get ready within 5 min: resolving for 5 min, waiting for an InstallPlan from plain.v0.1.0 to plain.v0.2.0',
      '  - OLM sees no upgrade from plain.v0.1.0 in channel alpha',
      '    remedy: see whether the channel leads from the installed version to the wanted one (replaces, skips, skipRange), or whether that one is in another channel',
    ],
  },
  {
    title: 'the resolver knows no such package', within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - the catalog has no package plain',
      '    remedy: correct the name of the package, or name the catalog that has it',
    ],
    happenings: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: no operators found in package plain in the catalog referenced by subscription plain, subscription plain exists')],
  },
  {
    title: 'the resolver knows no such package, and the catalog tells what it has', within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - catalog demo/cat has no package plane; did you mean plain?',
      '    remedy: correct the name of the package, or name the catalog that has it',
    ],
    happenings: [
      happens(0, 'subscriptions', subscription({ conditions: conditions({ type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable', message: 'constraints not satisfiable: no operators found in package plane in the catalog referenced by subscription plain, subscription plain exists' }) }, { name: 'plane' })),
      ...PACKAGES,
    ],
  },
  {
    title: 'another Subscription of the namespace cannot be resolved', within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - package other has no channel gamma (Subscription other of the same namespace asks for it, and OLM resolves all of a namespace together)',
      '    remedy: correct the name of the channel, or leave it out for the package\'s default channel',
    ],
    happenings: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: subscription other exists, no operators found in channel gamma of package other in the catalog referenced by subscription other')],
  },
  {
    title: 'nothing meets all that is asked for', within: 62, explanation: [
      'operator demo/plain did not get ready: given up after 1 min while resolving',
      '  - OLM finds no set of operators that meets everything asked for: constraints not satisfiable: subscription plain exists, subscription plain requires cat/demo/alpha/plain.v0.2.0, cat/demo/alpha/plain.v0.2.0 permits at most 1 of olm.maxOpenShiftVersion',
      '    remedy: all Subscriptions of a namespace are resolved together: one that cannot be met stops the others too',
    ],
    happenings: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: subscription plain exists, subscription plain requires cat/demo/alpha/plain.v0.2.0, cat/demo/alpha/plain.v0.2.0 permits at most 1 of olm.maxOpenShiftVersion')],
  },
  {
    title: 'the catalog never answers', within: 300, explanation: [
      'operator demo/plain did not get ready within 5 min: resolving for 5 min, waiting for catalog demo/cat to answer',
      '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (TRANSIENT_FAILURE)',
      '    remedy: check that its Service leads to a running registry pod, and that network policies let OLM reach it; OLM tries again by itself, up to a minute apart',
    ],
    happenings: [happens(0, 'subscriptions', subscription()), happens(1, 'catalogsources', catalog('TRANSIENT_FAILURE'))],
  },
  {
    title: 'no catalog has what the operator depends on', within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - plain.v0.2.0 requires the API store.test/v1 Backup, and no catalog has an operator that gives it',
      '    remedy: add a catalog with an operator that gives this API, or install one first',
    ],
    happenings: [unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: bundle plain.v0.2.0 requires an operator providing an API with group: store.test, version: v1, kind: Backup, subscription plain exists')],
  },
  {
    title: 'the operator is installed, and its Subscription was deleted', within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - ClusterServiceVersion plain.v0.2.0 is installed and no Subscription refers to it: an earlier Subscription was deleted without it',
      '    remedy: delete that ClusterServiceVersion (CRDs and their objects stay) and run again, or subscribe under the name it was installed under',
    ],
    happenings: [
      unresolved('ConstraintsNotSatisfiable', 'constraints not satisfiable: clusterserviceversion plain.v0.2.0 exists and is not referenced by a subscription, subscription plain exists'),
      happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    ],
  },
  {
    title: 'another operator of the namespace brings the API', within: 12,
    happenings: [unresolved(
      'ConstraintsNotSatisfiable',
      'constraints not satisfiable: @existing/demo//other.v1.0.0 and cat/demo/alpha/plain.v0.2.0 provide Plain (demo.test/v1), subscription plain exists',
    )],
    explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - other.v1.0.0 and plain.v0.2.0 both bring the API demo.test/v1 Plain, so only one of them can be installed',
      '    remedy: one operator may own an API in the cluster: remove the other one, or do not install this one',
    ],
  },
  {
    title: 'a newer version is installed', options: { pin: { csv: 'plain.v0.1.0' } }, within: 1, explanation: [
      'operator demo/plain did not get ready: given up at once while resolving',
      '  - plain.v0.2.0 is installed, which is newer than plain.v0.1.0',
      '    remedy: OLM never goes back to an older version: keep the newer one, or remove the operator (its CRDs can stay) and install the older one',
    ],
    happenings: [
      happens(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
      happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    ],
  },
  { title: 'the plan installs more than is allowed', options: PIN, within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while approving',
      '  - InstallPlan demo/install-a would install plain.v0.3.0; not allowed: plain.v0.3.0',
      '    remedy: pin one of these versions, allow them by name, or allow steps on the way with the upgrade path "stepwise"',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.3.0'), { installPlanApproval: 'Manual' })),
    happens(0, 'installplans', plan('install-a', ['plain.v0.3.0'], 'RequiresApproval')),
  ] },
  { title: 'the plan failed', within: 1, explanation: [
      'operator demo/plain did not get ready: given up at once while installing',
      '  - InstallPlan demo/install-a failed: error creating serviceaccount: admission webhook said no',
      '    remedy: OLM never tries a failed InstallPlan again: mend the cause, then delete the plan and the ClusterServiceVersion it made, or turn on recover',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Failed', {
      approved: true, status: { conditions: [{ type: 'Installed', status: 'False', reason: 'InstallComponentFailed', message: 'error creating serviceaccount: admission webhook said no' }] },
    })),
  ] },
  { title: 'objects would not fit the new CRD', within: 1, explanation: [
      'operator demo/plain did not get ready: given up at once while installing',
      '  - InstallPlan demo/install-a failed: error validating existing CRs against new CRD\'s schema for "plains.demo.test": updated validation is too restrictive: spec.size',
      '    remedy: objects of the old CustomResourceDefinition would not fit the new one: change or delete those objects, or migrate stored versions',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Failed', {
      approved: true, status: { conditions: [{ type: 'Installed', status: 'False', message: 'error validating existing CRs against new CRD\'s schema for "plains.demo.test": updated validation is too restrictive: spec.size' }] },
    })),
  ] },
  { title: 'the plan lacks rights', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: installing for 1 min, waiting for InstallPlan demo/install-a to install plain.v0.2.0',
      '  - InstallPlan demo/install-a cannot go on: roles.rbac.authorization.k8s.io is forbidden: User "system:serviceaccount:demo:installer" cannot create resource "roles"',
      '    remedy: give the ServiceAccount of the OperatorGroup the right to create this; OLM tries until it may',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Installing', {
      approved: true, status: { message: 'roles.rbac.authorization.k8s.io is forbidden: User "system:serviceaccount:demo:installer" cannot create resource "roles"' },
    })),
  ] },
  { title: 'the bundle cannot be unpacked', within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while resolving',
      '  - unpack Job demo/unpack-1 failed (DeadlineExceeded): Job was active longer than specified deadline',
      '    remedy: make the bundle image reachable (registry, pull secret, network), then delete the failed Job or turn on recover: OLM does not try again by itself',
      '  - container pull of pod demo/unpack-1-x cannot get image registry.test/plain-bundle:0.2.0 (ImagePullBackOff): Back-off pulling image "registry.test/plain-bundle:0.2.0": 401 Unauthorized',
      '    remedy: check the image reference, the mirror and the pull secret, and that nodes can reach the registry',
    ], happenings: [
    happens(0, 'subscriptions', subscription({ conditions: conditions({
      type: 'BundleUnpackFailed', reason: 'BundleUnpackFailed', message: 'bundle unpacking failed. Reason: DeadlineExceeded, and Message: Job was active longer than specified deadline',
    }) })),
    happens(0, 'jobs', object('unpack-1', {
      metadata: { labels: { 'operatorframework.io/bundle-unpack-ref': 'unpack-1' } },
      status: { conditions: conditions({ type: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' }) },
    })),
    happens(0, 'pods', object('unpack-1-x', {
      metadata: { ownerReferences: [{ kind: 'Job', name: 'unpack-1' }] },
      status: { phase: 'Pending', initContainerStatuses: [{
        name: 'pull', image: 'registry.test/plain-bundle:0.2.0',
        state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "registry.test/plain-bundle:0.2.0": 401 Unauthorized' } },
      }] },
    })),
  ] },
  { title: 'the bundle is still being unpacked', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: unpacking for 1 min, waiting for OLM to unpack the bundle image',
      '  - OLM is still unpacking the bundle: unpack job not completed',
      '    remedy: look at the Job that unpacks the bundle, and at its pod',
    ], happenings: [
    happens(0, 'subscriptions', subscription({ conditions: conditions({ type: 'BundleUnpacking', reason: 'UnpackingInProgress', message: 'unpack job not completed' }) })),
  ] },
  { title: 'another operator owns the API', within: 1, explanation: [
      'operator demo/plain did not get ready: given up at once while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (OwnerConflict): owner conflict: other.v1.0.0 owns plains.demo.test',
      '    remedy: one operator may own an API in the cluster: remove the other one, or do not install this one',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'OwnerConflict', message: 'owner conflict: other.v1.0.0 owns plains.demo.test' } })),
  ] },
  { title: 'the OperatorGroup fits no install mode', within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (UnsupportedOperatorGroup): OwnNamespace is not supported; it supports AllNamespaces',
      '    remedy: give the OperatorGroup the target namespaces that an install mode of the operator allows',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', {
      spec: { installModes: [{ type: 'OwnNamespace', supported: false }, { type: 'AllNamespaces', supported: true }] },
      status: { reason: 'UnsupportedOperatorGroup', message: 'OwnNamespace is not supported' },
    })),
  ] },
  { title: 'Kubernetes is too old', within: 10, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while starting',
      '  - plain.v0.2.0 needs Kubernetes 1.40.0 or newer; this cluster is 1.34.4',
      '    remedy: upgrade the cluster, or choose a version of the operator that runs on this one',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'RequirementsNotMet', requirementStatus: [
      { kind: 'ClusterServiceVersion', name: 'plain.v0.2.0', status: 'PresentNotSatisfied', message: 'minKubeVersion (1.40.0) > server version (1.34.4)' },
    ] } })),
  ] },
  { title: 'a required API is missing', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for what plain.v0.2.0 requires: CustomResourceDefinition backups.store.test',
      '  - plain.v0.2.0 requires CustomResourceDefinition backups.store.test, which is not there: CRD is not present',
      '    remedy: what is required comes from the bundle or from another operator: see which of the two did not bring it',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'RequirementsNotMet', message: 'one or more requirements couldn\'t be found', requirementStatus: [
      { kind: 'CustomResourceDefinition', name: 'backups.store.test', status: 'NotPresent', message: 'CRD is not present' },
      { kind: 'CustomResourceDefinition', name: 'plains.demo.test', status: 'Present', message: 'CRD is present and Established condition is true' },
    ] } })),
  ] },
  { title: 'the operator holds its upgrade back', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for OLM to check what plain.v0.2.0 requires',
      '  - the upgrade to plain.v0.2.0 is held back: operator is not upgradeable: The operator is migrating its store.',
      '    remedy: the installed operator asks not to be upgraded now (OperatorCondition Upgradeable): see its reason, or override the condition',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.1.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Pending', { status: { reason: 'OperatorConditionNotUpgradeable', message: 'operator is not upgradeable: The operator is migrating its store.' } })),
  ] },
  { title: 'the operator lacks a permission for good', within: 1, explanation: [
      'operator demo/plain did not get ready: given up at once while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (InstallComponentFailedNoRetry): install strategy failed: Deployment.apps "plain-op" is invalid: spec.template: Required value',
      '    remedy: OLM tries again only when permissions in the namespace change: mend what the message names and turn on recover, or delete the Subscription and the ClusterServiceVersion, refresh, and run again',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallComponentFailedNoRetry', message: 'install strategy failed: Deployment.apps "plain-op" is invalid: spec.template: Required value' } })),
  ] },
  { title: 'the operator keeps failing', within: 62, explanation: [
      'operator demo/plain did not get ready: given up after 1 min while starting',
      '  - ClusterServiceVersion plain.v0.2.0 failed (ComponentUnhealthy): installing: deployment changed',
      '    remedy: look at the Deployments of the operator and at their pods',
      '  - pod demo/plain-op-1 is not ready (Pending)',
      '    remedy: look at the events of the pod, and at its probes',
    ], happenings: installing({ phase: 'Failed', reason: 'ComponentUnhealthy', message: 'installing: deployment changed' }, ...container({ waiting: { reason: 'ContainerCreating' } })) },
  { title: 'the image cannot be pulled', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 cannot get image example.test/plain:0.2.0 (ImagePullBackOff): Back-off pulling image "example.test/plain:0.2.0"',
      '    remedy: check the image reference, the mirror and the pull secret, and that nodes can reach the registry',
    ], happenings: installing({}, ...container({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "example.test/plain:0.2.0"' } })) },
  { title: 'the operator crashes', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 ends again and again with exit code 2: panic: no such flag: --metrics goroutine 1 [running]',
      '    remedy: read the log of the container (kubectl logs --previous); its last words stand above where it left any',
    ], happenings: installing({}, ...container(
    { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s restarting failed container' } },
    { lastState: { terminated: { exitCode: 2, reason: 'Error', message: 'panic: no such flag: --metrics\n\ngoroutine 1 [running]' } } },
  )) },
  { title: 'the operator runs out of memory', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 took more memory than its limit and was killed',
      '    remedy: raise the memory limit in the Subscription\'s config.resources',
    ], happenings: installing({}, ...container(
    { waiting: { reason: 'CrashLoopBackOff' } }, { lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } },
  )) },
  { title: 'a ConfigMap of the operator is missing', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 cannot be made (CreateContainerConfigError): configmap "plain-settings" not found',
      '    remedy: create the ConfigMap or Secret that the container names, or correct the name',
    ], happenings: installing({}, ...container(
    { waiting: { reason: 'CreateContainerConfigError', message: 'configmap "plain-settings" not found' } },
  )) },
  { title: 'no node fits', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - pod demo/plain-op-1 fits on no node: 0/3 nodes are available: 3 node(s) didn\'t match Pod\'s node affinity/selector.',
      '    remedy: give the cluster a node that fits, or change nodeSelector, tolerations or resources in the Subscription\'s config',
      '  - event FailedScheduling of Pod plain-op-1: 0/3 nodes are available: 3 Insufficient memory.',
      '    remedy: see whether it is about what failed: events tell of all that happens nearby',
    ], happenings: installing({},
    happens(0, 'deployments', deployment('plain-op', 0)),
    happens(0, 'pods', pod('plain-op-1', 'plain-op', { phase: 'Pending', conditions: [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available: 3 node(s) didn\'t match Pod\'s node affinity/selector.' },
    ] })),
    happens(0, 'events', object('e1', {
      type: 'Warning', reason: 'FailedScheduling', message: '0/3 nodes are available: 3 Insufficient memory.', involvedObject: { kind: 'Pod', name: 'plain-op-1' }, lastTimestamp: '2026-01-01T00:00:00Z',
    })),
    happens(0, 'events', object('e2', { type: 'Warning', reason: 'Unhealthy', message: 'a pod of somebody else', involvedObject: { kind: 'Pod', name: 'other-1' } })),
  ) },
  { title: 'Pod Security refuses the pods', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - the Pod Security level of the namespace refuses the pods of Deployment demo/plain-op: pods "plain-op-7d9-x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "manager" must set securityContext.runAsNonRoot=true)',
      '    remedy: raise the Pod Security level of the namespace (label pod-security.kubernetes.io/enforce), or make the pod meet it',
    ], happenings: installing({}, happens(0, 'deployments', deployment('plain-op', 0, {
    conditions: conditions({ type: 'ReplicaFailure', reason: 'FailedCreate', message: 'pods "plain-op-7d9-x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "manager" must set securityContext.runAsNonRoot=true)' }),
  }))) },
  { title: 'the quota refuses the pods', options: QUICK, within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: starting for 1 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - the quota of the namespace refuses the pods of ReplicaSet plain-op-7d9: Error creating: pods "plain-op-7d9-x" is forbidden: exceeded quota: small, requested: pods=1, used: pods=4, limited: pods=4',
      '    remedy: raise the quota of the namespace, or ask for less in the Subscription\'s config',
    ], happenings: installing({}, happens(0, 'deployments', deployment('plain-op', 0)), happens(0, 'events', object('e1', {
    type: 'Warning', reason: 'FailedCreate', message: 'Error creating: pods "plain-op-7d9-x" is forbidden: exceeded quota: small, requested: pods=1, used: pods=4, limited: pods=4',
    involvedObject: { kind: 'ReplicaSet', name: 'plain-op-7d9' },
  }))) },
  { title: 'a CRD clashes with another', within: 12, explanation: [
      'operator demo/plain did not get ready: given up after 10 s while serving',
      '  - CustomResourceDefinition plains.demo.test cannot be served: "Plain" is already in use',
      '    remedy: another CustomResourceDefinition of the same group has one of these names; remove the one that is not wanted',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    happens(0, 'customresourcedefinitions', clusterObject('plains.demo.test', { spec: { versions: [{ name: 'v1', served: true }] }, status: { conditions: [{ type: 'NamesAccepted', status: 'False', reason: 'KindConflict', message: '"Plain" is already in use' }] } })),
  ] },
  { title: 'a CRD does not serve the version', within: 62, explanation: [
      'operator demo/plain did not get ready within 1 min: serving for 1 min, waiting for the API server to serve Plain (plains.demo.test/v1)',
      '  - CustomResourceDefinition plains.demo.test does not serve version v1',
      '    remedy: another CustomResourceDefinition is in place, of an older bundle or of another operator: replace it by the one of this bundle',
    ], happenings: [
    happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    happens(0, 'customresourcedefinitions', clusterObject('plains.demo.test', { spec: { versions: [{ name: 'v1beta1', served: true }] }, status: { conditions: conditions({ type: 'Established' }) } })),
  ] },
  { title: 'OLM itself does not run', options: { timeouts: { phases: { resolving: 30_000 } } }, within: 32, explanation: [
      'operator demo/plain did not get ready within 30 s: resolving for 30 s, waiting for an InstallPlan',
      '  - Deployment olm/catalog-operator of OLM is not available',
      '    remedy: look at the pods of this Deployment; as long as it does not run, OLM does nothing',
      '  - not looked at, for lack of rights: pods in namespace demo',
      '    remedy: let the account list and watch these too, and the explanation will say more',
    ], problems: { pods: 'forbidden' }, happenings: [
    happens(0, 'subscriptions', subscription()),
    happens(0, 'deployments', deployment('catalog-operator', 0, { metadata: { namespace: 'olm', labels: { app: 'catalog-operator' } } })),
  ] },
];

/** All that happens in a failure. */
export function happeningsOf({ happenings }: Failure): Happening[] {
  return [...readyNamespace(), ...happenings].sort((left, right) => left.at - right.at);
}
