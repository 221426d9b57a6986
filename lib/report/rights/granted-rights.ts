import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { groupBy } from '../../text/group-by';
import { accountsOfSubjects, boundRoleKey, includesAccount, type RbacBinding, type RbacObjects, type RbacRole, type RbacSubject, roleKey, roleText, subjectText } from './rbac-objects';
import { type BundleRbacBinding, RbacScope } from './rbac-rule';
import { aggregatedInto, type ResolvedRole, RoleRules } from './role-rules';
import { printableMessage } from '../../text/printable';

/** The rules of a role, granted to the same holders in the same scope. */
export interface GrantedRights {
  /** Source of the rules, such as `ClusterRole cluster-admin`. */
  readonly source: string;

  readonly scope: RbacScope;

  /** Namespace for `RbacScope.OWN_NAMESPACE`, or an empty string for that of the operator. */
  readonly namespace: string;

  /** Holders, such as `ServiceAccount demo`; none for a role that nothing binds. */
  readonly holders: readonly string[];

  /** Bindings that grant the rules, at most ten; none for permissions of a CSV and for rights without a binding. */
  readonly through: readonly string[];

  readonly rules: readonly OperatorPolicyRule[];

  /** ClusterRoles of Kubernetes into which the role is aggregated. */
  readonly aggregatedTo: readonly string[];
}

/** A binding whose rights are unknown, or not all known. */
export interface UnknownRights {
  readonly binding: RbacBinding;
  readonly holders: readonly string[];

  /** Reason, such as `neither the bundle nor Kubernetes has ClusterRole other`. */
  readonly reason: string;
}

/** What else is known besides roles and bindings. */
export interface RightsContext {
  /** Where the roles and bindings are, for reasons: `bundle` or `app`. */
  readonly where: string;

  /** Further roles that exist, such as those of other bundles. @default - none */
  readonly knownRoles?: readonly RbacRole[];

  /** ServiceAccounts that are listed besides a group that contains them. @default - none */
  readonly accounts?: readonly RbacSubject[];
}

/** Which rights subjects get. */
export interface RightsOfSubjects {
  readonly granted: readonly GrantedRights[];
  readonly unknown: readonly UnknownRights[];
}

/** Maximum number of rules of a role times its bindings for which each binding is listed separately. No real bundle has that many. */
const MAX_SEPARATE = 10_000;

/**
 * Maximum number of rules times their holders, beyond those that a file lists one by one: only many rules for many subjects, or many bindings to a
 * group of many accounts, exceed it. Their rights, which do not occur in real bundles, count as unknown.
 */
const MAX_MULTIPLIED = 100_000;

/** Maximum number of bindings that are listed for a rule. */
const MAX_THROUGH = 10;

/**
 * Returns which rights subjects get from roles and bindings, and from the roles of Kubernetes that these refer to or are aggregated into. This is the
 * one place that knows it: all reports, policies, gates and differences are derived from it.
 *
 * @param objects roles and bindings
 */
