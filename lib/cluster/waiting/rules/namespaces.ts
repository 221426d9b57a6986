import { stringField } from '../../../formats/json/json-value';
import { perObject } from '../../../text/per-object';
import { Finding } from '../explain/explanation';
import { list, messageLine } from '../explain/formatting';
import { OPERATOR_GROUPS } from '../view/api-resource';
import { inNamespace } from '../view/cluster-view';
import { condition, conditions, isTerminating, KubernetesObject } from '../view/kubernetes-object';

/** Returns why nothing can be created in a Namespace. */
export function namespaceFindings(name: string, namespace: KubernetesObject | null | undefined): Finding[] {
  if (namespace === undefined) {
    return [];
  }
  if (namespace === null) {
    return [{ cause: 'namespace-missing', message: `namespace ${name} does not exist` }];
  }
  const isDeleting = isTerminating(namespace) || stringField(namespace.status, 'phase') === 'Terminating';
  return isDeleting ? [{ cause: 'namespace-terminating', message: `namespace ${name} is being deleted` }] : [];
}

/** Returns what blocks the deletion of a Namespace. */
export function stuckNamespaceFindings(namespace: KubernetesObject): Finding[] {
  const why = conditions(namespace).filter(({ status }) => status === 'True');
  return why.map(({ type, message }) => ({ cause: 'namespace-stuck', message: `namespace ${namespace.metadata.name} cannot be deleted (${type}): ${messageLine(message)}` }));
}

const NAMES = perObject((objects: readonly KubernetesObject[]) => list(objects.map(({ metadata }) => metadata.name)));

/** Returns the problems of the OperatorGroups in a namespace. They must be counted, because OLM reports nothing if there is none or more than one. */
export function operatorGroupFindings(namespace: string, groups: readonly KubernetesObject[] | undefined): Finding[] {
  if (groups === undefined) {
    return [];
  }
  if (groups.length === 0) {
    const absent = inNamespace(OPERATOR_GROUPS, namespace);
    return [{ cause: 'operator-group-missing', message: `namespace ${namespace} has no OperatorGroup`, absent }];
  }
  if (groups.length > 1) {
    const names = NAMES(groups);
    return [{ cause: 'too-many-operator-groups', message: `namespace ${namespace} has ${groups.length} OperatorGroups: ${names}` }];
  }
  const account = condition(groups[0], 'OperatorGroupServiceAccount');
  return account?.status === 'True' && account.reason === 'ServiceAccountNotFound'
    ? [{ cause: 'operator-group-service-account', message: `the ServiceAccount of OperatorGroup ${groups[0]!.metadata.name} does not exist: ${messageLine(account.message)}` }]
    : [];
}
