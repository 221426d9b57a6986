import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { CommonMetadata, manifestObject } from './model/manifest-object';
import { InstallPermissions } from '../report/install-permissions';
import { InstallRule, InstallRules } from '../report/install-rule';

const RBAC_GROUP = 'rbac.authorization.k8s.io';
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
  // No namespace has a dot in its name, so different accounts lead to different names.
  const global = `${namespace}.${name}`;
  const grant = (id: string, kind: string, metadata: RoleMetadata, granted: readonly InstallRule[]): ApiObject[] => (granted.length === 0 ? [] : [
    manifestObject(scope, id, { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata, rules: granted.map(manifestRule) }, common),
    manifestObject(scope, `${id}Binding`, {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC_GROUP, kind, name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    }, common),
  ]);
  return [
    account,
    ...grant('Role', 'Role', { name, namespace }, rules.rules),
    ...grant('ClusterRole', 'ClusterRole', { name: global }, rules.clusterRules),
    ...grant('KubeSystemRole', 'Role', { name: global, namespace: KUBE_SYSTEM }, rules.kubeSystemRules),
  ];
}

/** Returns the rules of several bundles, without duplicates. */
export function joinedRules(permissions: readonly InstallPermissions[]): InstallRules {
  return {
    rules: distinct(permissions.flatMap(({ rules }) => rules)),
    clusterRules: distinct(permissions.flatMap(({ clusterRules }) => clusterRules)),
    kubeSystemRules: distinct(permissions.flatMap(({ kubeSystemRules }) => kubeSystemRules)),
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
