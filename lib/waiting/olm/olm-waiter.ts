import { NamespacedName, OlmParts } from './olm-parts';
import {
  API_SERVICES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, PODS,
} from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { condition, isConditionTrue, KubernetesObject, statusString } from '../cluster/kubernetes-object';
import { inNamespace, objectOf, objectsOf, named, optional } from '../cluster/queries';
import { isRolledOut, podsAvailable } from '../cluster/rollout';
import { Finding } from '../explain/finding';
import { shortList, quote } from '../explain/formatting';
import { csvFindings } from '../rules/cluster-service-versions';
import { crdProblem } from '../rules/crds';
import { deploymentFindings } from '../rules/deployments';
import { warningFindings } from '../rules/warnings';
import { WaiterState } from '../machine/waiter-state';
import { createWaiter } from '../machine/create-waiter';
import { ObservationContext, Observation } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts } from '../machine/timeouts';
import { Waiter } from '../machine/waiter';

/** Options of `olmReady`. */
export interface OlmReadyOptions {
  /** Parts to wait for; see `olmParts`. */
  readonly parts: OlmParts;
  /** @default - `OLM_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `olmReady`, in their order; `settling` follows. */
export type OlmPhase = 'crds' | 'controllers' | 'packageserver' | 'api';

/** Timeouts of `olmReady`: new nodes have to pull OLM's image. */
export const OLM_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 10 * 60_000 };

/** Part of OLM to wait for. */
interface Part {
  readonly phase: OlmPhase;
  readonly interest: Interest;
  readonly name: string;
  readonly isReady: (object: KubernetesObject) => boolean;
  /** Describes its state in progress lines. */
  readonly state: (object: KubernetesObject) => string;
  readonly findings: (object: KubernetesObject, pods: readonly KubernetesObject[]) => readonly Finding[];
}

/** Part that is not ready: its object is `null` if it does not exist, `undefined` until it is listed. */
interface Missing {
  readonly part: Part;
  readonly object: KubernetesObject | null | undefined;
}

/** Waits until OLM is ready: CRDs established, Deployments rolled out, packageserver installed, and its API available. */
export function olmReady(options: OlmReadyOptions): Waiter<WaiterState<undefined>, OlmParts> {
  const parts = partsOf(options.parts);
  return createWaiter<undefined, OlmParts>({
    subject: 'OLM',
    failure: 'did not become ready',
    firstPhase: 'crds',
    memory: undefined,
    timeouts: { ...OLM_TIMEOUTS, ...options.timeouts },
    needsOlm: false,
    observe: (_, view, context) => observe(options.parts, parts, view, context),
  });
}

function observe(outcome: OlmParts, parts: readonly Part[], view: ClusterView, { slow }: ObservationContext): Observation<undefined, OlmParts> {
  const namespaces = [...new Set([...outcome.deployments, ...outcome.csvs].map(({ namespace }) => namespace))];
  const pods = namespaces.map((namespace) => optional(inNamespace(PODS, namespace)));
  const events = namespaces.map((namespace): Interest => optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' }));
  const seenPods = pods.flatMap((interest) => objectsOf(view, interest) ?? []);
  const missing = parts.map((part) => ({ part, object: objectOf(view, part.interest) }))
    .filter(({ part, object }) => !object || !part.isReady(object));
  const first = missing[0];
  const current = missing.filter(({ part }) => part.phase === first?.part.phase);
  const findings = missing.flatMap(({ part, object }): readonly Finding[] => {
    // OLM itself creates the APIService, and objects of OLM's APIs cannot exist before these are served.
    const isCreatedLater = part.phase === 'api' || view.snapshot(part.interest).problem !== undefined;
    const absent: Finding = {
      cause: 'object-missing', message: `${part.interest.resource.kind} ${part.name} does not exist`, ...(isCreatedLater ? { grace: 'timeout' } : {}),
    };
    return object === null ? [absent] : object === undefined ? [] : part.findings(object, seenPods);
  });
  const names = [...outcome.deployments, ...outcome.csvs].map(({ name }) => name);
  return {
    memory: undefined,
    phase: first?.part.phase ?? 'api',
    waitingFor: current.some(({ object }) => object === undefined) ? 'the initial lists from the API server' : describe(current),
    watch: [...parts.map(({ interest }) => interest), ...(slow ? [...pods, ...events] : [])],
    findings: [...findings, ...warningFindings(events.flatMap((interest) => objectsOf(view, interest) ?? []), names)],
    actions: [],
    ...(first === undefined ? { ready: { key: 'OLM', outcome } } : {}),
    reached: {},
  };
}

function describe(missing: readonly Missing[]): string {
  return shortList(missing.map(({ part, object }) => `${part.interest.resource.kind} ${part.name}${object ? ` (${part.state(object)})` : ''}`));
}

function partsOf({ crds, deployments, csvs, apiServices }: OlmParts): Part[] {
  const path = ({ namespace, name }: NamespacedName): string => `${namespace}/${name}`;
  return [
    ...crds.map((name): Part => ({
      phase: 'crds', name, interest: named(CUSTOM_RESOURCE_DEFINITIONS, name),
      isReady: (crd) => crdProblem(crd, undefined) === undefined,
      state: () => 'not established',
      findings: (crd) => [crdProblem(crd, undefined)].filter((finding) => finding !== undefined),
    })),
    ...deployments.map((of): Part => ({
      phase: 'controllers', name: path(of), interest: named(DEPLOYMENTS, of.name, of.namespace),
      isReady: isRolledOut, state: podsAvailable, findings: deploymentFindings,
    })),
    ...csvs.map((of): Part => ({
      phase: 'packageserver', name: path(of), interest: named(CLUSTER_SERVICE_VERSIONS, of.name, of.namespace),
      isReady: (csv) => statusString(csv, 'phase') === 'Succeeded',
      state: (csv) => statusString(csv, 'message') ?? statusString(csv, 'phase') ?? 'not checked yet',
      findings: csvFindings,
    })),
    ...apiServices.map((name): Part => ({
      phase: 'api', name, interest: named(API_SERVICES, name),
      isReady: (service) => isConditionTrue(service, 'Available'),
      state: (service) => condition(service, 'Available')?.reason ?? 'not checked yet',
      findings: (service) => [{ cause: 'api-service-unavailable', message: `APIService ${name} is not available: ${quote(condition(service, 'Available')?.message ?? 'not checked yet')}` }],
    })),
  ];
}
