import { isWithin, type ReleaseRange } from './release-range';

/** Releases that include a kind, of those since 0.18.3. */
const ALWAYS: ReleaseRange = {};

/**
 * Kinds of objects in bundles that OLM v0 installs, with its releases; it knows them by their kind alone. With any other kind, the InstallPlan fails.
 * Read from the sources of each release from 0.18.3 to 0.46.0: the cases of `ExecutePlan`, and `supportedKinds`.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/operator.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/supportedresources.go
 */
const KINDS: ReadonlyMap<string, ReleaseRange> = new Map<string, ReleaseRange>([
  ...[
    'ClusterServiceVersion', 'CustomResourceDefinition', 'Subscription', 'Secret', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'ServiceAccount', 'Service',
    'ConfigMap', 'PrometheusRule', 'ServiceMonitor', 'PodDisruptionBudget', 'PriorityClass', 'VerticalPodAutoscaler', 'ConsoleYAMLSample',
  ].map((kind) => [kind, ALWAYS] as const),
  ...['ConsoleQuickStart', 'ConsoleCLIDownload', 'ConsoleLink'].map((kind) => [kind, { since: '0.19.0' }] as const),
  ...['ConsolePlugin', 'NetworkPolicy'].map((kind) => [kind, { since: '0.32.0' }] as const),
]);

/**
 * Whether OLM v0 installs objects of a kind. It refuses the whole bundle otherwise.
 *
 * @param release release of OLM v0, or undefined if any release that installs the kind may be used
 */
export function isInstalledByOlmV0(kind: string, release?: string): boolean {
  const releases = KINDS.get(kind);
  return releases !== undefined && (release === undefined || isWithin(release, releases));
}

/** Returns the first release of OLM v0 that installs a kind, or undefined if all do, or none. */
export function firstOlmV0With(kind: string): string | undefined {
  return KINDS.get(kind)?.since;
}
