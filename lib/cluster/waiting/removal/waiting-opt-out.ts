import { canceledVerdict, Waiter } from '../machine/waiter';
import { ClusterView, Interest, interestKey, objectOf } from '../view/cluster-view';
import { KubernetesObject } from '../view/kubernetes-object';
import { objectTitle, RemovalReport } from './stage';

/**
 * Annotation of an object for which waiting is turned off. Pulumi updates objects before it deletes resources that are no longer in the program: a
 * waiter that is deleted because waiting was turned off finds this annotation, while a waiter that is deleted together with its object does not.
 */
export const NO_WAITER: { readonly [annotation: string]: string } = { 'olm-constructs/waiter': 'none' };

/** What a removal checks before it starts. */
export interface WaitingOptOut {
  /** Object that may carry the annotation. */
  readonly object: Interest;
  /** Interest without which the removal does nothing. It is withheld until the object is known. */
  readonly gate: Interest;
  /** What is kept together with the object, for the report. */
  readonly dependents: string;
}

/** Returns a removal that keeps everything if waiting is turned off for the object. */
export function unlessWaitingDisabled<State>(
  removal: Waiter<State, RemovalReport>, { object, gate, dependents }: WaitingOptOut,
): Waiter<State, RemovalReport> {
  return {
    start: removal.start,
    step: (state, view, now) => {
      const found = objectOf(view, object);
      if (found !== undefined && found !== null && isWaitingDisabled(found)) {
        const left = { object: objectTitle({ resource: object.resource, object: found }), reason: `kept, together with ${dependents}: only waiting was turned off` };
        return { state, watch: [], actions: [], verdict: { kind: 'done', outcome: { removed: [], left: [left] }, times: {} } };
      }
      const step = removal.step(state, found === undefined ? withGate(gate, view, object) : view, now);
      return { ...step, watch: [...step.watch, object] };
    },
    canceled: (state, view, now) => canceledVerdict(removal, state, view, now),
  };
}

function isWaitingDisabled({ metadata: { annotations = {} } }: KubernetesObject): boolean {
  return Object.entries(NO_WAITER).every(([annotation, value]) => annotations[annotation] === value);
}

/** Returns a view in which the gate has the same state as the object, because another waiter of the process may already watch the gate. */
function withGate(gate: Interest, view: ClusterView, object: Interest): ClusterView {
  return {
    ...view,
    snapshot: (interest) => {
      const scope = view.snapshot(interest);
      return interestKey(interest) === interestKey(gate) && scope.state !== 'unknown' ? { ...view.snapshot(object), objects: [] } : scope;
    },
  };
}
