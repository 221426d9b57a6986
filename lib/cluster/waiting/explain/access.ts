import { defined } from '../../../formats/json/defined';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import { Action } from '../view/action';
import { ApiResource, resourceName } from '../view/api-resource';
import { ClusterProblem, ClusterView, describeInterest, Interest } from '../view/cluster-view';
import { Finding } from './explanation';
import { list, messageLine } from './formatting';

/** Returns why required interests cannot be observed. */
export function accessFindings(view: ClusterView, watch: readonly Interest[], needsOlm: boolean): Finding[] {
  const problems = watch.flatMap((interest): InterestProblem[] => {
    const { problem } = view.snapshot(interest);
    return problem === undefined ? [] : [{ interest, problem }];
  });
  if (problems.length === 0) {
    return [];
  }
  const needed = problems.filter(({ interest }) => interest.optional !== true);
  const of = (kind: ClusterProblem['kind'], from: readonly InterestProblem[]): InterestProblem[] => from.filter(({ problem }) => problem.kind === kind);
  const isComplete = watch.every((interest) => interest.optional === true || view.snapshot(interest).state !== 'unknown' || problemOf(view, interest));

  // An API server that is restarting rejects valid credentials and permissions for some seconds.
  const wasObserved = problems.some(({ interest }) => view.snapshot(interest).state === 'stale');
  const grace: Pick<Finding, 'grace'> = wasObserved ? { grace: 'terminal' } : {};

  const [forbidden, unauthorized, refused] = [of('forbidden', needed), of('unauthorized', problems)[0], of('refused', needed)[0]];
  const answers: Finding[] = [
    ...(forbidden.length === 0 ? [] : [{ ...missingPermissionsFinding(forbidden, isComplete), ...grace }]),
    ...(unauthorized === undefined ? [] : [{ cause: 'invalid-credentials', message: messageLine(unauthorized.problem.message), ...grace } as const]),
    ...(refused === undefined ? [] : [{
      cause: 'request-rejected', message: `the API server refused to list ${describeInterest(refused.interest)}: ${messageLine(refused.problem.message)}`,
    } as const]),
  ];
  const conversions = of('unreachable', needed).filter((problem) => conversionFinding(problem) !== undefined);
  const isMissing = needsOlm && of('not-served', needed).some(({ interest }) => interest.resource.group === OLM_GROUP);
  return [
    // A lost connection is irrelevant if the server also gave a definite answer.
    ...answers, ...conversions.map(conversionFinding).filter((finding) => finding !== undefined),
    ...(answers.length > 0 ? [] : unreachableFindings(view, watch, of('unreachable', needed).find((problem) => !conversions.includes(problem)))),
    ...(isMissing ? [{ cause: 'olm-missing', message: `the cluster does not serve the API ${OLM_GROUP}: OLM is not installed` } as const] : []),
  ];
}

function problemOf(view: ClusterView, interest: Interest): boolean {
  return view.snapshot(interest).problem !== undefined;
}

/** Returns the finding that objects cannot be listed because of the conversion webhook of their CRD, which the API server answers with 500. */
function conversionFinding({ interest, problem: { message } }: InterestProblem): Finding | undefined {
  const [, webhook = ''] = /conversion webhook for (.*)$/s.exec(message) ?? [];
  const [, why] = / failed: (.*)$/s.exec(webhook) ?? [];
  return why === undefined ? undefined : {
    cause: 'conversion-webhook-failed',
    message: `${resourceName(interest.resource)} cannot be listed, because the conversion webhook of this CustomResourceDefinition fails: ${messageLine(why)}`,
  };
}

/** Remedy for a server that can be reached but responds with an error. */
const BUSY: Pick<Finding, 'remedy'> = { remedy: 'run again once the API server has started or is less busy' };

function unreachableFindings(view: ClusterView, watch: readonly Interest[], unreachable: InterestProblem | undefined): Finding[] {
  if (unreachable === undefined) {
    return [];
  }
  const reason = messageLine(unreachable.problem.message);
  const isBusy = /^[A-Z]+ \//.test(reason);
  const message = isBusy ? `the API server cannot answer right now: ${reason}` : `the API server does not answer: ${reason}`;
  // A server that never answered is probably the wrong one; one that answered before may be restarting.
  const neverAnswered = watch.every((interest) => view.snapshot(interest).state === 'unknown');
  return [{ cause: 'api-server-unreachable', message, ...(isBusy ? BUSY : {}), ...(neverAnswered ? { grace: 'terminal', sinceStart: true } : {}) }];
}

