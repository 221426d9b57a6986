import { KubernetesObject, specString } from '../../waiting/view/kubernetes-object';

/** Returns the source from which a CatalogSource is served. */
export function catalogSourceOf(catalog: KubernetesObject): string {
  const configMap = specString(catalog, 'configMap');
  return specString(catalog, 'image') ?? specString(catalog, 'address') ?? (configMap === undefined ? '' : `ConfigMap ${configMap}`);
}

/** Returns the image of a ClusterCatalog. */
export function clusterCatalogSource(catalog: KubernetesObject): string {
  return specString(catalog, 'source', 'image', 'ref') ?? '';
}
