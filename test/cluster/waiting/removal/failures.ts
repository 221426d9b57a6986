import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { olmRemoval } from '../../../../lib/cluster/waiting/removal/olm-removal';
import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { OperatorRemovalOptions } from '../../../../lib/cluster/waiting/removal/operator-removal-options';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { generatedSubscription, installedOperator, operatorCsv, ownSubscription } from '../dependency-objects';
import { csv, DEMO, deployment, event, object, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { SimulatedWait, ClusterEvent, simulate } from '../simulated-cluster';
import { ExplainedFailure } from '../explained-failure';

const PLURALS: { readonly [kind: string]: string } = { Subscription: 'subscriptions', ClusterServiceVersion: 'clusterserviceversions', Plain: 'plains' };

const ofOperator = (available: number): KubernetesObject => (
  deployment('plain-op', available, { metadata: { ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'plain.v0.2.0' }] } })
);

const OPERATOR: readonly ClusterEvent[] = [
  ...readyNamespace(),
  event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { annotations: { 'olm.targetNamespaces': DEMO } } })),
  event(0, 'deployments', ofOperator(1)),
  event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
];

const OBJECT = event(0, 'plains', object('shop'));

/** Simulates a cluster in which deleted objects go away, except those with a finalizer. */
function obedient(held: { readonly [name: string]: string }): (action: Action, now: number) => ClusterEvent[] {
  return ({ target: { resource, name } }, now) => {
    const finalizer = held[name];
    return finalizer === undefined ? [event(now + 100, PLURALS[resource.kind]!, object(name), 'DELETED')]
      : [event(now + 100, PLURALS[resource.kind]!, object(name, { metadata: { deletionTimestamp: 'now', finalizers: [finalizer] } }))];
  };
}

function removal(
  options: Partial<OperatorRemovalOptions>, more: readonly ClusterEvent[], held: { readonly [name: string]: string } = {},
): () => SimulatedWait<unknown> {
  return () => simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain', ...options }), [...OPERATOR, ...more], { onAction: obedient(held) });
}

/** Failures of a removal. */
export const REMOVAL_FAILURES: readonly ExplainedFailure[] = [
  {
    title: 'an operator whose APIs have objects', within: 0, simulate: removal({}, [OBJECT]),
    explanation: [
      'removal of operator demo/plain did not finish: gave up immediately while inspecting',
      '  - the operator\'s APIs still have one object: Plain demo/shop',
      '    remedy: delete these objects while the operator is still running, or choose what happens to them: "ignore" or "delete"',
    ],
  },
  {
    title: 'an operator whose dependency has objects', within: 0,
    simulate: () => simulate(operatorRemoval({ namespace: DEMO, subscription: 'needy', dependencies: true }), [
      ...readyNamespace(), OBJECT, ...installedOperator(ownSubscription('needy'), operatorCsv('needy', { requires: ['plain'] })),
      ...installedOperator(generatedSubscription('plain'), operatorCsv('plain')),
    ]),
    explanation: [
      'removal of operator demo/needy did not finish: gave up immediately while inspecting',
      '  - the APIs of its dependency plain.v1.0.0 still have one object: Plain demo/shop',
      '    remedy: delete these objects while the operator is still running, or choose what happens to them: "ignore" or "delete"',
    ],
  },
  {
    title: 'an operand that is blocked by a finalizer', within: 601, simulate: removal({ operands: 'delete' }, [OBJECT], { shop: 'demo.test/backup' }),
    explanation: [
      'removal of operator demo/plain did not finish within 10 min: operands for 10 min, waiting for Plain demo/shop to be deleted',
      '  - Plain demo/shop is blocked by its finalizer demo.test/backup',
      '    remedy: let the controller that set the finalizers finish its work; force removes them and skips that work',
    ],
  },
  {
    title: 'an operand whose operator does not run', within: 601,
    simulate: removal({ operands: 'delete' }, [OBJECT, event(0, 'deployments', ofOperator(0))], { shop: 'demo.test/backup' }),
    explanation: [
      'removal of operator demo/plain did not finish within 10 min: operands for 10 min, waiting for Plain demo/shop to be deleted',
      '  - Plain demo/shop is blocked by its finalizer demo.test/backup',
      '  - the operator that should remove the finalizers is not running',
      '    remedy: let the controller that set the finalizers finish its work; force removes them and skips that work',
    ],
  },
  {
    title: 'an operator in a cluster whose OLM does not run', within: 181,
    simulate: removal({}, [
      event(0, 'deployments', deployment('olm-operator', 0, { metadata: { namespace: 'olm', labels: { app: 'olm-operator' } } })),
    ], { 'plain.v0.2.0': 'operators.coreos.com/csv-cleanup' }),
    explanation: [
      'removal of operator demo/plain did not finish within 3 min: operator for 3 min, waiting for ClusterServiceVersion demo/plain.v0.2.0 to be deleted',
      '  - Deployment olm/olm-operator of OLM is not available, so nothing cleans up after the operator',
      '    remedy: check the pods of this Deployment; OLM does nothing until it is available',
      '  - ClusterServiceVersion demo/plain.v0.2.0 is blocked by its finalizer operators.coreos.com/csv-cleanup',
      '    remedy: let the controller that set the finalizers finish its work; force removes them and skips that work',
    ],
  },
  {
    title: 'a CRD that the API server does not get to', within: 361,
    simulate: removal({ crds: true }, [
      event(0, 'customresourcedefinitions', { ...establishedCrd('plains.demo.test', 'v1'), metadata: {
        name: 'plains.demo.test', deletionTimestamp: 'now', finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      }, status: { conditions: [{
        type: 'Terminating', status: 'True', reason: 'InstanceDeletionFailed', message: 'could not list instances: storage is (re)initializing',
      }] } }),
    ]),
    explanation: [
      'removal of operator demo/plain did not finish within 6 min: crds for 6 min, waiting for CustomResourceDefinition plains.demo.test to be deleted',
      '  - CustomResourceDefinition plains.demo.test is blocked by its finalizer customresourcecleanup.apiextensions.k8s.io: '
      + 'could not list instances: storage is (re)initializing',
      '    remedy: wait up to five minutes, after which the API server tries again; any change of the CRD, such as an annotation, makes it try at once',
    ],
  },
  {
    title: 'an OLM that still has operators', within: 0,
    simulate: () => simulate(olmRemoval({ steps: [{ title: 'controllers', reason: 'last', targets: [] }] }), [event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded'))]),
    explanation: [
      'removal of OLM did not finish: gave up immediately while inspecting',
      '  - OLM still manages one operator: demo/plain.v0.2.0',
      '    remedy: remove these operators first, or set removeOperators to remove them together with OLM',
    ],
  },
];
