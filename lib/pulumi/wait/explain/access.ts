import { Finding } from './finding';
import { list, quote } from './quote';
import { OLM_GROUP } from '../../../olm/olm-group';
import { ClusterProblem, ClusterView } from '../cluster/cluster-view';
import { describeInterest, Interest } from '../cluster/interest';
import { Action } from '../waiting/action';

/** Why what a waiter needs cannot be seen. */
export function accessFindings(view: ClusterView, watch: readonly Interest[], needsOlm: boolean): Finding[] {
  const problems = watch.flatMap((interest) => {
    const { problem } = view.scope(interest);
    return problem === undefined ? [] : [{ interest, problem }];
  });
  const needed = problems.filter(({ interest }) => interest.optional !== true);
  const of = (kind: ClusterProblem['kind'], from: typeof problems): typeof problems => from.filter(({ problem }) => problem.kind === kind);
  const findings: Finding[] = [];
  // A server that starts anew knows nobody, and nobody's rights, for some seconds.
  const known = problems.some(({ interest }) => view.scope(interest).state === 'stale');
  const patience: Pick<Finding, 'patience'> = known ? { patience: 'short' } : {};

  const forbidden = of('forbidden', needed);
  if (forbidden.length > 0) {
    const what = list(forbidden.map(({ interest }) => describeInterest(interest)));
    findings.push({ cause: 'access-denied', text: `the account may not list and watch ${what}`, ...patience });
  }
  const unauthorized = of('unauthorized', problems)[0];
  if (unauthorized !== undefined) {
    const text = `the API server does not know the account, or its credentials ran out: ${quote(unauthorized.problem.message)}`;
    findings.push({ cause: 'credentials', text, ...patience });
  }
  const unreachable = of('unreachable', needed)[0];
  if (unreachable !== undefined) {
    // A server that never answered is hardly the one that is meant; one that did may be on its way back.
    const never = watch.every((interest) => view.scope(interest).state === 'unknown');
    const text = `the API server does not answer: ${quote(unreachable.problem.message)}`;
    findings.push({ cause: 'no-answer', text, ...(never ? { patience: 'short' } : {}) });
  }
  const refused = of('refused', needed)[0];
  if (refused !== undefined) {
    findings.push({ cause: 'refused', text: `the API server refuses to list ${describeInterest(refused.interest)}: ${quote(refused.problem.message)}` });
  }
  if (needsOlm && of('not-served', needed).some(({ interest }) => interest.resource.group === OLM_GROUP)) {
    findings.push({ cause: 'olm-missing', text: `the cluster does not serve the API ${OLM_GROUP}: OLM is not installed in it` });
  }
  return findings;
}

/** What could not be looked at though it would have helped to explain. */
export function blindSpots(view: ClusterView, watch: readonly Interest[]): Finding[] {
  const blind = watch.filter((interest) => interest.optional === true && view.scope(interest).problem?.kind === 'forbidden');
  return blind.length === 0 ? [] : [{ cause: 'blind-spot', text: `not looked at, for lack of rights: ${list(blind.map(describeInterest))}` }];
}

/** Actions that the API server refused for good. */
export function refusedActions(view: ClusterView, wishes: readonly Action[]): Finding[] {
  return wishes.flatMap(({ key, type, target: { resource, namespace, name } }): Finding[] => {
    const refusal = view.refusal(key);
    if (refusal === undefined) {
      return [];
    }
    const verb = { 'approve': 'patch', 'delete': 'delete', 'remove-finalizers': 'patch' }[type];
    const what = `${verb} ${describeInterest({ resource, name, ...(namespace === undefined ? {} : { namespace }) })}`;
    return refusal.kind === 'forbidden'
      ? [{ cause: 'access-denied', text: `the account may not ${what}` }]
      : [{ cause: 'refused', text: `the API server refuses to ${what}: ${quote(refusal.message)}` }];
  });
}
