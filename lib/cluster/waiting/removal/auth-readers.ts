import { Leftover, objectTitle } from './stage';
import { ROLE_BINDINGS } from '../view/api-resource';
import { deploymentNames } from '../view/install-strategy';
import { Interest } from '../view/interest';
import { KubernetesObject } from '../view/kubernetes-object';
import { inNamespace, optional } from '../view/queries';
import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';

const KUBE_SYSTEM = 'kube-system';

/** Interest in the RoleBindings, including those with which servers of webhooks and aggregated APIs may read how the API server authenticates. */
export const AUTH_READERS: Interest = optional(inNamespace(ROLE_BINDINGS, KUBE_SYSTEM));

/**
 * Returns the RoleBindings that OLM created for operators of a namespace and left behind. They have no owner, because it would be in another
 * namespace.
 *
 * @param bindings RoleBindings in kube-system
 * @param csvs remaining ClusterServiceVersions of the namespace, whose RoleBindings are in use
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/install/certresources.go
 */
export function leftAuthReaders(namespace: string, bindings: readonly KubernetesObject[], csvs: readonly KubernetesObject[]): Leftover[] {
  const used = csvs.flatMap(deploymentNames).map((deployment) => `${deployment}-service-auth-reader`);
  return bindings.filter((binding) => isAuthReader(binding) && !used.includes(binding.metadata.name) && isFor(namespace, binding)).map((object) => ({
    object: objectTitle({ resource: ROLE_BINDINGS, object }),
    reason: `OLM created it for a webhook or an aggregated API of an operator in ${namespace}, and never deletes it; to delete it, run `
      + `kubectl delete rolebinding -n ${KUBE_SYSTEM} ${object.metadata.name}`,
  }));
}

function isAuthReader({ metadata: { name }, roleRef }: KubernetesObject): boolean {
  return name.endsWith('-service-auth-reader') && fieldAt(roleRef, 'kind') === 'Role' && fieldAt(roleRef, 'name') === 'extension-apiserver-authentication-reader';
}

/** Whether all accounts of a RoleBinding are in a namespace. */
function isFor(namespace: string, binding: KubernetesObject): boolean {
  const subjects = mapListField(binding, 'subjects');
  return subjects.length > 0 && subjects.every((subject) => stringField(subject, 'kind') === 'ServiceAccount' && stringField(subject, 'namespace') === namespace);
}
