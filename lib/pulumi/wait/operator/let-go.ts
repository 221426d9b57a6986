import { SUBSCRIPTIONS } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest, interestKey } from '../cluster/interest';
import { KubernetesObject, path } from '../cluster/kubernetes-object';
import { inNamespace, objectOf, one } from '../cluster/queries';
import { RemovalReport } from '../removal/stage';
import { Waiter } from '../waiting/waiter';

/**
 * What a Subscription says of itself for which nothing waits. Pulumi changes objects before it deletes what the program has no longer, so a waiter
 * that is deleted because the program turned waiting off finds this, and one that goes with its operator does not.
 */
export const NO_WAITER: { readonly [annotation: string]: string } = { 'olm-constructs/waiter': 'none' };

/** A removal that leaves an operator whose Subscription says that nothing waits for it. */
export function unlessLetGo<State>(
  removal: Waiter<State, RemovalReport>, { namespace, subscription }: { readonly namespace: string; readonly subscription: string },
): Waiter<State, RemovalReport> {
  // Others may have followed all Subscriptions of the namespace for long; a list of its own shows what was written just now.
  const own = one(SUBSCRIPTIONS, subscription, namespace);
  return {
    start: removal.start,
    step: (state, view, now) => {
      const found = objectOf(view, own);
      if (found !== undefined && found !== null && isLetGo(found)) {
        const left = { what: `Subscription ${path(found)}`, why: 'it stays, and its operator with it: only the waiting was turned off' };
        return { state, watch: [], actions: [], verdict: { kind: 'done', outcome: { removed: [], left: [left] }, times: {} } };
      }
      const step = removal.step(state, found === undefined ? unlisted(view, namespace, own) : view, now);
      return { ...step, watch: [...step.watch, own] };
    },
  };
}

function isLetGo({ metadata: { annotations = {} } }: KubernetesObject): boolean {
  return Object.entries(NO_WAITER).every(([annotation, value]) => annotations[annotation] === value);
}

/** What is known as long as the Subscription itself is not: none in its namespace. */
function unlisted(view: ClusterView, namespace: string, own: Interest): ClusterView {
  const all = interestKey(inNamespace(SUBSCRIPTIONS, namespace));
  return {
    ...view,
    scope: (interest) => {
      const scope = view.scope(interest);
      return interestKey(interest) === all && scope.state !== 'unknown' ? { ...view.scope(own), objects: [] } : scope;
    },
  };
}
