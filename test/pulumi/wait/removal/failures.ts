import { KubernetesObject } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';
import { olmRemoval } from '../../../../lib/pulumi/wait/removal/olm-removal';
import { operatorRemoval } from '../../../../lib/pulumi/wait/removal/operator-removal';
import { OperatorRemovalOptions } from '../../../../lib/pulumi/wait/removal/operator-removal-options';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { csv, DEMO, deployment, happens, object, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';
import { ToldFailure } from '../told-failure';

const PLURALS: { readonly [kind: string]: string } = { Subscription: 'subscriptions', ClusterServiceVersion: 'clusterserviceversions', Plain: 'plains' };

const ofOperator = (available: number): KubernetesObject => (
  deployment('plain-op', available, { metadata: { ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'plain.v0.2.0' }] } })
);

const OPERATOR: readonly Happening[] = [
  ...readyNamespace(),
  happens(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
  happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { annotations: { 'olm.targetNamespaces': DEMO } } })),
  happens(0, 'deployments', ofOperator(1)),
  happens(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
];

const OBJECT = happens(0, 'plains', object('shop'));

/** A cluster in which everything goes when it is deleted, but for what is held back by a finalizer. */
function obedient(held: { readonly [name: string]: string }): (action: Action, now: number) => Happening[] {
  return ({ target: { resource, name } }, now) => {
    const finalizer = held[name];
    return finalizer === undefined ? [happens(now + 100, PLURALS[resource.kind]!, object(name), 'DELETED')]
      : [happens(now + 100, PLURALS[resource.kind]!, object(name, { metadata: { deletionTimestamp: 'now', finalizers: [finalizer] } }))];
  };
}

function removal(
  options: Partial<OperatorRemovalOptions>, more: readonly Happening[], held: { readonly [name: string]: string } = {},
): () => Course<unknown> {
  return () => simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain', ...options }), [...OPERATOR, ...more], { onAction: obedient(held) });
}

/** How a removal does not finish. */
export const REMOVAL_FAILURES: readonly ToldFailure[] = [
  {
    title: 'an operator whose APIs have objects', within: 0, simulate: removal({}, [OBJECT]),
    explanation: [
      'removal of operator demo/plain did not finish: given up at once while looking',
      '  - the operator\'s APIs still have one object: Plain demo/shop',
      '    remedy: delete these objects while the operator still runs, or choose what is to happen to them: "ignore" or "delete"',
    ],
  },
  {
    title: 'an object of the operator that is held back', within: 601, simulate: removal({ operands: 'delete' }, [OBJECT], { shop: 'demo.test/backup' }),
    explanation: [
      'removal of operator demo/plain did not finish within 10 min: operands for 10 min, waiting for Plain demo/shop to be gone',
      '  - Plain demo/shop is held back by its finalizer demo.test/backup',
      '    remedy: let the controller that set the finalizers run and finish; force takes them off, which skips what they were for',
    ],
  },
  {
    title: 'an object whose operator does not run', within: 601,
    simulate: removal({ operands: 'delete' }, [OBJECT, happens(0, 'deployments', ofOperator(0))], { shop: 'demo.test/backup' }),
    explanation: [
      'removal of operator demo/plain did not finish within 10 min: operands for 10 min, waiting for Plain demo/shop to be gone',
      '  - Plain demo/shop is held back by its finalizer demo.test/backup',
      '  - the operator that would take finalizers off does not run',
      '    remedy: let the controller that set the finalizers run and finish; force takes them off, which skips what they were for',
    ],
  },
  {
    title: 'an operator in a cluster whose OLM does not run', within: 181,
    simulate: removal({}, [
      happens(0, 'deployments', deployment('olm-operator', 0, { metadata: { namespace: 'olm', labels: { app: 'olm-operator' } } })),
    ], { 'plain.v0.2.0': 'operators.coreos.com/csv-cleanup' }),
    explanation: [
      'removal of operator demo/plain did not finish within 3 min: operator for 3 min, waiting for ClusterServiceVersion demo/plain.v0.2.0 to be gone',
      '  - Deployment olm/olm-operator of OLM is not available, so nobody cleans up after the operator',
      '    remedy: look at the pods of this Deployment; as long as it does not run, OLM does nothing',
      '  - ClusterServiceVersion demo/plain.v0.2.0 is held back by its finalizer operators.coreos.com/csv-cleanup',
      '    remedy: let the controller that set the finalizers run and finish; force takes them off, which skips what they were for',
    ],
  },
  {
    title: 'an OLM that still has operators', within: 0,
    simulate: () => simulate(olmRemoval({ steps: [{ title: 'controllers', reason: 'last', targets: [] }] }), [happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded'))]),
    explanation: [
      'removal of OLM did not finish: given up at once while looking',
      '  - OLM still has one operator: demo/plain.v0.2.0',
      '    remedy: remove these operators first, or say that they are to go with OLM',
    ],
  },
];
