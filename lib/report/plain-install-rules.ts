import { Bundle } from '../bundle/bundle';
import { type JsonMap, mapField, stringField } from '../formats/json/json-value';
import { checkOptions } from '../formats/options/check-options';
import { OLM_V1_GROUP } from '../formats/schema/api-groups';
import { resourceOfKind } from '../formats/schema/kubernetes-manifest';
import { groupBy } from '../text/group-by';
import { addRoleRules } from './install-role-rules';
import { type InstallRule, InstallRuleList, type InstallRules, type RuleTarget } from './install-rule';
import { readRbacObjects } from './rights/rbac-objects';
import { printableMessage } from '../text/printable';

/** The plain objects of an operator, and the bundle that they were rendered from: a `PlainManifests`. */
export interface IPlainRendering {
  /** Bundle that was rendered. */
  readonly bundle: Bundle;

  /** Namespace of the operator. */
  readonly installNamespace: string;

  /** The objects. */
  readonly objects: { [field: string]: unknown }[];
}

/** How a GitOps controller or a program handles the plain objects of an operator. */
export interface PlainPermissionsOptions {
  /**
   * Whether the installer lists and watches objects of the kinds that it applies, in their namespaces. Argo CD, Flux and the waiters of this library
   * do; `kubectl apply --server-side` without pruning does not.
   *
   * @default true
   */
  readonly watch?: boolean;

  /**
   * Whether the installer creates the Namespace of the operator, as `PlainEngine` does.
   *
   * @default true
   */
  readonly createNamespace?: boolean;
}

/** The ClusterExtension with which OLM v1 installs a bundle. */
export interface OlmV1PermissionsOptions {
  /** Name of the ClusterExtension. */
  readonly extension: string;

  /**
   * Whether OLM v1 runs with its alpha feature gate BoxcutterRuntime. It then keeps revisions of an extension, and does not watch any objects on
   * behalf of the account.
   *
   * @default false
   */
  readonly boxcutter?: boolean;
}

/**
 * Returns the rules with which a GitOps controller or a program can install an operator without OLM, by server-side apply.
 *
 * @throws Error if an option is unknown
 * @internal
 */
export function plainInstallRules(rendering: IPlainRendering, options: PlainPermissionsOptions): InstallRules {
  checkOptions('options of InstallPermissions.ofPlain', 'PlainPermissionsOptions', options);
  const { watch = true, createNamespace = true } = options;
  return buildPlainInstallRules(rendering, {
    watches: watch ? 'own-namespaces' : 'nothing', createsNamespace: createNamespace, escalatesByName: true, clusterRules: [],
  });
}

/**
 * Returns the rules with which the controller of OLM v1 can install an operator on behalf of a ServiceAccount: those that its preflight check of
 * permissions (feature gate PreflightPermissions) requires. Without the gate it uses the same rights.
 *
 * @throws Error if an option is unknown, or the name of the extension is missing
 * @see https://github.com/operator-framework/operator-controller/blob/v1.9.0/internal/operator-controller/authorization/rbac.go
 * @see https://github.com/operator-framework/operator-controller/blob/v1.9.0/docs/howto/derive-service-account.md
 * @internal
 */
export function olmV1InstallRules(rendering: IPlainRendering, options: OlmV1PermissionsOptions): InstallRules {
  checkOptions('options of InstallPermissions.ofOlmV1', 'OlmV1PermissionsOptions', options);
  const { extension, boxcutter = false } = options;
  refuse(typeof extension === 'string' && extension !== '' ? undefined : "extension is required: set 'extension' to the name of the ClusterExtension");
  return buildPlainInstallRules(rendering, {
    // Its caches span all namespaces.
    watches: boxcutter ? 'nothing' : 'cluster',
    createsNamespace: false,
    escalatesByName: false,
    // Revisions have a number in their name; their kind was renamed between releases.
    clusterRules: boxcutter
      ? [finalizers('clusterextensionrevisions'), finalizers('clusterobjectsets')]
      : [finalizers('clusterextensions', extension)],
  });
}

