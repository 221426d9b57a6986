import { RBAC_GROUP } from '../formats/schema/api-groups';
import type { InstallRule, InstallRules } from './install-rule';

const KUBE_SYSTEM = 'kube-system';

/** A subject of a binding. */
export interface RoleSubject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly apiGroup?: string;
}

/** A role or binding of an installer. */
export interface InstallRoleManifest {
  /** ID that is unique among the roles of an installer, such as `ClusterRoleBinding`. */
  readonly id: string;

  readonly manifest: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
    readonly [field: string]: unknown;
  };
}

/**
 * Returns the roles with the rights of an installer, and their bindings.
 *
 * @param name name of the Role in the namespace of the operator; the names of the others also contain the namespace
 * @param namespace namespace of the operator
 * @returns roles and bindings; none for a place without rules
 */
export function installRoleManifests(name: string, namespace: string, rules: InstallRules, subjects: readonly RoleSubject[]): InstallRoleManifest[] {
  // No namespace has a dot in its name, so different accounts lead to different names.
  const global = `${namespace}.${name}`;
  const grant = (id: string, kind: string, metadata: InstallRoleManifest['manifest']['metadata'], granted: readonly InstallRule[]): InstallRoleManifest[] => (
    granted.length === 0 ? [] : [
      { id, manifest: { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata, rules: granted.map(manifestRule) } },
      {
        id: `${id}Binding`,
        manifest: {
          apiVersion: `${RBAC_GROUP}/v1`,
          kind: `${kind}Binding`,
          metadata,
          roleRef: { apiGroup: RBAC_GROUP, kind, name: metadata.name },
          subjects: subjects.map((subject) => ({ ...subject })),
        },
      },
    ]
  );
  return [
    ...grant('Role', 'Role', { name, namespace }, rules.rules),
    ...grant('ClusterRole', 'ClusterRole', { name: global }, rules.clusterRules),
    ...grant('KubeSystemRole', 'Role', { name: global, namespace: KUBE_SYSTEM }, rules.kubeSystemRules),
    ...rules.namespaceRules.flatMap(({ namespace: other, rules: granted }) => grant(`Role-${other}`, 'Role', { name: global, namespace: other }, granted)),
  ];
}

/** Returns a rule as in a manifest, without empty fields. */
export function manifestRule({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: InstallRule): { [field: string]: string[] } {
  const fields = { apiGroups, resources, resourceNames, nonResourceURLs: nonResourceUrls, verbs };
  return Object.fromEntries(Object.entries(fields).filter(([, values]) => values.length > 0));
}
