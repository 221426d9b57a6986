import { Finding } from './finding';
import { list, quote } from './quote';
import { Refused, rightsFinding } from './rights';
import { OLM_GROUP } from '../../../olm/olm-group';
import { ClusterProblem, ClusterView } from '../cluster/cluster-view';
import { describeInterest, Interest } from '../cluster/interest';
import { Action } from '../waiting/action';

/** Why what a waiter needs cannot be seen. */
export function accessFindings(view: ClusterView, watch: readonly Interest[], needsOlm: boolean): Finding[] {
  const problems = watch.flatMap((interest): Refused[] => {
    const { problem } = view.scope(interest);
    return problem === undefined ? [] : [{ interest, problem }];
  });
  const needed = problems.filter(({ interest }) => interest.optional !== true);
  const of = (kind: ClusterProblem['kind'], from: readonly Refused[]): Refused[] => from.filter(({ problem }) => problem.kind === kind);
  const isAnswered = watch.every((interest) => interest.optional === true || view.scope(interest).state !== 'unknown' || problemOf(view, interest));

  // A server that starts anew knows nobody, and nobody's rights, for some seconds.
  const isKnown = problems.some(({ interest }) => view.scope(interest).state === 'stale');
  const patience: Pick<Finding, 'patience'> = isKnown ? { patience: 'short' } : {};

  const [forbidden, unauthorized, refused] = [of('forbidden', needed), of('unauthorized', problems)[0], of('refused', needed)[0]];
  const answers: Finding[] = [
    ...(forbidden.length === 0 ? [] : [{ ...rightsFinding(forbidden, isAnswered), ...patience }]),
    ...(unauthorized === undefined ? [] : [{ cause: 'credentials', text: quote(unauthorized.problem.message), ...patience } as const]),
    ...(refused === undefined ? [] : [{
      cause: 'refused', text: `the API server refuses to list ${describeInterest(refused.interest)}: ${quote(refused.problem.message)}`,
    } as const]),
  ];
  const isMissing = needsOlm && of('not-served', needed).some(({ interest }) => interest.resource.group === OLM_GROUP);
  return [
    // Next to an answer that decides, a connection that broke meanwhile explains nothing.
    ...answers, ...(answers.length > 0 ? [] : unreachableFindings(view, watch, of('unreachable', needed)[0])),
    ...(isMissing ? [{ cause: 'olm-missing', text: `the cluster does not serve the API ${OLM_GROUP}: OLM is not installed in it` } as const] : []),
  ];
}

function problemOf(view: ClusterView, interest: Interest): boolean {
  return view.scope(interest).problem !== undefined;
}

/** A server that answers with a fault of its own is found, and only not well. */
const BUSY: Pick<Finding, 'remedy'> = { remedy: 'run again when the API server has started, or has less to do' };

function unreachableFindings(view: ClusterView, watch: readonly Interest[], unreachable: Refused | undefined): Finding[] {
  if (unreachable === undefined) {
    return [];
  }
  const said = quote(unreachable.problem.message);
  const isBusy = /^[A-Z]+ \//.test(said);
  const text = isBusy ? `the API server cannot answer now: ${said}` : `the API server does not answer: ${said}`;
  // A server that never answered is hardly the one that is meant; one that did may be on its way back.
  const never = watch.every((interest) => view.scope(interest).state === 'unknown');
  return [{ cause: 'no-answer', text, ...(isBusy ? BUSY : {}), ...(never ? { patience: 'short', sinceStart: true } : {}) }];
}

/** What could not be looked at though it would have helped to explain; who has no credentials sees nothing, which needs no list. */
export function blindSpots(view: ClusterView, watch: readonly Interest[], told: readonly Finding[]): Finding[] {
  if (told.some(({ cause }) => cause === 'credentials')) {
    return [];
  }
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
    const verb = {
      'adopt': 'patch the status of', 'approve': 'patch', 'delete': 'delete', 'remove-finalizers': 'patch', 'forget-plan': 'patch the status of',
    }[type];
    const what = `${verb} ${describeInterest({ resource, name, ...(namespace === undefined ? {} : { namespace }) })}`;
    const account = refusal.account === undefined ? '' : ` ${refusal.account}`;
    switch (refusal.kind) {
      case 'forbidden': return [{ cause: 'access-denied', text: `the account${account} may not ${what}` }];
      case 'unauthorized': return [{ cause: 'credentials', text: quote(refusal.message) }];
      default: return [{ cause: 'refused', text: `the API server refuses to ${what}: ${quote(refusal.message)}` }];
    }
  });
}
