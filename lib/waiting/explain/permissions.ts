import { Finding } from './finding';
import { list } from './quote';
import { ApiResource, resourceName } from '../cluster/api-resource';
import { ClusterProblem } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';

/** Who a request without credentials counts as. */
const NOBODY = 'system:anonymous';

/** Something that may not be followed, and what the API server said. */
export interface Refused {
  readonly interest: Interest;
  readonly problem: ClusterProblem;
}

/**
 * That an account lacks rights, with the rules that grant them.
 *
 * @param isComplete whether all that is needed was answered; as long as it was not, more may be lacking
 */
export function rightsFinding(refused: readonly Refused[], isComplete: boolean): Finding {
  const account = refused.map(({ problem }) => problem.account).find((name) => name !== undefined);
  if (account === NOBODY) {
    return { cause: 'credentials', text: `the kubeconfig's user has no credentials, so that the API server takes it for ${NOBODY}` };
  }
  const interests = refused.map(({ interest }) => interest);
  const places = [...new Set(interests.map(({ namespace }) => namespace))];
  const lacking = places.map((place) => {
    const ofPlace = interests.filter(({ namespace }) => namespace === place);
    const names = ofPlace.map(({ resource, name }) => (name === undefined ? resourceName(resource) : `${resourceName(resource)} ${name}`));
    const where = place !== undefined ? ` in namespace ${place}` : ofPlace.every(({ name }) => name !== undefined) ? '' : ' in all namespaces';
    return `${list(names)}${where}`;
  });
  const roles = places.map((place) => {
    const rules = rulesFor(interests.filter(({ namespace }) => namespace === place).map(({ resource }) => resource));
    return `${place === undefined ? 'a ClusterRole' : `a Role of namespace ${place}`} with ${list(rules)}`;
  });
  return {
    cause: 'access-denied',
    text: `the account${account === undefined ? '' : ` ${account}`} may not list and watch ${list(lacking)}`,
    remedy: `bind it to ${list(roles)}; the guide "What the waiters may do" has the least role`,
    ...(isComplete ? {} : { patience: 'short' }),
  };
}

/** The rules of a role, one for each API group, as they stand in YAML. */
function rulesFor(resources: readonly ApiResource[]): string[] {
  const groups = [...new Set(resources.map(({ group }) => group))];
  return groups.map((group) => {
    const ofGroup = resources.filter((resource) => resource.group === group);
    const verbs = ofGroup.every(({ listOnly }) => listOnly === true) ? 'list' : 'list, watch';
    return `{ apiGroups: [${group === '' ? '""' : group}], resources: [${[...new Set(ofGroup.map(({ plural }) => plural))].join(', ')}], verbs: [${verbs}] }`;
  });
}
