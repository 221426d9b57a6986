import type { Bundle } from '../bundle/bundle';
import type { OperatorPermission } from '../bundle/model/cluster-service-version-spec';
import { addCertificateRules } from './certificate-rules';
import { hasDependencies } from './has-dependencies';
import { addObjectRules } from './install-object-rules';
import type { InstallRules } from './install-rule';
import { InstallRuleList, type InstallRuleLists } from './install-rule-list';

const RBAC = 'rbac.authorization.k8s.io';

/**
 * Returns the rules that a ServiceAccount must have so that OLM can install a bundle on its behalf.
 *
 * OLM uses the account for the objects of the InstallPlan, except CustomResourceDefinitions, and for what it creates for the CSV: Deployments,
 * certificates, webhooks and API services. It uses its own rights to unpack bundles, for CustomResourceDefinitions, and to copy roles to the watched
 * namespaces. The API server only lets the account create a role if the account has the rights in it.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/operator.go `ExecutePlan`
 * @see https://github.com/operator-framework/operator-lifecycle-manager/tree/master/pkg/controller/install
 */
export function buildInstallRules(bundle: Bundle): InstallRules {
  const lists: InstallRuleLists = { own: new InstallRuleList(), cluster: new InstallRuleList(), kubeSystem: new InstallRuleList() };
  addCsvRules(bundle, lists);
  addObjectRules(bundle, lists);
  addCertificateRules(bundle, lists);
  addGranted(bundle.csv.permissions, 'permissions', lists.own);
  addGranted(bundle.csv.clusterPermissions, 'clusterPermissions', lists.cluster);
  return { rules: lists.own.rules, clusterRules: lists.cluster.rules, kubeSystemRules: lists.kubeSystem.rules, namespaceRules: [] };
}

function addCsvRules(bundle: Bundle, { own, cluster }: InstallRuleLists): void {
  const { csv } = bundle;
  own.allow('create the CSV', ['create'], { group: 'operators.coreos.com', resource: 'clusterserviceversions' });
  if (hasDependencies(bundle)) {
    own.allow('create Subscriptions for dependencies', ['create'], { group: 'operators.coreos.com', resource: 'subscriptions' });
  }
  own.allowCreating('create the Deployments of the CSV', ['get', 'update'], { group: 'apps', resource: 'deployments' }, csv.deployments.map(({ name }) => name));
  const accounts = [...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName).filter(name => name !== 'default');
  if (accounts.length > 0) {
    own.allowCreating('create the ServiceAccounts of the CSV', ['get', 'patch'], { group: '', resource: 'serviceaccounts' }, accounts);
  }
  // OLM adds a hash to the names of these roles.
  const verbs = ['create', 'get', 'patch'];
  if (csv.permissions.length > 0) {
    own.allow('create the Roles of the CSV', verbs, { group: RBAC, resource: 'roles' });
    own.allow('create the Roles of the CSV', verbs, { group: RBAC, resource: 'rolebindings' });
  }
  if (csv.clusterPermissions.length > 0) {
    cluster.allow('create the ClusterRoles of the CSV', verbs, { group: RBAC, resource: 'clusterroles' });
    cluster.allow('create the ClusterRoles of the CSV', verbs, { group: RBAC, resource: 'clusterrolebindings' });
  }
}

function addGranted(permissions: readonly OperatorPermission[], field: string, list: InstallRuleList): void {
  for (const { serviceAccountName, rules } of permissions) {
    rules.forEach(rule => list.grant({ purpose: `grant ${field} of the CSV to ServiceAccount '${serviceAccountName}'`, ...rule }));
  }
}
