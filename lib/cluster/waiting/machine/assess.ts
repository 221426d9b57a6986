import { Observation, WaiterDefinition } from './observation';
import { ClusterView, Snapshot } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { accessFindings, rejectedActionFindings } from '../explain/access';
import { Finding } from '../explain/finding';

/** Returns what is ready, and the problems. Nothing counts as ready while one of its watches is interrupted. */
export function assess<Memory, Outcome>(
  { needsOlm }: WaiterDefinition<Memory, Outcome>, { ready, findings, actions }: Observation<Memory, Outcome>,
  watch: readonly Interest[], view: ClusterView,
): Pick<Observation<Memory, Outcome>, 'ready' | 'findings'> {
  const access = accessFindings(view, watch, needsOlm);
  const isObserved = access.length === 0 && watch.every((interest) => interest.optional === true || isCurrent(view.snapshot(interest)));
  if (ready !== undefined && isObserved) {
    return { ready, findings: [] };
  }
  const is = (...causes: readonly Finding['cause'][]): boolean => access.some(({ cause }) => causes.includes(cause));
  // Problems that were observed before the API server stopped answering may no longer exist: they explain a failure, but do not cause it.
  const isStale = is('api-server-unreachable', 'access-denied', 'invalid-credentials');
  const observed = isStale ? findings.map((finding): Finding => ({ ...finding, grace: 'timeout' })) : findings;
  return { findings: [...access, ...rejectedActionFindings(view, actions), ...(is('olm-missing') ? [] : observed)] };
}

/** Whether an interest was listed and is being watched, or its API is not served, so that there is nothing to observe. */
function isCurrent({ state, problem }: Snapshot): boolean {
  return state === 'current' || problem?.kind === 'not-served';
}
