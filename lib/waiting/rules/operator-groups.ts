import { KubernetesObject, condition } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { list, quote } from '../quote';

/**
 * What is wrong with the OperatorGroups of a namespace. They are counted, because OLM writes nothing anywhere when there is none, or
 * more than one.
 */
export function operatorGroupFindings(namespace: string, groups: readonly KubernetesObject[] | undefined): Finding[] {
  if (groups === undefined) {
    return [];
  }
  if (groups.length === 0) {
    return [{ cause: 'operator-group-missing', text: `namespace ${namespace} has no OperatorGroup` }];
  }
  if (groups.length > 1) {
    const names = list(groups.map(({ metadata }) => metadata.name));
    return [{ cause: 'operator-groups-several', text: `namespace ${namespace} has ${groups.length} OperatorGroups: ${names}` }];
  }
  const account = condition(groups[0], 'OperatorGroupServiceAccount');
  return account?.status === 'True' && account.reason === 'ServiceAccountNotFound'
    ? [{ cause: 'operator-group-account', text: `the ServiceAccount of OperatorGroup ${groups[0]!.metadata.name} is not there: ${quote(account.message)}` }]
    : [];
}
