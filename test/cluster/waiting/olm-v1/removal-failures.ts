import { controller, clusterExtension, extensionAt, catalogAt, installedExtension, operatorCrd, operatorDeployment, progressing, servedCatalog, v1Event } from './objects';
import { KNOWN_CAUSES, CauseName } from '../../../../lib/cluster/waiting/explain/known-causes';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { clusterCatalogRemoval } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-removal';
import { clusterExtensionRemoval, ClusterExtensionRemovalOptions } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { event, object } from '../objects';
import { ExplainedFailure } from '../explained-failure';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const remedy = (cause: CauseName): string => `    remedy: ${KNOWN_CAUSES[cause].remedy}`;

/** A ClusterExtension whose bundle is installed and runs. */
export const INSTALLED: readonly ClusterEvent[] = [
  extensionAt(0, installedExtension()), event(0, 'deployments', operatorDeployment(1)), event(0, 'customresourcedefinitions', operatorCrd()),
];

/** An object of the operator's API. */
export const OPERAND: ClusterEvent = event(0, 'plains', object('shop'));

/** Simulates OLM v1 and the garbage collector, which delete what belongs to a ClusterExtension; objects with a finalizer stay. */
export function deleting(finalizers: { readonly [name: string]: string } = {}): (action: Action, now: number) => ClusterEvent[] {
  return ({ type, target: { resource, name } }, now) => {
    const held = type === 'delete' ? finalizers[name] : undefined;
    if (resource.kind === 'Plain') {
      return held === undefined ? [event(now + 100, 'plains', object(name), 'DELETED')]
        : [event(now + 100, 'plains', object(name, { metadata: { deletionTimestamp: 'now', finalizers: [held] } }))];
    }
    return held !== undefined ? [] : [
      v1Event(now + 100, resource.kind === 'ClusterCatalog' ? 'clustercatalogs' : 'clusterextensions', installedExtension(), 'DELETED'),
      event(now + 300, 'deployments', operatorDeployment(1), 'DELETED'), event(now + 500, 'customresourcedefinitions', operatorCrd(), 'DELETED'),
    ];
  };
}

function removal(
  options: Partial<ClusterExtensionRemovalOptions>, events: readonly ClusterEvent[], finalizers: { readonly [name: string]: string } = {},
): () => SimulatedWait<unknown> {
  return () => simulate(clusterExtensionRemoval({ name: 'plain', ...options }), events, { onAction: deleting(finalizers) });
}

const terminating = (message: string): ClusterEvent => extensionAt(0, clusterExtension([progressing('Retrying', message)], { metadata: { deletionTimestamp: 'now' } }));
const CLEANUP = 'olm.operatorframework.io/cleanup-unpack-cache';

/** Failures of removing objects of OLM v1. */
export const OLM_V1_REMOVAL_FAILURES: readonly ExplainedFailure[] = [
  {
    title: 'a cluster extension whose APIs have objects', within: 0, simulate: removal({}, [...INSTALLED, OPERAND]),
    explanation: [
      'removal of cluster extension plain did not finish: gave up immediately while inspecting',
      '  - OLM v1 would delete one object together with the CRDs: Plain demo/shop', remedy('operands-at-risk'),
    ],
  },
  {
    title: 'a cluster extension with an operand that is blocked by a finalizer', within: 600,
    simulate: removal({ operands: 'delete' }, [...INSTALLED, OPERAND, event(1, 'deployments', operatorDeployment(0))], { shop: 'demo.test/backup' }),
    explanation: [
      'removal of cluster extension plain did not finish within 10 min: operands for 10 min, waiting for Plain demo/shop to be deleted',
      '  - Plain demo/shop is blocked by its finalizer demo.test/backup', '  - the operator that should remove the finalizers is not running', remedy('finalizers-remaining'),
    ],
  },
  {
    title: 'a cluster extension without operator-controller', within: 180,
    simulate: removal({}, [terminating('service account "installer" not found in namespace "demo"'), event(0, 'deployments', controller('operator-controller', 0))]),
    explanation: [
      'removal of cluster extension plain did not finish within 3 min: extension for 3 min, waiting for ClusterExtension plain to be deleted',
      '  - Deployment olmv1-system/operator-controller-controller-manager of OLM v1 is not available', remedy('olm-not-running'),
      `  - ClusterExtension plain is blocked by its finalizer ${CLEANUP}`, remedy('finalizers-remaining'),
      '  - ClusterExtension plain cannot be installed: service account "installer" not found in namespace "demo"', remedy('extension-account-missing'),
    ],
  },
  {
    title: 'a cluster extension with a CRD that is blocked by an object', within: 360,
    simulate: removal({ namespace: 'demo', operands: 'ignore' }, [
      event(0, 'customresourcedefinitions', operatorCrd(true, { deletionTimestamp: 'now', finalizers: ['customresourcecleanup.apiextensions.k8s.io'] })),
      event(0, 'plains', object('shop', { metadata: { deletionTimestamp: 'now', finalizers: ['demo.test/backup'] } })), event(0, 'deployments', operatorDeployment(1)),
    ]),
    explanation: [
      'removal of cluster extension plain did not finish within 6 min: collecting for 6 min, waiting for Deployment demo/plain-op and CustomResourceDefinition plains.demo.test '
      + 'to be deleted by the garbage collector',
      '  - Plain demo/shop is blocked by its finalizer demo.test/backup',
      '  - CustomResourceDefinition plains.demo.test is blocked by its finalizer customresourcecleanup.apiextensions.k8s.io', remedy('finalizers-remaining'),
      '  - Deployment demo/plain-op still exists, although its owner is deleted', remedy('deletion-pending'),
    ],
  },
  {
    title: 'a cluster catalog without catalogd', within: 180,
    simulate: () => simulate(clusterCatalogRemoval({ name: 'cat' }), [
      catalogAt(0, { ...servedCatalog(), metadata: { name: 'cat', deletionTimestamp: 'now', finalizers: ['olm.operatorframework.io/delete-server-cache'] } }),
      event(0, 'deployments', controller('catalogd', 0)),
    ]),
    explanation: [
      'removal of cluster catalog cat did not finish within 3 min: catalog for 3 min, waiting for ClusterCatalog cat to be deleted',
      '  - Deployment olmv1-system/catalogd-controller-manager of OLM v1 is not available', remedy('olm-not-running'),
      '  - ClusterCatalog cat is blocked by its finalizer olm.operatorframework.io/delete-server-cache', remedy('finalizers-remaining'),
    ],
  },
];