function finalizers(resource: string, ...resourceNames: string[]): InstallRule {
  return {
    purpose: 'own the objects, where the API server checks owners (OwnerReferencesPermissionEnforcement)',
    verbs: ['update'],
    apiGroups: [OLM_V1_GROUP],
    resources: [`${resource}/finalizers`],
    resourceNames,
    nonResourceUrls: [],
  };
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
}

/** How an installer handles the objects of a rendering. */
interface PlainInstaller {
  /** Whether it lists and watches objects, and where: in the namespace of each object, or in the whole cluster. */
  readonly watches: 'nothing' | 'own-namespaces' | 'cluster';

  /** Whether it creates the Namespace of the operator. */
  readonly createsNamespace: boolean;

  /**
   * Whether the verb `escalate` can be limited to the name of a role. This requires a request with the name in its path: a server-side apply, not a
   * creation.
   */
  readonly escalatesByName: boolean;

  /** Rules for objects outside the rendering, in the whole cluster. */
  readonly clusterRules: readonly InstallRule[];
}

/** An object of a rendering. */
interface InstalledObject {
  readonly kind: string;
  readonly name: string;
  /** Namespace, or an empty string for a cluster-scoped object. */
  readonly namespace: string;
  readonly target: RuleTarget;
}

/**
 * Returns the minimal rules with which an installer can create, change and delete the objects of a rendering. The API server only lets it create a
 * role if it has the rights in the role, so it also needs all rights of the operator.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
function buildPlainInstallRules({ objects, installNamespace }: IPlainRendering, installer: PlainInstaller): InstallRules {
  const lists = new Map<string, InstallRuleList>();
  const listOf = (namespace: string): InstallRuleList => {
    const list = lists.get(namespace) ?? new InstallRuleList();
    lists.set(namespace, list);
    return list;
  };
  const installed = objects.map(installedObject);
  if (installer.createsNamespace) {
    installed.unshift(installedObject({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: installNamespace } }));
  }
  addObjectRules(installed, installer, listOf);
  installer.clusterRules.forEach(({ purpose, verbs, apiGroups, resources, resourceNames }) => (
    listOf('').allow(purpose, verbs, { group: apiGroups[0]!, resource: resources[0]! }, resourceNames)
  ));
  addRoleRules(readRbacObjects(objects), { listOf: (_, namespace) => listOf(namespace), escalatesByName: installer.escalatesByName });
  const clusterRules = listOf('').rulesBeside([]);
  const namespaces = [...lists.keys()].filter((namespace) => namespace !== '' && namespace !== installNamespace).sort();
  const others = namespaces.map((namespace) => ({ namespace, rules: listOf(namespace).rulesBeside(clusterRules) }));
  return {
    rules: listOf(installNamespace).rulesBeside(clusterRules),
    clusterRules,
    kubeSystemRules: [],
    namespaceRules: others.filter(({ rules }) => rules.length > 0),
  };
}

function installedObject(content: JsonMap): InstalledObject {
  const [apiVersion, kind] = [stringField(content, 'apiVersion') ?? '', stringField(content, 'kind') ?? ''];
  const metadata = mapField(content, 'metadata');
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return {
    kind,
    name: stringField(metadata, 'name') ?? '',
    namespace: stringField(metadata, 'namespace') ?? '',
    target: { group, resource: resourceOfKind(kind) },
  };
}

function addObjectRules(installed: readonly InstalledObject[], { watches }: PlainInstaller, listOf: (namespace: string) => InstallRuleList): void {
  for (const objects of groupBy(installed, ({ namespace, target }) => JSON.stringify([namespace, target])).values()) {
    const { kind, namespace, target } = objects[0]!;
    const purpose = `create, change and delete objects of kind ${kind}`;
    listOf(namespace).allowCreating(purpose, ['get', 'patch', 'update', 'delete'], target, objects.map(({ name }) => name));
    if (watches !== 'nothing') {
      listOf(watches === 'cluster' ? '' : namespace).allow(`watch objects of kind ${kind}`, ['list', 'watch'], target);
    }
  }
}
