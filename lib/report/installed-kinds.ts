/** A kind of object in a bundle, as OLM installs it. */
export interface InstalledKind {
  readonly resource: string;
  readonly group: string;
  readonly isClusterScoped: boolean;
  /** Verb with which OLM changes an existing object. */
  readonly verb: 'patch' | 'update';
}

const RBAC = 'rbac.authorization.k8s.io';

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
  ['Role', typed('roles', RBAC)],
  ['RoleBinding', typed('rolebindings', RBAC)],
  ['ClusterRole', typed('clusterroles', RBAC, true)],
  ['ClusterRoleBinding', typed('clusterrolebindings', RBAC, true)],
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
export function installedKind(kind: string, group: string): InstalledKind | undefined {
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