export function rightsOfSubjects(objects: RbacObjects, context: RightsContext): RightsOfSubjects {
  const { roles, bindings } = objects;
  const { knownRoles = [], accounts = [] } = context;
  const rules = new RoleRules([...roles, ...knownRoles]);
  const byRole = groupBy(bindings, boundRoleKey);
  const accountsOf = accountsOfSubjects(accounts);
  const excessive = new Set<RbacBinding>();
  let remaining = MAX_MULTIPLIED;
  /** Returns who has some rules by bindings, or undefined if these are too many rights to list. */
  const holdersOf = (some: readonly RbacBinding[], ruleCount: number): string[] | undefined => {
    const subjects = [...new Map(some.flatMap((binding) => binding.subjects).map((subject) => [subjectText(subject), subject])).values()];
    const holderCount = subjects.reduce((sum, subject) => sum + 1 + accountsOf(subject).length, 0);
    const multiplied = Math.max(0, ruleCount * holderCount - ruleCount - subjects.length);
    if (multiplied > remaining) {
      some.forEach((binding) => excessive.add(binding));
      return undefined;
    }
    remaining -= multiplied;
    return [...new Set([...subjects, ...subjects.flatMap(accountsOf)].map(subjectText))];
  };
  const ofRole = (role: ResolvedRole, own: readonly RbacBinding[], aggregatedTo: readonly string[]): GrantedRights[] => {
    const groups = own.length * role.rules.length <= MAX_SEPARATE ? own.map((binding) => [binding])
      : [...groupBy(own, ({ scope, namespace }) => JSON.stringify([scope, namespace])).values()];
    const { source, rules: granted } = role;
    return groups.flatMap((group) => {
      const holders = holdersOf(group, granted.length);
      return holders === undefined ? [] : [{
        source, scope: group[0]!.scope, namespace: group[0]!.namespace, holders, rules: granted, aggregatedTo,
        through: group.map(({ through }) => through).filter((through) => through !== '').slice(0, MAX_THROUGH),
      }];
    });
  };
  const isOwn = new Set(roles.map(roleKey));
  const granted = [
    ...roles.flatMap((role): GrantedRights[] => {
      const own = byRole.get(roleKey(role)) ?? [];
      const aggregatedTo = aggregatedInto(role);
      const resolved = rules.find(role);
      return resolved === undefined ? [] : [
        ...ofRole(resolved, own, aggregatedTo),
        ...(own.length === 0 || aggregatedTo.length > 0 ? [withoutBinding(role, resolved, aggregatedTo)] : []),
      ];
    }),
    ...[...byRole.values()].flatMap((own) => {
      const role = isOwn.has(boundRoleKey(own[0]!)) ? undefined : rules.ofBinding(own[0]!);
      return role === undefined ? [] : ofRole(role, own, []);
    }),
  ];
  const unknown = bindings.flatMap((binding) => {
    const reason = excessive.has(binding) ? TOO_MANY : reasonOfUnknown(binding, rules.ofBinding(binding), context);
    const holders = reason === undefined ? [] : (excessive.has(binding) ? undefined : holdersOf([binding], 1)) ?? binding.subjects.map(subjectText);
    return reason === undefined ? [] : [{ binding, reason, holders }];
  });
  return { granted, unknown };
}

const TOO_MANY = 'they are too many to list, each rule for each subject and for each ServiceAccount in a group';

function reasonOfUnknown(binding: RbacBinding, role: ResolvedRole | undefined, { where }: RightsContext): string | undefined {
  if (role !== undefined) {
    return role.isOpen ? `${role.source} has the rules of every ClusterRole that its selectors match` : undefined;
  }
  const text = roleText(binding);
  return text === '' ? 'it has no valid roleRef' : `neither the ${where} nor Kubernetes has ${text}`;
}

/** Returns bindings for reports, with the reason for which their rights are unknown. */
export function reportedBindings(bindings: readonly RbacBinding[], unknown: readonly UnknownRights[]): BundleRbacBinding[] {
  const reasons = new Map(unknown.map(({ binding, reason }) => [binding, reason]));
  return bindings.map((binding) => ({
    binding: binding.through, scope: binding.scope, role: roleText(binding), subjects: binding.subjects.map(subjectText), unknown: reasons.get(binding) ?? '',
  }));
}

/** Returns the key by which bindings of two bundles or clusters are compared. */
export function bindingKey(binding: BundleRbacBinding): string {
  return JSON.stringify(binding);
}

/** Returns the rights of a role that nothing binds, which everyone has who has a role into which it is aggregated. */
function withoutBinding({ kind, namespace }: RbacRole, { source, rules }: ResolvedRole, aggregatedTo: readonly string[]): GrantedRights {
  return {
    source, namespace, rules, aggregatedTo, through: [],
    scope: aggregatedTo.length > 0 ? RbacScope.BOUND_NAMESPACES : kind === 'Role' ? RbacScope.OWN_NAMESPACE : RbacScope.CLUSTER,
    holders: aggregatedTo.map((role) => `everyone with ClusterRole ${role}`),
  };
}

/**
 * Returns the rules that a ServiceAccount has in a namespace, as a SelfSubjectRulesReview returns them: by bindings to itself, and to the groups
 * of all accounts, of those of its namespace, and of all users.
 *
 * @throws Error if a binding of the account refers to an unknown role
 * @see https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-rules-review-v1/
 */
export function rulesInNamespace({ roles, bindings }: RbacObjects, account: RbacSubject, namespace: string): OperatorPolicyRule[] {
  const rules = new RoleRules(roles);
  const own = bindings.filter(({ scope, namespace: where, subjects }) => (
    (scope === RbacScope.CLUSTER || where === namespace) && subjects.some((subject) => includesAccount(subject, account))
  ));
  return own.flatMap((binding) => {
    const role = rules.ofBinding(binding);
    if (role === undefined) {
      throw new Error(printableMessage(`${binding.through} refers to the unknown role ${binding.role.kind} ${binding.role.name}`));
    }
    return role.rules;
  });
}
