import { stringField } from '../../../formats/json/json-value';
import { conditions, isTerminating, KubernetesObject } from '../view/kubernetes-object';
import { Finding } from '../explain/finding';
import { quote } from '../explain/formatting';

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
  return why.map(({ type, message }) => ({ cause: 'namespace-stuck', message: `namespace ${namespace.metadata.name} cannot be deleted (${type}): ${quote(message)}` }));
}
