import { rbacRisks } from './rbac-risks';
import { RbacScope } from './rbac-rule';
import type { BundleRbacRule } from './rbac-rule';
import type { Bundle } from '../bundle';
import type { OperatorPermission, OperatorPolicyRule } from '../cluster-service-version-spec';
import { policyRules } from '../cluster-service-version-fields';
import { InstallModeType } from '../install-mode';
import { field, mapField, mapsField, textField, textMapField } from '../json-value';
import type { Manifest } from '../manifest';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** A role with this label, and the value `true`, adds to the role of the cluster that the label names at its end. */
const AGGREGATION_LABEL = /^rbac\.authorization\.k8s\.io\/aggregate-to-(.+)$/;

/** A rule without what is worked out from it. */
type StatedRule = Omit<BundleRbacRule, 'risks'>;

/** All rights that a bundle asks for: those of the ClusterServiceVersion, then those of its roles, in the order in which they stand there. */
export function bundleRbacRules(bundle: Bundle): BundleRbacRule[] {
  const { csv, installModes, ownedApis } = bundle;
  const stated = [
    ...csv.permissions.flatMap((permission) => permissionRules('permissions', RbacScope.WATCHED_NAMESPACES, permission)),
    ...csv.clusterPermissions.flatMap((permission) => permissionRules('clusterPermissions', RbacScope.CLUSTER, permission)),
    ...roleRules(bundle),
  ];
  const watchesAll = installModes.every((mode) => mode === InstallModeType.ALL_NAMESPACES);
  const ownGroups = new Set(ownedApis.map(({ group }) => group));
  return stated.map((rule) => ({
    ...rule,
    risks: rbacRisks(rule, { scope: rule.scope, watchesAll, isHeld: rule.holders.length > 0, ownGroups }),
  }));
}

function permissionRules(source: string, scope: RbacScope, { serviceAccountName, rules }: OperatorPermission): StatedRule[] {
  return rules.map((rule) => statedRule(rule, scope, source, [`ServiceAccount ${serviceAccountName}`], []));
}

function statedRule(rule: OperatorPolicyRule, scope: RbacScope, source: string, holders: string[], aggregatedTo: string[]): StatedRule {
  return { scope, source, holders, aggregatedTo, ...rule };
}

/** A binding of a role in the bundle. */
interface Binding {
  readonly role: string;
  readonly scope: RbacScope;
  readonly subjects: readonly string[];
}

/** The rules of Roles and ClusterRoles: where and for whom says who binds them. */
function roleRules({ otherManifests }: Bundle): StatedRule[] {
  const ofRbac = otherManifests.filter(({ group }) => group === RBAC_GROUP);
  const bindings = new Map<string, Binding[]>();
  for (const binding of ofRbac.filter(({ kind }) => kind.endsWith('RoleBinding')).map(bindingOf)) {
    const same = bindings.get(binding.role) ?? [];
    same.push(binding);
    bindings.set(binding.role, same);
  }
  return ofRbac.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole').flatMap((role) => {
    const source = `${role.kind} ${role.name}`;
    const own = bindings.get(source) ?? [];
    const scopes = own.length > 0 ? [...new Set(own.map(({ scope }) => scope))] : [role.kind === 'Role' ? RbacScope.OWN_NAMESPACE : RbacScope.CLUSTER];
    return scopes.flatMap((scope) => {
      const holders = [...new Set(own.filter((binding) => binding.scope === scope).flatMap(({ subjects }) => subjects))];
      return policyRules(role.content).map((rule) => statedRule(rule, scope, source, holders, aggregatedTo(role)));
    });
  });
}

function bindingOf({ kind, content }: Manifest): Binding {
  const role = field(content, 'roleRef');
  return {
    role: `${textField(role, 'kind') ?? ''} ${textField(role, 'name') ?? ''}`,
    scope: kind === 'ClusterRoleBinding' ? RbacScope.CLUSTER : RbacScope.OWN_NAMESPACE,
    subjects: mapsField(content, 'subjects').map((subject) => `${textField(subject, 'kind') ?? ''} ${textField(subject, 'name') ?? ''}`),
  };
}

function aggregatedTo({ content }: Manifest): string[] {
  return Object.entries(textMapField(mapField(content, 'metadata'), 'labels'))
    .flatMap(([label, value]) => (value === 'true' ? AGGREGATION_LABEL.exec(label)?.slice(1) ?? [] : []));
}
