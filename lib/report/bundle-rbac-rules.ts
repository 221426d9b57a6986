import type { Bundle } from '../bundle/bundle';
import { policyRules } from '../bundle/model/cluster-service-version-fields';
import { InstallModeType, type OperatorPermission, type OperatorPolicyRule } from '../bundle/model/cluster-service-version-spec';
import type { Manifest } from '../bundle/model/manifest';
import { field, mapField, mapListField, stringField, stringMapField } from '../formats/json/json-value';
import { rbacRisks } from './rbac-risks';
import { type BundleRbacRule, RbacScope } from './rbac-rule';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Pattern of the label key that aggregates a role into the cluster role named at its end, if its value is `true`. */
const AGGREGATION_LABEL = /^rbac\.authorization\.k8s\.io\/aggregate-to-(.+)$/;

/** A rule without derived values. */
type RequestedRule = Omit<BundleRbacRule, 'risks'>;

/** Returns the rules that a bundle requests: those of the CSV, then those of its roles, in the order of the bundle. */
export function bundleRbacRules(bundle: Bundle): BundleRbacRule[] {
  const { csv, installModes, ownedApis } = bundle;
  const requested = [
    ...csv.permissions.flatMap((permission) => permissionRules('permissions', RbacScope.WATCHED_NAMESPACES, permission)),
    ...csv.clusterPermissions.flatMap((permission) => permissionRules('clusterPermissions', RbacScope.CLUSTER, permission)),
    ...roleRules(bundle),
  ];
  const watchesAll = installModes.every((mode) => mode === InstallModeType.ALL_NAMESPACES);
  const ownGroups = new Set(ownedApis.map(({ group }) => group));
  return requested.map((rule) => ({
    ...rule,
    risks: rbacRisks(rule, { scope: rule.scope, watchesAll, isHeld: rule.holders.length > 0, ownGroups }),
  }));
}

function permissionRules(source: string, scope: RbacScope, { serviceAccountName, rules }: OperatorPermission): RequestedRule[] {
  return rules.map((rule) => requestedRule(rule, scope, source, [`ServiceAccount ${serviceAccountName}`], []));
}

function requestedRule(rule: OperatorPolicyRule, scope: RbacScope, source: string, holders: string[], aggregatedTo: string[]): RequestedRule {
  return { scope, source, holders, aggregatedTo, ...rule };
}

/** A binding of a role in the bundle. */
interface Binding {
  readonly role: string;
  readonly scope: RbacScope;
  readonly subjects: readonly string[];
}

/** Returns the rules of Roles and ClusterRoles, with scopes and holders from the bindings in the bundle. */
function roleRules({ otherManifests }: Bundle): RequestedRule[] {
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
      return policyRules(role.content).map((rule) => requestedRule(rule, scope, source, holders, aggregatedTo(role)));
    });
  });
}

function bindingOf({ kind, content }: Manifest): Binding {
  const role = field(content, 'roleRef');
  return {
    role: `${stringField(role, 'kind') ?? ''} ${stringField(role, 'name') ?? ''}`,
    scope: kind === 'ClusterRoleBinding' ? RbacScope.CLUSTER : RbacScope.OWN_NAMESPACE,
    subjects: mapListField(content, 'subjects').map((subject) => `${stringField(subject, 'kind') ?? ''} ${stringField(subject, 'name') ?? ''}`),
  };
}

function aggregatedTo({ content }: Manifest): string[] {
  return Object.entries(stringMapField(mapField(content, 'metadata'), 'labels'))
    .flatMap(([label, value]) => (value === 'true' ? AGGREGATION_LABEL.exec(label)?.slice(1) ?? [] : []));
}
