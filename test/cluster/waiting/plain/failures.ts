import { certificate, configuration, endpoints, plainCrd, plainEvent, REFS, running } from './objects';
import { CauseName, KNOWN_CAUSES } from '../../../../lib/cluster/waiting/explain/known-causes';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { plainRemoval, PlainRemovalOptions } from '../../../../lib/cluster/waiting/plain/plain-removal';
import { plainReady } from '../../../../lib/cluster/waiting/plain/plain-waiter';
import { ExplainedFailure } from '../explained-failure';
import { conditions, deployment, event, object, pod } from '../objects';
import { ClusterEvent, simulate, Simulation, SimulatedWait } from '../simulated-cluster';

const remedy = (cause: CauseName): string => `    remedy: ${KNOWN_CAUSES[cause].remedy}`;
/** Options of the waiters for it. */
export const OPERATOR = { name: 'plain.v0.1.0', namespace: 'demo', objects: REFS };

/** Waits for the operator. */
export function wait(events: readonly ClusterEvent[], simulation: Simulation = {}): SimulatedWait<unknown> {
  return simulate(plainReady(OPERATOR), events, simulation);
}

/** Simulates the API server: objects are deleted at once, those with a finalizer stay. */
export function deleting(finalizers: { readonly [name: string]: string } = {}): (action: Action, now: number) => ClusterEvent[] {
  return ({ type, target: { resource, name, namespace } }, now) => {
    const held = type === 'delete' ? finalizers[name] : undefined;
    const found = object(name, { metadata: { ...(namespace === undefined ? { namespace: '' } : {}), ...(held === undefined ? {} : { deletionTimestamp: 'now', finalizers: [held] }) } });
    const { namespace: _, ...metadata } = found.metadata;
    return [plainEvent(now + 100, resource.plural, namespace === undefined ? { ...found, metadata } : found, held === undefined ? 'DELETED' : 'MODIFIED')];
  };
}

/** Removes the operator. */
export function remove(
  options: Partial<PlainRemovalOptions>, events: readonly ClusterEvent[] = running(), finalizers = {}, simulation: Simulation = {},
): SimulatedWait<unknown> {
  return simulate(plainRemoval({ ...OPERATOR, ...options }), events, { onAction: deleting(finalizers), ...simulation });
}

/** An object of the operator's API. */
export const OPERAND: ClusterEvent = event(0, 'plains', object('shop'));

const TIMED_OUT = 'operator demo/plain.v0.1.0 did not become ready within 10 min';
const GAVE_UP = 'operator demo/plain.v0.1.0 did not become ready: gave up';
const IN_BUNDLE = 'in deploymentConfig, or in the Deployments of the bundle';
const UNREACHABLE = 'Service demo/plain-op-service has no ready endpoint; until then the API server cannot call it, and';

