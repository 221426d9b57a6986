import { Finding } from './finding';
import { list } from './formatting';
import { ApiResource, resourceName } from '../view/api-resource';
import { ClusterProblem } from '../view/cluster-view';
import { Interest } from '../view/interest';

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
    remedy: `bind it to ${list(roles)}; the guide "What the waiters may do" lists the minimal role`,
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
