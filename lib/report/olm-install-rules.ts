import type { Bundle } from '../bundle/bundle';
import type { OperatorPermission, WebhookDescription } from '../bundle/model/cluster-service-version-spec';
import { ownValue } from '../formats/json/json-value';
import { OLM_GROUP, RBAC_GROUP } from '../formats/schema/api-groups';
import { olmServiceName } from '../formats/schema/checks/olm-derived-names';
import { groupBy } from '../text/group-by';
import { addRoleRules } from './install-role-rules';
import { InstallRuleList, type InstallRuleLists, type InstallRules } from './install-rule';
import { readRbacObjects } from './rights/rbac-objects';

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
  addPermissions(bundle.csv.permissions, 'permissions', lists.own);
  addPermissions(bundle.csv.clusterPermissions, 'clusterPermissions', lists.cluster);
  return { rules: lists.own.rules, clusterRules: lists.cluster.rules, kubeSystemRules: lists.kubeSystem.rules, namespaceRules: [] };
}

function addCsvRules(bundle: Bundle, { own, cluster }: InstallRuleLists): void {
  const { csv } = bundle;
  own.allow('create the CSV', ['create'], { group: OLM_GROUP, resource: 'clusterserviceversions' });
  if (hasDependencies(bundle)) {
    own.allow('create Subscriptions for dependencies', ['create'], { group: OLM_GROUP, resource: 'subscriptions' });
  }
  own.allowCreating('create the Deployments of the CSV', ['get', 'update'], { group: 'apps', resource: 'deployments' }, csv.deployments.map(({ name }) => name));
  const accounts = [...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName).filter(name => name !== 'default');
  if (accounts.length > 0) {
    own.allowCreating('create the ServiceAccounts of the CSV', ['get', 'patch'], { group: '', resource: 'serviceaccounts' }, accounts);
  }
  // OLM adds a hash to the names of these roles.
  const verbs = ['create', 'get', 'patch'];
  if (csv.permissions.length > 0) {
    own.allow('create the Roles of the CSV', verbs, { group: RBAC_GROUP, resource: 'roles' });
    own.allow('create the Roles of the CSV', verbs, { group: RBAC_GROUP, resource: 'rolebindings' });
  }
  if (csv.clusterPermissions.length > 0) {
    cluster.allow('create the ClusterRoles of the CSV', verbs, { group: RBAC_GROUP, resource: 'clusterroles' });
    cluster.allow('create the ClusterRoles of the CSV', verbs, { group: RBAC_GROUP, resource: 'clusterrolebindings' });
  }
}

function addPermissions(permissions: readonly OperatorPermission[], field: string, list: InstallRuleList): void {
  for (const { serviceAccountName, rules } of permissions) {
    rules.forEach(rule => list.grant({ purpose: `grant ${field} of the CSV to ServiceAccount '${serviceAccountName}'`, ...rule }));
  }
}

/** Adds the rules for the objects of a bundle besides the CSV, and for the rights that its roles and bindings grant. */
function addObjectRules({ otherManifests }: Bundle, { own, cluster }: InstallRuleLists): void {
  for (const manifests of groupBy(otherManifests, ({ kind, group }) => `${kind} ${group}`).values()) {
    const { kind, group } = manifests[0]!;
    const installed = installedKind(kind, group);
    if (installed !== undefined) {
      const list = installed.isClusterScoped ? cluster : own;
      list.allowCreating(`create objects of kind ${kind}`, ['get', installed.verb], installed, manifests.map(({ name }) => name));
    }
  }
  addRoleRules(readRbacObjects(otherManifests.map(({ content }) => content), true), {
    listOf: (kind) => (kind.startsWith('Cluster') ? cluster : own), escalatesByName: false,
  });
}

/** A kind of object in a bundle, as OLM installs it. */
interface InstalledKind {
  readonly resource: string;
  readonly group: string;
  readonly isClusterScoped: boolean;
  /** Verb with which OLM changes an existing object. */
  readonly verb: 'patch' | 'update';
}

/**
 * Kinds that OLM installs, besides ClusterServiceVersions and CustomResourceDefinitions. With any other kind the InstallPlan fails.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/step_ensurer.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/supportedresources.go
 */
const KINDS: ReadonlyMap<string, InstalledKind> = new Map<string, InstalledKind>([
  ['ConfigMap', typed('configmaps', '')],
  ['Secret', typed('secrets', '')],
  ['Service', typed('services', '')],
  ['ServiceAccount', typed('serviceaccounts', '')],
  ['Role', typed('roles', RBAC_GROUP)],
  ['RoleBinding', typed('rolebindings', RBAC_GROUP)],
  ['ClusterRole', typed('clusterroles', RBAC_GROUP, true)],
  ['ClusterRoleBinding', typed('clusterrolebindings', RBAC_GROUP, true)],
  ['NetworkPolicy', other('networkpolicies')],
  ['PodDisruptionBudget', other('poddisruptionbudgets')],
  ['PriorityClass', other('priorityclasses', true)],
  ['PrometheusRule', other('prometheusrules')],
  ['ServiceMonitor', other('servicemonitors')],
  ['VerticalPodAutoscaler', other('verticalpodautoscalers')],
  ['ConsoleCLIDownload', other('consoleclidownloads', true)],
  ['ConsoleLink', other('consolelinks', true)],
  ['ConsolePlugin', other('consoleplugins', true)],
  ['ConsoleQuickStart', other('consolequickstarts', true)],
  ['ConsoleYAMLSample', other('consoleyamlsamples', true)],
]);

