import type { JsonMap } from '../../formats/json/json-value';
import { rightsOfSubjects, type UnknownRights } from '../../report/rights/granted-rights';
import { Grants } from '../../report/rights/grants';
import { isRbacObject, type RbacBinding, type RbacObjects, readRbacObjects, roleText, subjectText } from '../../report/rights/rbac-objects';
import { type BundleRbacBinding, type BundleRbacGrant, type BundleRbacRule, RbacScope } from '../../report/rights/rbac-rule';

/** Differences of rights between two sets of objects. */
export interface RightsChanges {
  readonly rightsGained: BundleRbacGrant[];
  readonly rightsLost: BundleRbacGrant[];
  readonly bindingsGained: BundleRbacBinding[];
  readonly bindingsLost: BundleRbacBinding[];
}

/**
 * Returns how the rights differ that the roles and bindings of one cluster grant before and after a change, including those of Kubernetes' own roles
 * that they bind.
 *
 * @internal
 */
export function rightsChanges(before: readonly object[], after: readonly object[]): RightsChanges {
  const [old, now] = [rightsOf(before), rightsOf(after)];
  return {
    rightsGained: now.grants.without(old.grants),
    rightsLost: old.grants.without(now.grants),
    bindingsGained: missing(now.bindings, old.bindings),
    bindingsLost: missing(old.bindings, now.bindings),
  };
}

interface Rights {
  readonly grants: Grants;
  readonly bindings: readonly BundleRbacBinding[];
}

function rightsOf(objects: readonly object[]): Rights {
  const rbac: RbacObjects = readRbacObjects(objects.filter(isRbacObject) as JsonMap[]);
  const { granted, unknown } = rightsOfSubjects(rbac, { where: 'tree' });
  const reasons = new Map(unknown.map(({ binding, reason }: UnknownRights) => [binding, reason]));
  return {
    grants: Grants.of(granted.flatMap(({ source, scope, namespace, holders, through, rules }) => {
      const inNamespace = scope === RbacScope.OWN_NAMESPACE ? ` in namespace ${namespace}` : '';
      const shared = { scope, source, through: [...through], holders: holders.map((holder) => `${holder}${inNamespace}`), aggregatedTo: [], risks: [] };
      return rules.map((rule): BundleRbacRule => ({ ...shared, ...rule }));
    })),
    bindings: rbac.bindings.map((binding) => bindingOf(binding, reasons.get(binding) ?? '')),
  };
}

function bindingOf(binding: RbacBinding, unknown: string): BundleRbacBinding {
  return { binding: binding.through, scope: binding.scope, role: roleText(binding), subjects: binding.subjects.map(subjectText), unknown };
}

function missing(some: readonly BundleRbacBinding[], others: readonly BundleRbacBinding[]): BundleRbacBinding[] {
  const known = new Set(others.map((binding) => JSON.stringify(binding)));
  return some.filter((binding) => !known.has(JSON.stringify(binding)));
}
