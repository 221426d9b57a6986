import { resourceOfKind } from '../formats/schema/kubernetes-manifest';
import type { InstallRuleList } from './install-rule';
import type { RbacObjects } from './rights/rbac-objects';

const RBAC = 'rbac.authorization.k8s.io';

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
  const created = new Map(roles.map((role) => [keyOf(role.kind, role.name, role.namespace), role]));
  for (const { kind, name, namespace, rules, selectors } of roles) {
    const list = listOf(kind, namespace);
    rules.forEach((rule) => list.grant({ purpose: `grant the rules of ${kind} '${name}'`, ...rule }));
    if (selectors !== undefined) {
      // The rules of an aggregated role depend on labels, so the API server requires the right to grant any rule.
      list.allow(`create ${kind} '${name}', which aggregates others`, ['escalate'], { group: RBAC, resource: resourceOfKind(kind) }, escalatesByName ? [name] : []);
    }
  }
  for (const { kind: bindingKind, name: binding, namespace, role: { kind, name } } of bindings) {
    const role = created.get(keyOf(kind, name, kind === 'Role' ? namespace : ''));
    if (name !== '' && (role === undefined || role.selectors !== undefined)) {
      listOf(bindingKind, namespace).allow(`bind ${kind} '${name}' by ${bindingKind} '${binding}'`, ['bind'], { group: RBAC, resource: resourceOfKind(kind) }, [name]);
    }
  }
}

function keyOf(kind: string, name: string, namespace: string): string {
  return JSON.stringify([kind, name, namespace]);
}
