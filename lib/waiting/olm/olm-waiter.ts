import { NamespacedName, OlmParts } from './olm-parts';
import {
  API_SERVICES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, PODS,
} from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { condition, holds, KubernetesObject, statusText } from '../cluster/kubernetes-object';
import { inNamespace, objectOf, objectsOf, one, optional } from '../cluster/queries';
import { isRolledOut, podsAvailable } from '../cluster/rollout';
import { Finding } from '../explain/finding';
import { few, quote } from '../explain/quote';
import { csvFindings } from '../explain/rules/cluster-service-versions';
import { crdProblem } from '../explain/rules/crds';
import { deploymentFindings } from '../explain/rules/deployments';
import { warningFindings } from '../explain/rules/warnings';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { Moment, Reading } from '../waiting/reading';
import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';
import { Waiter } from '../waiting/waiter';

/** What `olmReady` waits for. */
export interface OlmReadyOptions {
  /** See `olmParts`. */
  readonly parts: OlmParts;
  /** @default - see `OLM_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** The phases of `olmReady`, in their order; `settling` follows. */
export type OlmPhase = 'crds' | 'controllers' | 'packageserver' | 'api';

/** Fresh nodes have to pull OLM's image. */
export const OLM_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 10 * 60_000 };

/** A part of OLM: what it is, whether it is there, and what is wrong with it. */
interface Part {
  readonly phase: OlmPhase;
  readonly interest: Interest;
  readonly name: string;
  readonly isReady: (object: KubernetesObject) => boolean;
  /** In which state it is, for the progress. */
  readonly state: (object: KubernetesObject) => string;
  readonly findings: (object: KubernetesObject, pods: readonly KubernetesObject[]) => readonly Finding[];
}

/** A part that is not ready: its object, `null` where there is none, `undefined` as long as nobody looked. */
interface Missing {
  readonly part: Part;
  readonly object: KubernetesObject | null | undefined;
}

/** Waits until OLM runs: its CRDs are served, its Deployments rolled out, packageserver installed, and its API answers. */
export function olmReady(options: OlmReadyOptions): Waiter<Course<undefined>, OlmParts> {
  const parts = partsOf(options.parts);
  return createWaiter<undefined, OlmParts>({
    subject: 'OLM',
    failure: 'did not get ready',
    firstPhase: 'crds',
    memory: undefined,
    timeouts: { ...OLM_TIMEOUTS, ...options.timeouts },
    needsOlm: false,
    read: (_, view, moment) => read(options.parts, parts, view, moment),
  });
}

function read(outcome: OlmParts, parts: readonly Part[], view: ClusterView, { slow }: Moment): Reading<undefined, OlmParts> {
  const namespaces = [...new Set([...outcome.deployments, ...outcome.csvs].map(({ namespace }) => namespace))];
  const pods = namespaces.map((namespace) => optional(inNamespace(PODS, namespace)));
  const events = namespaces.map((namespace): Interest => optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' }));
  const seenPods = pods.flatMap((interest) => objectsOf(view, interest) ?? []);
  const missing = parts.map((part) => ({ part, object: objectOf(view, part.interest) }))
    .filter(({ part, object }) => !object || !part.isReady(object));
  const first = missing[0];
  const now = missing.filter(({ part }) => part.phase === first?.part.phase);
  const findings = missing.flatMap(({ part, object }): readonly Finding[] => {
    // What OLM itself makes, or cannot be there before an API of OLM is served, is still to come.
    const isToCome = part.phase === 'api' || view.scope(part.interest).problem !== undefined;
    const absent: Finding = {
      cause: 'still-missing', text: `${part.interest.resource.kind} ${part.name} is not there`, ...(isToCome ? { patience: 'timeout' } : {}),
    };
    return object === null ? [absent] : object === undefined ? [] : part.findings(object, seenPods);
  });
  const names = [...outcome.deployments, ...outcome.csvs].map(({ name }) => name);
  return {
    memory: undefined,
    phase: first?.part.phase ?? 'api',
    waitingFor: now.some(({ object }) => object === undefined) ? 'the first lists of the API server' : whatFor(now),
    watch: [...parts.map(({ interest }) => interest), ...(slow ? [...pods, ...events] : [])],
    findings: [...findings, ...warningFindings(events.flatMap((interest) => objectsOf(view, interest) ?? []), names)],
    wishes: [],
    ...(first === undefined ? { ready: { what: 'OLM', outcome } } : {}),
    reached: {},
  };
}

function whatFor(missing: readonly Missing[]): string {
  return few(missing.map(({ part, object }) => `${part.interest.resource.kind} ${part.name}${object ? ` (${part.state(object)})` : ''}`));
}

function partsOf({ crds, deployments, csvs, apiServices }: OlmParts): Part[] {
  const path = ({ namespace, name }: NamespacedName): string => `${namespace}/${name}`;
  return [
    ...crds.map((name): Part => ({
      phase: 'crds', name, interest: one(CUSTOM_RESOURCE_DEFINITIONS, name),
      isReady: (crd) => crdProblem(crd, undefined) === undefined,
      state: () => 'not established',
      findings: (crd) => [crdProblem(crd, undefined)].filter((finding) => finding !== undefined),
    })),
    ...deployments.map((of): Part => ({
      phase: 'controllers', name: path(of), interest: one(DEPLOYMENTS, of.name, of.namespace),
      isReady: isRolledOut, state: podsAvailable, findings: deploymentFindings,
    })),
    ...csvs.map((of): Part => ({
      phase: 'packageserver', name: path(of), interest: one(CLUSTER_SERVICE_VERSIONS, of.name, of.namespace),
      isReady: (csv) => statusText(csv, 'phase') === 'Succeeded',
      state: (csv) => statusText(csv, 'message') ?? statusText(csv, 'phase') ?? 'not looked at yet',
      findings: csvFindings,
    })),
    ...apiServices.map((name): Part => ({
      phase: 'api', name, interest: one(API_SERVICES, name),
      isReady: (service) => holds(service, 'Available'),
      state: (service) => condition(service, 'Available')?.reason ?? 'not looked at yet',
      findings: (service) => [{ cause: 'api-not-available', text: `APIService ${name} is not available: ${quote(condition(service, 'Available')?.message ?? 'nobody has looked yet')}` }],
    })),
  ];
}
