import { RBAC_GROUP } from '../formats/schema/api-groups';
import { resourceOfKind } from '../formats/schema/kubernetes-manifest';
import type { InstallRuleList } from './install-rule';
import { boundRoleKey, type RbacObjects, roleKey } from './rights/rbac-objects';

/** How an installer creates roles and bindings. */
export interface RoleInstaller {
  /** Returns the list of rules for the namespace of an object of a kind, or for the cluster. */
  readonly listOf: (kind: string, namespace: string) => InstallRuleList;

  /** Whether `escalate` can be limited to the name of an aggregating role: only by server-side apply, not by a creation. */
  readonly escalatesByName: boolean;
}

/**
 * Adds the rules that an account needs to create roles and bindings: the API server lets it grant only rights that it has. It has those of the roles
 * that it creates; any other role, and one whose rules depend on labels, requires the verb `bind`.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
export function addRoleRules({ roles, bindings }: RbacObjects, { listOf, escalatesByName }: RoleInstaller): void {
  const created = new Map(roles.map((role) => [roleKey(role), role]));
  for (const { kind, name, namespace, rules, selectors } of roles) {
    const list = listOf(kind, namespace);
    rules.forEach((rule) => list.grant({ purpose: `grant the rules of ${kind} '${name}'`, ...rule }));
    if (selectors !== undefined) {
      // The rules of an aggregated role depend on labels, so the API server requires the right to grant any rule.
      list.allow(`create ${kind} '${name}', which aggregates others`, ['escalate'], { group: RBAC_GROUP, resource: resourceOfKind(kind) }, escalatesByName ? [name] : []);
    }
  }
  for (const binding of bindings) {
    const { kind, name } = binding.role;
    const role = created.get(boundRoleKey(binding));
    if (name !== '' && (role === undefined || role.selectors !== undefined)) {
      listOf(binding.kind, binding.namespace)
        .allow(`bind ${kind} '${name}' by ${binding.kind} '${binding.name}'`, ['bind'], { group: RBAC_GROUP, resource: resourceOfKind(kind) }, [name]);
    }
  }
}
