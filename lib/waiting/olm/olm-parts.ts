import { KubernetesManifest } from '../../../olm/kubernetes-manifest';
import { PACKAGES_GROUP } from '../../../olm/olm-group';

/** A namespaced object, by its name. */
export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

/** The parts of an installation of OLM that have to run. Plain data: it travels as the inputs of a resource. */
export interface OlmParts {
  readonly crds: readonly string[];
  readonly deployments: readonly NamespacedName[];
  /** The ClusterServiceVersions that are part of OLM: packageserver. */
  readonly csvs: readonly NamespacedName[];
  readonly apiServices: readonly string[];
}

/** The parts of a release that have to run, out of all its objects. */
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
