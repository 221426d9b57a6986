import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { CommonMetadata, manifestObject } from '../model/manifest-object';
import { InstallPermissions } from '../../report/install-permissions';
import { InstallRule, InstallRules, NamespaceInstallRules } from '../../report/install-rule';
import { BoundSubject, RBAC_GROUP } from './rbac-subject';

const KUBE_SYSTEM = 'kube-system';

interface RoleMetadata {
  readonly name: string;
  readonly namespace?: string;
}

/**
 * Creates a ServiceAccount and the roles with its rights.
 *
 * @param name name of the account
 * @param namespace namespace of the account and of the operator
 * @returns the account, then its roles and bindings
 */
export function createScopedAccount(scope: Construct, name: string, namespace: string, rules: InstallRules, common: CommonMetadata): ApiObject[] {
  const account = manifestObject(scope, 'ServiceAccount', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }, common);
  return [account, ...createInstallRoles(scope, name, namespace, rules, [{ kind: 'ServiceAccount', name, namespace }], common)];
}

/**
 * Creates the roles with the rights of an installer, and binds them.
 *
 * @param name name of the Role in the namespace of the operator; the names of the others also contain the namespace
 * @param namespace namespace of the operator
 * @returns roles and bindings; none for a place without rules
 */
export function createInstallRoles(
  scope: Construct, name: string, namespace: string, rules: InstallRules, subjects: readonly BoundSubject[], common: CommonMetadata,
): ApiObject[] {
  // No namespace has a dot in its name, so different accounts lead to different names.
  const global = `${namespace}.${name}`;
  const grant = (id: string, kind: string, metadata: RoleMetadata, granted: readonly InstallRule[]): ApiObject[] => (granted.length === 0 ? [] : [
    manifestObject(scope, id, { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata, rules: granted.map(manifestRule) }, common),
    manifestObject(scope, `${id}Binding`, {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC_GROUP, kind, name: metadata.name },
      subjects: subjects.map(subject => ({ ...subject })),
    }, common),
  ]);
  return [
    ...grant('Role', 'Role', { name, namespace }, rules.rules),
    ...grant('ClusterRole', 'ClusterRole', { name: global }, rules.clusterRules),
    ...grant('KubeSystemRole', 'Role', { name: global, namespace: KUBE_SYSTEM }, rules.kubeSystemRules),
    ...rules.namespaceRules.flatMap(({ namespace: other, rules: granted }) => grant(`Role-${other}`, 'Role', { name: global, namespace: other }, granted)),
  ];
}

/** Returns the rules of several bundles, without duplicates. */
export function joinedRules(permissions: readonly InstallPermissions[]): InstallRules {
  const elsewhere = permissions.flatMap(({ namespaceRules }) => namespaceRules);
  const namespaces = [...new Set(elsewhere.map(({ namespace }) => namespace))].sort();
  return {
    rules: distinct(permissions.flatMap(({ rules }) => rules)),
    clusterRules: distinct(permissions.flatMap(({ clusterRules }) => clusterRules)),
    kubeSystemRules: distinct(permissions.flatMap(({ kubeSystemRules }) => kubeSystemRules)),
    namespaceRules: namespaces.map((namespace): NamespaceInstallRules => ({
      namespace,
      rules: distinct(elsewhere.filter(other => other.namespace === namespace).flatMap(({ rules }) => rules)),
    })),
  };
}

function distinct(rules: readonly InstallRule[]): InstallRule[] {
  return [...new Map(rules.map(rule => [JSON.stringify(manifestRule(rule)), rule])).values()];
}

/** Returns a rule as in a manifest, without empty fields. */
function manifestRule({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: InstallRule): { [field: string]: string[] } {
  const fields = { apiGroups, resources, resourceNames, nonResourceURLs: nonResourceUrls, verbs };
  return Object.fromEntries(Object.entries(fields).filter(([, values]) => values.length > 0));
}
