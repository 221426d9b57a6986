import type { JsonMap } from '../../formats/json/json-value';
import { bindingKey, reportedBindings, rightsOfSubjects } from '../../report/rights/granted-rights';
import { Grants } from '../../report/rights/grants';
import { isRbacObject, type RbacObjects, readRbacObjects } from '../../report/rights/rbac-objects';
import { type BundleRbacBinding, type BundleRbacGrant, type BundleRbacRule, RbacScope } from '../../report/rights/rbac-rule';
import { missing } from '../../text/group-by';

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
    bindingsGained: missing(now.bindings, old.bindings, bindingKey),
    bindingsLost: missing(old.bindings, now.bindings, bindingKey),
  };
}

interface Rights {
  readonly grants: Grants;
  readonly bindings: readonly BundleRbacBinding[];
}

function rightsOf(objects: readonly object[]): Rights {
  const rbac: RbacObjects = readRbacObjects(objects.filter(isRbacObject) as JsonMap[]);
  const { granted, unknown } = rightsOfSubjects(rbac, { where: 'tree' });
  return {
    grants: Grants.of(granted.flatMap(({ source, scope, namespace, holders, through, rules }) => {
      const inNamespace = scope === RbacScope.OWN_NAMESPACE ? ` in namespace ${namespace}` : '';
      const shared = { scope, source, through: [...through], holders: holders.map((holder) => `${holder}${inNamespace}`), aggregatedTo: [], risks: [] };
      return rules.map((rule): BundleRbacRule => ({ ...shared, ...rule }));
    })),
    bindings: reportedBindings(rbac.bindings, unknown),
  };
}
