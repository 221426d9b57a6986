import { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { PACKAGES_GROUP } from '../../../olm/v0/model/olm-names';

/** Name of a namespaced object. */
export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

/** Parts of an OLM installation that must be ready. They are plain data, because they are inputs of a Pulumi resource. */
export interface OlmParts {
  readonly crds: readonly string[];
  readonly deployments: readonly NamespacedName[];
  /** ClusterServiceVersions that are part of OLM: packageserver. */
  readonly csvs: readonly NamespacedName[];
  readonly apiServices: readonly string[];
}

/** Returns the parts of a release that must be ready. */
export function olmParts({ _manifests: objects }: { readonly _manifests: readonly KubernetesManifest[] }): OlmParts {
  const of = (kind: string): KubernetesManifest[] => objects.filter((object) => object.kind === kind);
  const named = (kind: string): NamespacedName[] => of(kind).map(({ metadata }) => ({ namespace: metadata.namespace ?? '', name: metadata.name }));
  const servesPackages = of('ClusterServiceVersion').length > 0;
  return {
    crds: of('CustomResourceDefinition').map(({ metadata }) => metadata.name),
    deployments: named('Deployment'),
    csvs: named('ClusterServiceVersion'),
    apiServices: servesPackages ? [`v1.${PACKAGES_GROUP}`] : [],
  };
}
