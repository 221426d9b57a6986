import { textField } from '../../../../bundle/json-value';
import { conditions, isDeleted, KubernetesObject } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { quote } from '../quote';

/** What is wrong with a Namespace in which something is to be made. */
export function namespaceFindings(name: string, namespace: KubernetesObject | null | undefined): Finding[] {
  if (namespace === undefined) {
    return [];
  }
  if (namespace === null) {
    return [{ cause: 'namespace-missing', text: `there is no namespace ${name}` }];
  }
  const isLeaving = isDeleted(namespace) || textField(namespace.status, 'phase') === 'Terminating';
  return isLeaving ? [{ cause: 'namespace-terminating', text: `namespace ${name} is being deleted` }] : [];
}

/** What keeps a Namespace from going. */
export function stuckNamespaceFindings(namespace: KubernetesObject): Finding[] {
  const why = conditions(namespace).filter(({ status }) => status === 'True');
  return why.map(({ type, message }) => ({ cause: 'namespace-stuck', text: `namespace ${namespace.metadata.name} cannot go (${type}): ${quote(message)}` }));
}
