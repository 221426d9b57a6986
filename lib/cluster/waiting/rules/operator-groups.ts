import { KubernetesObject, condition } from '../view/kubernetes-object';
import { Finding } from '../explain/finding';
import { list, quote } from '../explain/formatting';

/** Returns the problems of the OperatorGroups in a namespace. They must be counted, because OLM reports nothing if there is none or more than one. */
export function operatorGroupFindings(namespace: string, groups: readonly KubernetesObject[] | undefined): Finding[] {
  if (groups === undefined) {
    return [];
  }
  if (groups.length === 0) {
    return [{ cause: 'operator-group-missing', message: `namespace ${namespace} has no OperatorGroup` }];
  }
  if (groups.length > 1) {
    const names = list(groups.map(({ metadata }) => metadata.name));
    return [{ cause: 'too-many-operator-groups', message: `namespace ${namespace} has ${groups.length} OperatorGroups: ${names}` }];
  }
  const account = condition(groups[0], 'OperatorGroupServiceAccount');
  return account?.status === 'True' && account.reason === 'ServiceAccountNotFound'
    ? [{ cause: 'operator-group-service-account', message: `the ServiceAccount of OperatorGroup ${groups[0]!.metadata.name} does not exist: ${quote(account.message)}` }]
    : [];
}
