import type { Bundle } from '../../bundle/bundle';
import { podServiceAccount } from '../../bundle/model/cluster-service-version-fields';
import { InstallModeType, type OperatorPermission, type OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { fieldAt, stringField } from '../../formats/json/json-value';
import { perObject } from '../../text/per-object';
import { type GrantedRights, reportedBindings, rightsOfSubjects } from './granted-rights';
import { Grants } from './grants';
import { type RbacBinding, type RbacObjects, type RbacRole, type RbacSubject, readRbacObjects } from './rbac-objects';
import { oncePerKind, rbacConcerns, rbacRisks, type RiskContext, severityOfUnknown } from './rbac-risks';
import { type BundleRbacBinding, type BundleRbacConcern, type BundleRbacRule, type RbacRisk, RbacRiskKind, RbacScope } from './rbac-rule';
import { RoleRules } from './role-rules';

/** Rights that the installation of a bundle grants. */
export interface BundleRights {
  /** Rules, with their scopes and holders: those of the CSV, those of roles in the bundle, and those of Kubernetes' roles that the bundle binds. */
  readonly rules: BundleRbacRule[];

  /** Bindings in the bundle. */
  readonly bindings: BundleRbacBinding[];

  /** Risks of the rights, the most severe first. */
  readonly risks: BundleRbacConcern[];
}

/** Returns the rights that the installation of a bundle grants to its operator and others. */
export const bundleRights = perObject((bundle: Bundle): BundleRights => {
  const objects = bundleRbacObjects(bundle);
  const ofCsv = permissionsAsRbac(bundle);
  const { granted, unknown } = rightsOfSubjects(
    { roles: [...ofCsv.roles, ...objects.roles], bindings: [...ofCsv.bindings, ...objects.bindings] }, { where: 'bundle', accounts: operatorAccounts(bundle) },
  );
  const watchesAll = watchesAllNamespaces(bundle);
  const ownGroups = new Set(bundle.ownedApis.map(({ group }) => group));
  const contextOf = (scope: RbacScope, isHeld: boolean): RiskContext => ({ scope, watchesAll, isHeld, ownGroups });
  const rules = granted.flatMap((rights) => bundleRules(rights, contextOf(rights.scope, rights.holders.length > 0)));
  return {
    rules,
    bindings: reportedBindings(objects.bindings, unknown),
    risks: rbacConcerns(rules, unknown.flatMap(({ binding: { scope, through }, holders, reason }) => holders.map((holder) => ({
      kind: RbacRiskKind.RIGHTS_UNKNOWN, severity: severityOfUnknown(contextOf(scope, true)), scope, holder, reason: `has unknown rights through ${through}: ${reason}`,
    })))),
  };
});

/** Returns the roles and bindings of a bundle. OLM creates those with a namespace in that of the operator. */
function bundleRbacObjects(bundle: Bundle): RbacObjects {
  const { roles, bindings } = readRbacObjects(bundle.otherManifests.map(({ content }) => content), true);
  const suggested = suggestedNamespace(bundle);
  const inOwn = (subject: RbacSubject): RbacSubject => (subject.namespace === suggested ? { ...subject, namespace: '' } : subject);
  return { roles, bindings: bindings.map((binding) => ({ ...binding, subjects: binding.subjects.map(inOwn) })) };
}

/** Returns the namespace for which a bundle was made, if it names one; bindings in it then refer to accounts there. */
function suggestedNamespace({ csv }: Bundle): string | undefined {
  return stringField(fieldAt(csv.manifest.content, 'metadata', 'annotations'), 'operatorframework.io/suggested-namespace');
}

function watchesAllNamespaces({ installModes }: Bundle): boolean {
  return installModes.every((mode) => mode === InstallModeType.ALL_NAMESPACES);
}

/** OLM adds this rule to permissions in all namespaces. */
const READ_NAMESPACES: OperatorPolicyRule = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'], resourceNames: [], nonResourceUrls: [] };

/** Returns the roles and bindings that OLM creates for the permissions of a CSV. */
function permissionsAsRbac(bundle: Bundle): RbacObjects {
  const { permissions, clusterPermissions } = bundle.csv;
  const promoted = watchesAllNamespaces(bundle) ? [READ_NAMESPACES] : [];
  const all = [
    ...permissions.map((permission) => ({ source: 'permissions', scope: RbacScope.WATCHED_NAMESPACES, permission, added: promoted })),
    ...clusterPermissions.map((permission) => ({ source: 'clusterPermissions', scope: RbacScope.CLUSTER, permission, added: [] })),
  ];
  return {
    // No role in a bundle has such a kind.
    roles: all.map(({ source, permission: { rules }, added }, index): RbacRole => (
      { source, kind: 'permission', name: String(index), namespace: '', labels: {}, rules: [...rules, ...added], selectors: undefined }
    )),
    bindings: all.map(({ scope, permission }, index): RbacBinding => (
      { through: '', kind: '', name: '', scope, namespace: '', role: { kind: 'permission', name: String(index) }, subjects: [accountOf(permission)] }
    )),
  };
}

function accountOf({ serviceAccountName }: OperatorPermission): RbacSubject {
  return account(serviceAccountName);
}

function account(name: string): RbacSubject {
  return { kind: 'ServiceAccount', name, namespace: '' };
}

/** Returns the accounts with which an operator runs, and those that its CSV gives rights. */
function operatorAccounts({ csv }: Bundle): RbacSubject[] {
  const ofPermissions = [...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
  return [...new Set([...ofPermissions, ...csv.deployments.map(podServiceAccount)])].map(account);
}

/** Returns the rules with their risks. A role that is aggregated into one of Kubernetes has no risks that this one has as well. */
function bundleRules({ source, scope, holders, through, rules, aggregatedTo }: GrantedRights, context: RiskContext): BundleRbacRule[] {
  const shared = { scope, source, holders: [...holders], aggregatedTo: [...aggregatedTo], through: [...through] };
  return rules.map((rule) => {
    const found: BundleRbacRule = { ...shared, ...rule, risks: [] };
    return { ...found, risks: scope === RbacScope.BOUND_NAMESPACES ? addedRisks(found, context) : rbacRisks(rule, context) };
  });
}

/** The rights of roles of Kubernetes, by name. */
const OF_KUBERNETES = new Map<string, Grants>();

function grantsOfKubernetes(role: string): Grants {
  const grants = OF_KUBERNETES.get(role)
    ?? Grants.of((new RoleRules([]).find({ kind: 'ClusterRole', name: role, namespace: '' })?.rules ?? []).map((rule) => ({ ...rule, ...OF_EVERYONE })));
  OF_KUBERNETES.set(role, grants);
  return grants;
}

/** What does not matter when rights of roles are compared. */
const OF_EVERYONE = { scope: RbacScope.BOUND_NAMESPACES, source: '', holders: ['everyone'], through: [], aggregatedTo: [], risks: [] };

function addedRisks(rule: BundleRbacRule, context: RiskContext): RbacRisk[] {
  const grants = Grants.of([{ ...rule, ...OF_EVERYONE }]);
  return oncePerKind(rule.aggregatedTo.flatMap((role) => grants.without(grantsOfKubernetes(role)).flatMap((added) => rbacRisks(added, context))));
}
