import { checkedApart } from '../program/construct-checks';
import { ImageCatalog } from '../../constructs/image-catalog';
import type { ImageCatalogProps } from '../../constructs/image-catalog-props';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import type { ClusterCatalogProps } from '../../constructs/olm-v1/cluster-catalog-props';

/**
 * Checks an image of an `ImageCatalog` that was an output, together with the settings that it must match, and returns the image that is pulled.
 *
 * @param name name of the component, for errors
 * @throws the error of the construct
 */
export function checkedImageCatalogImage(name: string, props: Pick<ImageCatalogProps, 'image' | 'registryMirror' | 'requireDigest' | 'pollInterval' | 'engine'>): string {
  return checkedApart('ImageCatalog', name, (scope, id) => new ImageCatalog(scope, id, props)).image;
}

/**
 * Checks an image of a `ClusterCatalog` that was an output, together with the settings that it must match, and returns it.
 *
 * @param name name of the component, for errors
 * @throws the error of the construct
 */
export function checkedClusterCatalogImage(name: string, props: Pick<ClusterCatalogProps, 'image' | 'pollInterval' | 'olmVersion'>): string {
  checkedApart('ClusterCatalog', name, (scope, id) => new ClusterCatalog(scope, id, props));
  return props.image;
}
