import { Finding } from '../explain/explanation';
import { detail } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, JudgingWaiter, Timeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { apiOf, crdProblem } from '../rules/crds';
import { deploymentFindings, isRolledOut, podsAvailable } from '../rules/deployments';
import { namespaceFindings } from '../rules/namespaces';
import { warningFindings } from '../rules/warnings';
import { EVENTS, NAMESPACES, PODS } from '../view/api-resource';
import { OwnedApi } from '../view/cluster-service-version';
import { ClusterView, inNamespace, Interest, named, objectOf, objectsOf, optional } from '../view/cluster-view';
import { condition, isTerminating, KubernetesObject } from '../view/kubernetes-object';
import { CERTIFICATE, CRD, DEPLOYMENT, existing, interestIn, ofKinds, PlainObjectRef, seen, titleOf, WEBHOOK_CONFIGURATIONS } from './plain-objects';
import { callFindings, endpointsOf, isAnswering, WebhookCall, webhookCalls } from './webhook-calls';

/** Options of `plainReady`. */
export interface PlainReadyOptions {
  /** Name of the operator, which is that of its bundle, for messages. */
  readonly name: string;
  /** Namespace of the operator. @default - none: CRDs and webhook configurations without an operator */
  readonly namespace?: string;
  /** Title for messages. @default - `operator` with namespace and name */
  readonly subject?: string;
  /** Its objects. The waiter checks its CRDs, Deployments, Certificates of cert-manager and webhook configurations. */
  readonly objects: readonly PlainObjectRef[];
  /** @default - `PLAIN_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `plainReady`, in their order. */
export type PlainPhase = 'crds' | 'certificates' | 'rollout' | 'webhooks';

/** Timeouts of `plainReady`. */
export const PLAIN_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 10 * 60_000 };

/** An operator that runs without OLM. */
export interface ReadyPlainOperator {
  readonly name: string;
  readonly namespace: string;
  /** APIs of its CRDs, which are served. */
  readonly ownedApis: readonly OwnedApi[];
  /** Names of its Deployments. */
  readonly deployments: readonly string[];
}

