import { Grants } from '../../report/grants';
import { BundleRbacGrant, BundleRbacRule, RbacScope } from '../../report/rbac-rule';
import { mapField, mapListField, stringField, stringListField } from '../../formats/json/json-value';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Returns the rights that the roles and bindings of one cluster grant after a change and did not grant before. */
export function rightsGained(before: readonly object[], after: readonly object[]): BundleRbacGrant[] {
  const isRbac = (object: object): boolean => stringField(object, 'apiVersion')?.startsWith(`${RBAC_GROUP}/`) === true;
  return Grants.of(rulesOf(after.filter(isRbac))).without(Grants.of(rulesOf(before.filter(isRbac))));
}

/** Returns the rules of all roles, once for each binding. The rules of a role without bindings are those of the role itself. */
function rulesOf(objects: readonly object[]): BundleRbacRule[] {
  const bindings = objects.filter((object) => stringField(object, 'kind')?.endsWith('RoleBinding') === true);
  return objects.filter((object) => mapListField(object, 'rules').length > 0).flatMap((role) => {
    const [kind, { name, namespace }] = [stringField(role, 'kind') ?? '', nameOf(role)];
    const bound = bindings.filter((binding) => {
      const ref = mapField(binding, 'roleRef');
      return stringField(ref, 'kind') === kind && stringField(ref, 'name') === name && (kind === 'ClusterRole' || nameOf(binding).namespace === namespace);
    });
    const holders = bound.flatMap((binding) => mapListField(binding, 'subjects').map((subject) => {
      const isWide = stringField(binding, 'kind') === 'ClusterRoleBinding';
      const where = stringField(subject, 'namespace');
      return {
        scope: isWide ? RbacScope.CLUSTER : RbacScope.OWN_NAMESPACE,
        holder: `${stringField(subject, 'kind') ?? ''} ${where === undefined ? '' : `${where}/`}${stringField(subject, 'name') ?? ''}`
          + (isWide ? '' : ` in namespace ${nameOf(binding).namespace}`),
      };
    }));
    const unbound = { scope: kind === 'ClusterRole' ? RbacScope.CLUSTER : RbacScope.OWN_NAMESPACE, holder: `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}` };
    return (holders.length === 0 ? [unbound] : holders).flatMap(({ scope, holder }) => mapListField(role, 'rules').map((rule): BundleRbacRule => ({
      scope, source: holder, holders: [holder], aggregatedTo: [], risks: [], verbs: stringListField(rule, 'verbs'), apiGroups: stringListField(rule, 'apiGroups'),
      resources: stringListField(rule, 'resources'), resourceNames: stringListField(rule, 'resourceNames'), nonResourceUrls: stringListField(rule, 'nonResourceURLs'),
    })));
  });
}

function nameOf(object: object): { name: string; namespace: string } {
  const metadata = mapField(object, 'metadata');
  return { name: stringField(metadata, 'name') ?? '', namespace: stringField(metadata, 'namespace') ?? '' };
}
