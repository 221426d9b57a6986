import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { CommonMetadata, manifestObject } from '../model/manifest-object';
import { InstallPermissions } from '../../report/install-permissions';
import { installRoleManifests, manifestRule, RoleSubject } from '../../report/install-role-manifests';
import { InstallRule, InstallRules, NamespaceInstallRules } from '../../report/install-rule';

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
  scope: Construct, name: string, namespace: string, rules: InstallRules, subjects: readonly RoleSubject[], common: CommonMetadata,
): ApiObject[] {
  return installRoleManifests(name, namespace, rules, subjects).map(({ id, manifest }) => manifestObject(scope, id, manifest, common));
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
