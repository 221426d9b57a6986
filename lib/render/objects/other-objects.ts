import type { Operator, PlainObject } from '../model/operator';
import type { Rendering } from '../model/rendering';

const NAMESPACED = new Set([
  'ClusterServiceVersion', 'ConfigMap', 'NetworkPolicy', 'PodDisruptionBudget', 'PodMonitor', 'PrometheusRule', 'Role', 'RoleBinding', 'Secret', 'Service',
  'ServiceAccount', 'ServiceMonitor',
]);

/** OLM v1 does not treat these as namespaced, and so installs them into the namespace in their file, or into none. */
const ALSO_NAMESPACED = 'VerticalPodAutoscaler';

/** Returns the other objects of the bundle, in the namespace of the operator. */
export function otherObjects({ others }: Operator, { installNamespace, compatible }: Rendering): PlainObject[] {
  return others.map(({ kind, content }) => {
    const isNamespaced = NAMESPACED.has(kind) || (kind === ALSO_NAMESPACED && !compatible);
    return isNamespaced ? { ...content, metadata: { ...content.metadata, namespace: installNamespace } } : content;
  });
}
