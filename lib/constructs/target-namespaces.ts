import { ApiObject } from 'cdk8s';
import { InstallMode, InstallModeType } from '../bundle/model/install-mode';
import { fieldAt, stringListField } from '../formats/json/json-value';

/**
 * Returns the target namespaces of an OperatorGroup in its current state: an empty list for all namespaces, or `undefined` if a selector chooses them
 * in the cluster.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
 */
export function targetNamespacesOf(operatorGroup: ApiObject): string[] | undefined {
  return targetNamespacesIn((operatorGroup.toJson() as { readonly spec?: unknown }).spec);
}

/** Returns the target namespaces in the spec of an OperatorGroup. */
export function targetNamespacesIn(spec: unknown): string[] | undefined {
  const targets = [...new Set(stringListField(spec, 'targetNamespaces'))];
  return targets.length === 0 && fieldAt(spec, 'selector') !== undefined ? undefined : targets;
}

/** Returns the target namespaces of the OperatorGroup for an install mode. */
export function targetNamespacesFor({ type, targetNamespaces }: InstallMode, namespace: string): string[] {
  return type === InstallModeType.OWN_NAMESPACE ? [namespace] : targetNamespaces;
}

/** Returns the install mode of an operator with given target namespaces. */
export function installModeFor(targets: readonly string[], namespace: string): InstallMode {
  switch (requiredInstallModes(targets, namespace)[0]!) {
    case InstallModeType.ALL_NAMESPACES:
      return InstallMode.allNamespaces();
    case InstallModeType.OWN_NAMESPACE:
      return InstallMode.ownNamespace();
    case InstallModeType.SINGLE_NAMESPACE:
      return InstallMode.singleNamespace(targets[0]!);
    case InstallModeType.MULTI_NAMESPACE:
      return InstallMode.multiNamespace([...targets]);
  }
}

/**
 * Returns the install modes that OLM requires of an operator in a namespace, for given target namespaces.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/clusterserviceversion.go `InstallModeSet.Supports`
 */
export function requiredInstallModes(targets: readonly string[], namespace: string): InstallModeType[] {
  if (targets.length === 0) {
    return [InstallModeType.ALL_NAMESPACES];
  }
  if (targets.length === 1) {
    return [targets[0] === namespace ? InstallModeType.OWN_NAMESPACE : InstallModeType.SINGLE_NAMESPACE];
  }
  return [InstallModeType.MULTI_NAMESPACE, ...(targets.includes(namespace) ? [InstallModeType.OWN_NAMESPACE] : [])];
}

/** Formats target namespaces for a message. */
export function describeTargets(targets: readonly string[]): string {
  return targets.length === 0 ? 'all namespaces' : `target namespaces ${targets.map(target => `'${target}'`).join(', ')}`;
}