/** Failures of waiting for an operator without OLM, and of its removal. */
export const PLAIN_FAILURES: readonly ExplainedFailure[] = [
  {
    title: 'a plain operator without cert-manager', within: 60,
    simulate: () => wait(running({ certificates: undefined }), { problems: { 'certificates.cert-manager.io': 'not-served' } }),
    explanation: [
      `${GAVE_UP} after 1 min in phase certificates`,
      '  - the cluster does not serve certificates.cert-manager.io, and Certificate demo/plain-op-service-cert needs it', remedy('cert-manager-missing'),
    ],
  },
  {
    title: 'a plain operator whose certificate is not issued', within: 600,
    simulate: () => wait(running({ certificates: certificate('False', 'issuer not found') })),
    explanation: [
      `${TIMED_OUT}: certificates for 10 min, waiting for Certificate demo/plain-op-service-cert to be issued`,
      '  - Certificate demo/plain-op-service-cert is not ready: issuer not found', remedy('certificate-not-ready'),
    ],
  },
  {
    title: 'a plain operator whose CA is not injected', within: 600,
    simulate: () => wait(running({ validatingwebhookconfigurations: configuration('') })),
    explanation: [
      `${TIMED_OUT}: webhooks for 10 min, waiting for the webhook of ValidatingWebhookConfiguration vplain.demo.test to answer`,
      '  - ValidatingWebhookConfiguration vplain.demo.test has no CA, so the API server does not trust its webhook', remedy('ca-not-injected'),
    ],
  },
  {
    title: 'a plain operator whose webhook does not answer', within: 600,
    simulate: () => wait(running({ endpointslices: endpoints(false) })),
    explanation: [
      `${TIMED_OUT}: webhooks for 10 min, waiting for the webhook of ValidatingWebhookConfiguration vplain.demo.test to answer`,
      `  - nothing answers the webhook of ValidatingWebhookConfiguration vplain.demo.test: ${UNREACHABLE} it rejects the requests that the webhook is for`,
      remedy('webhook-unreachable'),
    ],
  },
  {
    title: 'a plain operator whose names are taken', within: 10,
    simulate: () => wait(running({ customresourcedefinitions: plainCrd(conditions({ type: 'NamesAccepted', status: 'False', message: '"plains" is already in use' })) })),
    explanation: [
      `${GAVE_UP} after 10 s in phase crds`,
      '  - CustomResourceDefinition plains.demo.test cannot be served: "plains" is already in use', remedy('crd-names-conflict'),
    ],
  },
  {
    title: 'a plain operator whose image does not exist', within: 600,
    simulate: () => wait([
      ...running({ deployments: deployment('plain-op', 0), endpointslices: undefined }),
      event(0, 'pods', pod('plain-op-1', 'plain-op', {
        phase: 'Pending', containerStatuses: [{ name: 'manager', image: 'example.test/none:1', state: { waiting: { reason: 'ImagePullBackOff', message: 'not found' } } }],
      })),
    ]),
    explanation: [
      `${TIMED_OUT}: rollout for 10 min, waiting for Deployment demo/plain-op to be rolled out (0 of 1 pods available)`,
      '  - container manager of pod demo/plain-op-1 cannot pull image example.test/none:1 (ImagePullBackOff): not found', remedy('image-pull-failed'),
      `  - nothing answers the webhook of ValidatingWebhookConfiguration vplain.demo.test: ${UNREACHABLE} it rejects the requests that the webhook is for`,
      remedy('webhook-unreachable'),
    ],
  },
  {
    title: 'a plain operator that needs more than the nodes and the quota allow', within: 600,
    simulate: () => wait([
      ...running({
        deployments: deployment('plain-op', 0, { conditions: conditions({ type: 'ReplicaFailure', message: 'exceeded quota: small' }) }), endpointslices: undefined,
      }),
      event(0, 'pods', pod('plain-op-1', 'plain-op', {
        phase: 'Pending', conditions: conditions({ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no node has 64 GiB' }),
      })),
      event(0, 'pods', pod('plain-op-2', 'plain-op', { phase: 'Running', containerStatuses: [{ name: 'manager', lastState: { terminated: { reason: 'OOMKilled' } } }] })),
    ]),
    explanation: [
      `${TIMED_OUT}: rollout for 10 min, waiting for Deployment demo/plain-op to be rolled out (0 of 1 pods available)`,
      '  - the quota of the namespace rejects the pods of Deployment demo/plain-op: exceeded quota: small', `${remedy('quota-exceeded')} ${IN_BUNDLE}`,
      '  - pod demo/plain-op-1 cannot be scheduled: no node has 64 GiB', `${remedy('unschedulable')} ${IN_BUNDLE}`,
      '  - container manager of pod demo/plain-op-2 exceeded its memory limit and was killed', `${remedy('out-of-memory')} ${IN_BUNDLE}`,
      `  - nothing answers the webhook of ValidatingWebhookConfiguration vplain.demo.test: ${UNREACHABLE} it rejects the requests that the webhook is for`,
      remedy('webhook-unreachable'),
    ],
  },
  {
    title: 'a plain operator whose APIs have objects', within: 0, simulate: () => remove({}, [...running(), OPERAND]),
    explanation: [
      'removal of operator demo/plain.v0.1.0 did not finish: gave up immediately while inspecting',
      "  - the operator's APIs still have one object: Plain demo/shop", remedy('operands-remaining'),
    ],
  },
  {
    title: 'a plain operator with an operand that is blocked by a finalizer', within: 601,
    simulate: () => remove({ operands: 'delete' }, [...running({ deployments: deployment('plain-op', 0) }), OPERAND], { shop: 'demo.test/backup' }),
    explanation: [
      'removal of operator demo/plain.v0.1.0 did not finish within 10 min: operands for 10 min, waiting for Plain demo/shop to be deleted',
      '  - Plain demo/shop is blocked by its finalizer demo.test/backup', '  - the operator that should remove the finalizers is not running', remedy('finalizers-remaining'),
    ],
  },
];
