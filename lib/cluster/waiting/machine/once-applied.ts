import { exactJson } from '../../../formats/json/exact-json';
import { isMap, ownValue } from '../../../formats/json/json-value';
import { Finding } from '../explain/explanation';
import { ClusterView, Interest, objectsOf } from '../view/cluster-view';
import { createWaiter } from './create-waiter';
import { firstInterests, inSequence, SequenceState } from './in-sequence';
import { DEFAULT_TIMEOUTS, Waiter } from './waiter';
import { INITIAL_LISTS, WaiterState } from './waiter-state';

/** Object of a manifest that must be applied before a wait starts. */
export interface AppliedObject {
  /** Interest in the object, or in all objects of its kind and namespace. */
  readonly interest: Interest;
  readonly name: string;
  /** Spec in the manifest, which the spec in the cluster must contain. @default - the object only has to exist */
  readonly spec?: unknown;
  /** File of the manifest, for messages. */
  readonly source: string;
  /** Problem if the cluster does not serve its API. @default - none: the API may be applied together with the object */
  readonly unserved?: Finding;
}

/** Options of `onceApplied`. */
export interface OnceAppliedOptions {
  /** Name of what is waited for, such as `operator demo/plain`. */
  readonly subject: string;
  readonly objects: readonly AppliedObject[];
  /** Timeout until the objects are applied, in milliseconds. */
  readonly timeout: number;
  /** Whether the wait is pointless in a cluster without OLM. */
  readonly needsOlm: boolean;
}

/**
 * Returns a waiter that starts another one once objects exist in the cluster as specified in their manifests. So a wait can begin before the first
 * apply, and after a change it does not mistake the success of the previous version for that of the new one.
 *
 * @param after returns the other waiter, given the milliseconds that have passed
 */
export function onceApplied<State, Outcome>(
  options: OnceAppliedOptions, after: (elapsed: number) => Waiter<State, Outcome>,
): Waiter<SequenceState<WaiterState<undefined>, State>, Outcome> {
  return inSequence(applied(options, (view) => firstInterests(after(0), view)), after);
}

/** @param watchAfter returns what the other waiter watches, so that all missing permissions are reported together */
function applied(
  { subject, objects, timeout, needsOlm }: OnceAppliedOptions, watchAfter: (view: ClusterView) => readonly Interest[],
): Waiter<WaiterState<undefined>, undefined> {
  const own = objects.map(({ interest }) => interest);
  return createWaiter<undefined, undefined>({
    subject,
    failure: 'did not become ready',
    firstPhase: 'applying',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: timeout, settling: 0 },
    needsOlm,
    observe: (_, view) => {
      const pending = objects.map((object) => pendingFinding(object, view)).filter((found) => found !== undefined);
      return {
        memory: undefined, phase: 'applying', waitingFor: pending[0]?.waitingFor ?? 'nothing', watch: [...own, ...watchAfter(view)], actions: [], reached: undefined,
        findings: pending.flatMap(({ finding }) => (finding === undefined ? [] : [finding])),
        ...(pending.length === 0 ? { ready: { key: 'applied', outcome: undefined } } : {}),
      };
    },
  });
}

function pendingFinding(
  { interest, name, spec, source, unserved }: AppliedObject, view: ClusterView,
): { readonly waitingFor: string; readonly finding?: Finding } | undefined {
  const { resource: { kind }, namespace } = interest;
  const title = `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
  const objects = objectsOf(view, interest);
  const object = objects?.find(({ metadata }) => metadata.name === name);
  const remedy = `apply ${source}, for example with kubectl apply -f; if it is applied, the kubeconfig or context selects another cluster`;
  if (objects === undefined) {
    return { waitingFor: INITIAL_LISTS };
  }
  if (unserved !== undefined && view.snapshot(interest).problem?.kind === 'not-served') {
    return { waitingFor: `${title} to be created`, finding: unserved };
  }
  if (object === undefined) {
    return { waitingFor: `${title} to be created`, finding: { cause: 'object-missing', grace: 'timeout', message: `${title} does not exist`, remedy } };
  }
  const difference = spec === undefined ? undefined : differingField('spec', spec, object.spec);
  return difference === undefined ? undefined : {
    waitingFor: `${title} to be applied: ${difference}`,
    finding: { cause: 'object-outdated', grace: 'timeout', message: `${title} is not as in ${source}: ${difference}`, remedy },
  };
}

/** Maximum length of a value in a message, in characters. */
const MAX_VALUE = 60;

/**
 * Returns the first field of a manifest that differs in an object in the cluster, such as `spec.channel is 'beta' instead of 'stable'`. Fields that
 * only exist in the cluster are defaults. An empty value equals a missing one.
 *
 * @returns undefined if there is none
 */
export function differingField(path: string, wanted: unknown, actual: unknown): string | undefined {
  if (isEmpty(wanted)) {
    return undefined;
  }
  if (isMap(wanted) && isMap(actual)) {
    return first(Object.entries(wanted).map(([key, value]) => () => differingField(`${path}.${key}`, value, ownValue(actual, key))));
  }
  if (Array.isArray(wanted) && Array.isArray(actual) && wanted.length === actual.length) {
    return first(wanted.map((value, index) => () => differingField(`${path}[${index}]`, value, actual[index])));
  }
  if (wanted === actual) {
    return undefined;
  }
  return actual === undefined ? `${path} is missing` : `${path} is ${shown(actual)} instead of ${shown(wanted)}`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    || (isMap(value) && Object.values(value).every(isEmpty));
}

function first(candidates: readonly (() => string | undefined)[]): string | undefined {
  for (const candidate of candidates) {
    const found = candidate();
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function shown(value: unknown): string {
  if (typeof value === 'string') {
    return `'${value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value}'`;
  }
  const json = exactJson(value);
  return json.length > MAX_VALUE ? `${json.slice(0, MAX_VALUE)}…` : json;
}
