import { RemovalReport, title } from './stage';
import { ClusterView } from '../cluster/cluster-view';
import { Interest, interestKey } from '../cluster/interest';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { objectOf } from '../cluster/queries';
import { Waiter } from '../waiting/waiter';

/**
 * What an object says of itself for which nothing waits. Pulumi changes objects before it deletes what the program has no longer, so a waiter
 * that is deleted because the program turned waiting off finds this, and one that goes with its object does not.
 */
export const NO_WAITER: { readonly [annotation: string]: string } = { 'olm-constructs/waiter': 'none' };

/** Where a removal looks before it begins. */
export interface LetGo {
  /** The object that may say that nothing waits for it. */
  readonly object: Interest;
  /** What the removal has to see before it does anything; it does not as long as the object is not seen. */
  readonly first: Interest;
  /** What stays with the object. */
  readonly with: string;
}

/** A removal that leaves everything where the object says that nothing waits for it. */
export function unlessLetGo<State>(removal: Waiter<State, RemovalReport>, { object, first, with: whole }: LetGo): Waiter<State, RemovalReport> {
  return {
    start: removal.start,
    step: (state, view, now) => {
      const found = objectOf(view, object);
      if (found !== undefined && found !== null && isLetGo(found)) {
        const left = { what: title({ resource: object.resource, object: found }), why: `it stays, and ${whole} with it: only the waiting was turned off` };
        return { state, watch: [], actions: [], verdict: { kind: 'done', outcome: { removed: [], left: [left] }, times: {} } };
      }
      const step = removal.step(state, found === undefined ? without(first, view, object) : view, now);
      return { ...step, watch: [...step.watch, object] };
    },
  };
}

function isLetGo({ metadata: { annotations = {} } }: KubernetesObject): boolean {
  return Object.entries(NO_WAITER).every(([annotation, value]) => annotations[annotation] === value);
}

/** A view in which nobody knows of an interest more than of the object, which others in the process may not have followed for as long. */
function without(first: Interest, view: ClusterView, object: Interest): ClusterView {
  return {
    ...view,
    scope: (interest) => {
      const scope = view.scope(interest);
      return interestKey(interest) === interestKey(first) && scope.state !== 'unknown' ? { ...view.scope(object), objects: [] } : scope;
    },
  };
}