/** Returns which optional interests could not be observed, or an empty list if the credentials were rejected, since then none could. */
export function uninspectedFindings(view: ClusterView, watch: readonly Interest[], findings: readonly Finding[]): Finding[] {
  if (findings.some(({ cause }) => cause === 'invalid-credentials')) {
    return [];
  }
  const hidden = watch.filter((interest) => interest.optional === true && view.snapshot(interest).problem?.kind === 'forbidden');
  return hidden.length === 0 ? [] : [{ cause: 'not-inspected', message: `not inspected, because permissions are missing: ${list(hidden.map(describeInterest))}` }];
}

/** Returns the actions that the API server permanently rejected, and that the wait cannot do without. */
export function rejectedActionFindings(view: ClusterView, actions: readonly Action[]): Finding[] {
  return actions.flatMap(({ key, type, target: { resource, namespace, name }, isOptional = false }): Finding[] => {
    const rejection = view.rejection(key);
    if (rejection === undefined || isOptional) {
      return [];
    }
    const verb = {
      'adopt': 'patch the status of', 'approve': 'patch', 'delete': 'delete', 'remove-finalizers': 'patch', 'clear-plan': 'patch the status of',
      'reset-conversion': 'patch', 'resolve-again': 'patch the status of',
    }[type];
    const what = `${verb} ${describeInterest({ resource, name, ...defined({ namespace }) })}`;
    const account = rejection.account === undefined ? '' : ` ${rejection.account}`;
    switch (rejection.kind) {
      case 'forbidden': return [{ cause: 'access-denied', message: `the account${account} is not allowed to ${what}` }];
      case 'unauthorized': return [{ cause: 'invalid-credentials', message: messageLine(rejection.message) }];
      default: return [{ cause: 'request-rejected', message: `the API server refused to ${what}: ${messageLine(rejection.message)}` }];
    }
  });
}

/** User name of a request without credentials. */
const ANONYMOUS = 'system:anonymous';

/** Interest that cannot be observed, and why. */
export interface InterestProblem {
  readonly interest: Interest;
  readonly problem: ClusterProblem;
}

/**
 * Returns the finding for missing permissions, with the RBAC rules that grant them.
 *
 * @param isComplete whether every required request was answered; until then, more permissions may be missing
 */
export function missingPermissionsFinding(denied: readonly InterestProblem[], isComplete: boolean): Finding {
  const account = denied.map(({ problem }) => problem.account).find((name) => name !== undefined);
  if (account === ANONYMOUS) {
    return { cause: 'invalid-credentials', message: `the kubeconfig's user has no credentials, so the API server treats it as ${ANONYMOUS}` };
  }
  const interests = denied.map(({ interest }) => interest);
  const namespaces = [...new Set(interests.map(({ namespace }) => namespace))];
  const lacking = namespaces.map((namespace) => {
    const inScope = interests.filter((interest) => interest.namespace === namespace);
    const names = inScope.map(({ resource, name }) => (name === undefined ? resourceName(resource) : `${resourceName(resource)} ${name}`));
    const where = namespace !== undefined ? ` in namespace ${namespace}` : inScope.every(({ name }) => name !== undefined) ? '' : ' in all namespaces';
    return `${list(names)}${where}`;
  });
  const roles = namespaces.map((namespace) => {
    const rules = rulesFor(interests.filter((interest) => interest.namespace === namespace).map(({ resource }) => resource));
    return `${namespace === undefined ? 'a ClusterRole' : `a Role in namespace ${namespace}`} with ${list(rules)}`;
  });
  return {
    cause: 'access-denied',
    message: `the account${account === undefined ? '' : ` ${account}`} is not allowed to list and watch ${list(lacking)}`,
    remedy: `bind it to ${list(roles)}; the page "Permissions of waiters" lists the minimal role`,
    ...(isComplete ? {} : { grace: 'terminal' }),
  };
}

/** Returns the rules of a role in YAML, one per API group. */
function rulesFor(resources: readonly ApiResource[]): string[] {
  const groups = [...new Set(resources.map(({ group }) => group))];
  return groups.map((group) => {
    const ofGroup = resources.filter((resource) => resource.group === group);
    const verbs = ofGroup.every(({ listOnly }) => listOnly === true) ? 'list' : 'list, watch';
    return `{ apiGroups: [${group === '' ? '""' : group}], resources: [${[...new Set(ofGroup.map(({ plural }) => plural))].join(', ')}], verbs: [${verbs}] }`;
  });
}