/**
 * Returns how OLM installs a kind, or undefined if it does not.
 *
 * @param kind the kind, which alone determines what OLM does
 * @param group API group of the object
 */
function installedKind(kind: string, group: string): InstalledKind | undefined {
  const found = KINDS.get(kind);
  return found?.verb === 'update' ? { ...found, group } : found;
}

function typed(resource: string, group: string, isClusterScoped = false): InstalledKind {
  return { resource, group, isClusterScoped, verb: 'patch' };
}

/** A kind for which OLM has no Go type keeps the group of its manifest. */
function other(resource: string, isClusterScoped = false): InstalledKind {
  return { resource, group: '', isClusterScoped, verb: 'update' };
}

const ADMISSION = 'admissionregistration.k8s.io';
const CONFIGURATIONS: { readonly [type: string]: string | undefined } = {
  ValidatingAdmissionWebhook: 'validatingwebhookconfigurations', MutatingAdmissionWebhook: 'mutatingwebhookconfigurations',
};

/**
 * Adds the rules for webhooks and API services: OLM creates a Service with a certificate for each of their Deployments.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/certresources.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/webhook.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/apiservice.go
 */
function addCertificateRules({ csv }: Bundle, lists: InstallRuleLists): void {
  const serving = new Set([...csv.webhookDefinitions, ...csv.ownedApiServices].map(({ deploymentName }) => deploymentName));
  const services = csv.deployments.filter(({ name }) => serving.has(name)).map(({ name }) => olmServiceName(name));
  if (services.length > 0) {
    addServingRules(services, lists);
  }
  addWebhookRules(csv.webhookDefinitions, lists);
  if (csv.ownedApiServices.length > 0) {
    addApiServiceRules([...new Set(csv.ownedApiServices.map(({ group, version }) => `${version}.${group}`))], lists);
  }
}

function addServingRules(services: readonly string[], { own, cluster, kubeSystem }: InstallRuleLists): void {
  const purpose = 'serve webhooks and API services with certificates';
  const secrets = services.map(service => `${service}-cert`);
  // Without `get`: OLM uses server-side apply.
  own.allowCreating(purpose, ['patch'], { group: '', resource: 'services' }, services);
  own.allowCreating(purpose, ['get', 'patch'], { group: '', resource: 'secrets' }, secrets);
  own.allowCreating(purpose, ['get', 'patch'], { group: RBAC_GROUP, resource: 'roles' }, secrets);
  own.allowCreating(purpose, ['get', 'patch'], { group: RBAC_GROUP, resource: 'rolebindings' }, secrets);
  const delegators = services.map(service => `${service}-system:auth-delegator`);
  cluster.allowCreating(purpose, ['patch'], { group: RBAC_GROUP, resource: 'clusterrolebindings' }, delegators);
  cluster.allow(purpose, ['bind'], { group: RBAC_GROUP, resource: 'clusterroles' }, ['system:auth-delegator']);
  kubeSystem.allowCreating(purpose, ['patch'], { group: RBAC_GROUP, resource: 'rolebindings' }, services.map(service => `${service}-auth-reader`));
  kubeSystem.allow(purpose, ['bind'], { group: RBAC_GROUP, resource: 'roles' }, ['extension-apiserver-authentication-reader']);
}

function addWebhookRules(webhooks: readonly WebhookDescription[], { cluster }: InstallRuleLists): void {
  for (const resource of new Set(webhooks.map(({ type }) => ownValue(CONFIGURATIONS, type)).filter((found) => found !== undefined))) {
    // OLM finds them by label, because the API server generates their names.
    cluster.allow('register webhooks', ['list', 'create', 'update'], { group: ADMISSION, resource });
  }
  const converted = webhooks.filter(({ type }) => ownValue(CONFIGURATIONS, type) === undefined).flatMap(({ conversionCrds }) => conversionCrds);
  if (converted.length > 0) {
    cluster.allow('set conversion webhooks', ['get', 'update'], { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }, converted);
  }
}

function addApiServiceRules(names: readonly string[], { own, cluster, kubeSystem }: InstallRuleLists): void {
  cluster.allowCreating('register API services', ['get', 'patch'], { group: 'apiregistration.k8s.io', resource: 'apiservices' }, names);
  const purpose = 'look for objects of API services by their former names';
  const certificates = names.map((name) => `${name}-cert`);
  own.allow(purpose, ['get'], { group: '', resource: 'services' }, names.map((name) => name.replaceAll('.', '-')));
  own.allow(purpose, ['get'], { group: '', resource: 'secrets' }, certificates);
  own.allow(purpose, ['get'], { group: RBAC_GROUP, resource: 'roles' }, certificates);
  own.allow(purpose, ['get'], { group: RBAC_GROUP, resource: 'rolebindings' }, certificates);
  cluster.allow(purpose, ['get'], { group: RBAC_GROUP, resource: 'clusterrolebindings' }, names.map((name) => `${name}-system:auth-delegator`));
  kubeSystem.allow(purpose, ['get'], { group: RBAC_GROUP, resource: 'rolebindings' }, names.map((name) => `${name}-auth-reader`));
}

/** Whether OLM may install other operators for a bundle, because it requires packages or APIs. */
export function hasDependencies({ dependencies, requiredApis, properties }: Bundle): boolean {
  const constraints = properties.filter(({ type }) => type === 'olm.constraint' || type.endsWith('.required'));
  return requiredApis.length + dependencies.length + constraints.length > 0;
}