/** An item that must become ready. */
interface Step {
  readonly phase: PlainPhase;
  /** What the waiter waits for, or undefined if it is ready. */
  readonly waitingFor?: string | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Waits until an operator without OLM is ready: its CRDs are served, its certificates are issued, its Deployments are rolled out, and the API server
 * can call its webhooks. It reads no Secrets: a missing one appears in the events of the pods that mount it.
 */
export function plainReady(options: PlainReadyOptions): JudgingWaiter<WaiterState<undefined>, ReadyPlainOperator> {
  return createWaiter<undefined, ReadyPlainOperator>({
    subject: options.subject ?? `operator ${options.namespace ?? ''}/${options.name}`,
    failure: 'did not become ready',
    firstPhase: 'crds',
    memory: undefined,
    timeouts: { ...PLAIN_TIMEOUTS, ...options.timeouts },
    needsOlm: false,
    words: { podSettings: 'in deploymentConfig, or in the Deployments of the bundle' },
    observe: (_, view, context) => observe(options, view, context),
  });
}

const podsIn = (namespace: string): Interest => optional(inNamespace(PODS, namespace));

function observe(
  { name, namespace = '', objects }: PlainReadyOptions, view: ClusterView, { slow }: ObservationContext,
): Observation<undefined, ReadyPlainOperator> {
  const crds = ofKinds(objects, CRD);
  const certificates = ofKinds(objects, CERTIFICATE);
  const deployments = ofKinds(objects, DEPLOYMENT);
  const configurations = ofKinds(objects, ...WEBHOOK_CONFIGURATIONS);
  const places = [...new Set([...namespace === '' ? [] : [namespace], ...deployments.flatMap((ref) => ref.namespace ?? [])])];
  const pods = places.map(podsIn);
  const events = places.map((place): Interest => optional({ resource: EVENTS, namespace: place, fieldSelector: 'type=Warning' }));
  const owners = places.map((place) => optional(named(NAMESPACES, place)));
  const calls = [...crds, ...configurations].flatMap(({ kind, ...ref }) => (
    existing(view, [{ kind, ...ref }]).flatMap(({ object }) => webhookCalls({ kind, object }))
  ));
  const steps = [
    ...crds.map((ref) => crdStep(view, ref)),
    ...certificates.map((ref) => certificateStep(view, ref)),
    ...deployments.map((ref) => deploymentStep(view, ref)),
    ...configurations.map((ref) => existenceStep(view, ref)),
    ...calls.map((call) => callStep(view, call)),
  ];
  const pending = steps.find(({ waitingFor }) => waitingFor !== undefined);
  const outcome: ReadyPlainOperator = {
    name, namespace,
    ownedApis: existing(view, crds).map(({ object }) => apiOf(object)),
    deployments: existing(view, deployments).map(({ object }) => object.metadata.name),
  };
  return {
    memory: undefined,
    phase: pending?.phase ?? 'webhooks',
    waitingFor: pending?.waitingFor ?? 'everything to stay ready',
    watch: [
      ...[...crds, ...certificates, ...deployments, ...configurations].map(interestIn), ...calls.map(endpointsOf),
      ...(slow ? [...pods, ...events, ...owners] : []),
    ],
    findings: [
      ...places.flatMap((place, index) => namespaceFindings(place, objectOf(view, owners[index]!))), ...steps.flatMap(({ findings }) => findings),
      ...(pending === undefined ? [] : warnings(deployments, events, view)),
    ],
    actions: [],
    ...(pending === undefined ? { ready: { key: deployments.map((ref) => uidOf(view, ref)).join(' '), outcome } } : {}),
    reached: outcome,
  };
}

const uidOf = (view: ClusterView, ref: PlainObjectRef): string => seen(view, ref)?.metadata.uid ?? ref.name;

/** Returns the step of an object that is not listed yet or does not exist, or undefined if it exists. */
function absent(phase: PlainPhase, ref: PlainObjectRef, object: KubernetesObject | null | undefined): Step | undefined {
  if (object === undefined) {
    return { phase, waitingFor: INITIAL_LISTS, findings: [] };
  }
  return object !== null ? undefined : {
    phase, waitingFor: `${titleOf(ref)} to be created`, findings: [{ cause: 'object-missing', message: `${titleOf(ref)} does not exist` }],
  };
}

function existenceStep(view: ClusterView, ref: PlainObjectRef): Step {
  return absent('webhooks', ref, seen(view, ref)) ?? { phase: 'webhooks', findings: [] };
}

function crdStep(view: ClusterView, ref: PlainObjectRef): Step {
  const crd = seen(view, ref);
  const missing = absent('crds', ref, crd);
  const problem = crd ? crdProblem(crd, undefined) : undefined;
  return missing ?? { phase: 'crds', waitingFor: problem && `${titleOf(ref)} to be established`, findings: problem === undefined ? [] : [problem] };
}

function certificateStep(view: ClusterView, ref: PlainObjectRef): Step {
  const phase = 'certificates';
  if (view.snapshot(interestIn(ref)).problem?.kind === 'not-served') {
    return {
      phase, waitingFor: 'cert-manager to be installed',
      findings: [{ cause: 'cert-manager-missing', message: `the cluster does not serve certificates.cert-manager.io, and ${titleOf(ref)} needs it` }],
    };
  }
  const certificate = seen(view, ref);
  const ready = certificate ? condition(certificate, 'Ready') : undefined;
  const isIssued = ready?.status === 'True';
  return absent(phase, ref, certificate) ?? {
    phase, waitingFor: isIssued ? undefined : `${titleOf(ref)} to be issued`,
    findings: isIssued ? [] : [{ cause: 'certificate-not-ready', message: `${titleOf(ref)} is not ready${detail(ready?.message)}` }],
  };
}

function warnings(deployments: readonly PlainObjectRef[], events: readonly Interest[], view: ClusterView): Finding[] {
  return warningFindings(events.map((interest) => objectsOf(view, interest) ?? []), deployments.map(({ name }) => name));
}

function deploymentStep(view: ClusterView, ref: PlainObjectRef): Step {
  const deployment = seen(view, ref);
  const missing = absent('rollout', ref, deployment);
  if (missing !== undefined || !deployment) {
    return missing ?? { phase: 'rollout', findings: [] };
  }
  const isDone = isRolledOut(deployment) && !isTerminating(deployment);
  const pods = objectsOf(view, podsIn(ref.namespace ?? '')) ?? [];
  return {
    phase: 'rollout', waitingFor: isDone ? undefined : `${titleOf(ref)} to be rolled out (${podsAvailable(deployment)})`, findings: deploymentFindings(deployment, pods),
  };
}

function callStep(view: ClusterView, call: WebhookCall): Step {
  const waitingFor = isAnswering(view, call) ? undefined : `the webhook of ${call.of} to answer`;
  return { phase: 'webhooks', waitingFor, findings: waitingFor === undefined ? [] : callFindings(view, call) };
}
