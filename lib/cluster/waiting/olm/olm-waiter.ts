import { OlmParts } from './olm-parts';
import { OlmPhase, WaitedPart, waitedParts } from './waited-parts';
import { EVENTS, PODS } from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { KubernetesObject } from '../view/kubernetes-object';
import { inNamespace, objectOf, objectsOf, optional } from '../view/queries';
import { Finding } from '../explain/finding';
import { shortList } from '../explain/formatting';
import { warningFindings } from '../rules/warnings';
import { WaiterState } from '../machine/waiter-state';
import { createWaiter } from '../machine/create-waiter';
import { INITIAL_LISTS, ObservationContext, Observation } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts } from '../machine/timeouts';
import { JudgingWaiter } from '../machine/waiter';

/** Options of `olmReady`. */
export interface OlmReadyOptions {
  /** Parts to wait for; see `olmParts`. */
  readonly parts: OlmParts;
  /** Version of the release, without a leading `v`. @default - that of packageserver is not checked */
  readonly release?: string;
  /** @default - `OLM_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Timeouts of `olmReady`. New nodes have to pull OLM's image. */
export const OLM_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 10 * 60_000 };

/** Part that is not ready. Its object is `null` if it does not exist, and `undefined` until it is listed. */
interface Missing {
  readonly part: WaitedPart;
  readonly object: KubernetesObject | null | undefined;
}

/**
 * Waits until OLM is ready: CRDs established, Deployments rolled out, packageserver of the release installed and rolled out, and its API available.
 */
export function olmReady(options: OlmReadyOptions): JudgingWaiter<WaiterState<undefined>, OlmParts> {
  return createWaiter<undefined, OlmParts>({
    subject: 'OLM',
    failure: 'did not become ready',
    firstPhase: 'crds' satisfies OlmPhase,
    memory: undefined,
    timeouts: { ...OLM_TIMEOUTS, ...options.timeouts },
    needsOlm: false,
    words: { podSettings: 'in the settings of OLM\'s controllers', controllers: 'olm-operator' },
    observe: (_, view, context) => observe(options, view, context),
  });
}

function observe({ parts: outcome, release }: OlmReadyOptions, view: ClusterView, { slow }: ObservationContext): Observation<undefined, OlmParts> {
  const namespaces = [...new Set([...outcome.deployments, ...outcome.csvs].map(({ namespace }) => namespace))];
  const pods = namespaces.map((namespace) => optional(inNamespace(PODS, namespace)));
  const events = namespaces.map((namespace): Interest => optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' }));
  const seenPods = pods.flatMap((interest) => objectsOf(view, interest) ?? []);
  const parts = waitedParts(outcome, release, view);
  const missing = parts.map((part) => ({ part, object: objectOf(view, part.interest) }))
    .filter(({ part, object }) => !object || !part.isReady(object));
  const first = missing[0];
  const current = missing.filter(({ part }) => part.phase === first?.part.phase);
  const findings = missing.flatMap(({ part, object }): readonly Finding[] => (
    object === null ? part.absence ?? absence(part, view) : object === undefined ? [] : part.findings(object, seenPods)
  ));
  const names = [...outcome.deployments, ...outcome.csvs].map(({ name }) => name);
  return {
    memory: undefined,
    phase: first?.part.phase ?? 'api',
    waitingFor: current.some(({ object }) => object === undefined) ? INITIAL_LISTS : describe(current),
    watch: [...parts.map(({ interest }) => interest), ...(slow ? [...pods, ...events] : [])],
    findings: [...findings, ...warningFindings(events.flatMap((interest) => objectsOf(view, interest) ?? []), names)],
    actions: [],
    ...(first === undefined ? { ready: { key: 'OLM', outcome } } : {}),
    reached: {},
  };
}

/** Returns the problem of a missing part. OLM itself creates the APIService, and objects of OLM's APIs cannot exist before the APIs are served. */
function absence({ phase, name, interest }: WaitedPart, view: ClusterView): Finding[] {
  const isCreatedLater = phase === 'api' || view.snapshot(interest).problem !== undefined;
  return [{ cause: 'object-missing', message: `${interest.resource.kind} ${name} does not exist`, ...(isCreatedLater ? { grace: 'timeout' } : {}) }];
}

function describe(missing: readonly Missing[]): string {
  return shortList(missing.map(({ part, object }) => `${part.interest.resource.kind} ${part.name}${object ? ` (${part.state(object)})` : ''}`));
}
