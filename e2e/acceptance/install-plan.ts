import { Bundle } from 'olm-constructs/bundle';
import { KubernetesObject } from '../cluster/kubernetes-object';

/** An InstallPlan with these strings as the manifests of its steps, as OLM stores a bundle without an image. */
export function installPlan(namespace: string, csvName: string, manifests: readonly string[]): KubernetesObject {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'InstallPlan',
    metadata: { name: 'plan', namespace },
    spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [csvName] },
    status: {
      phase: 'RequiresApproval',
      catalogSources: [],
      plan: manifests.map((manifest, index) => ({
        resolving: csvName,
        resource: { group: 'example.com', version: 'v1', kind: 'Manifest', name: `manifest-${String(index)}`, sourceName: 'catalog', sourceNamespace: namespace, manifest },
        status: 'Unknown',
      })),
    },
  };
}

/** The InstallPlan of a bundle, except for the few kilobytes of RBAC that OLM adds. */
export function installPlanOf(namespace: string, bundle: Bundle): KubernetesObject {
  return installPlan(namespace, bundle.name, bundle.manifests.map(manifest => manifest.toJson()));
}
