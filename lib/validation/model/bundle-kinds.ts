const KINDS: ReadonlySet<string> = new Set([
  'ClusterRole',
  'ClusterRoleBinding',
  'ClusterServiceVersion',
  'ConfigMap',
  'ConsoleCLIDownload',
  'ConsoleLink',
  'ConsolePlugin',
  'ConsoleQuickStart',
  'ConsoleYAMLSample',
  'CustomResourceDefinition',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'PodMonitor',
  'PriorityClass',
  'PrometheusRule',
  'Role',
  'RoleBinding',
  'Secret',
  'Service',
  'ServiceAccount',
  'ServiceMonitor',
  'VerticalPodAutoscaler',
]);

/**
 * Whether a bundle may contain objects of a kind; the group does not matter.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/supported_resources.go
 */
export function isBundleKind(kind: string): boolean {
  return KINDS.has(kind);
}
