import type { IConstruct } from 'constructs';
import type { Bundle } from '../../bundle/bundle';
import type { Catalog } from '../../catalog/catalog';
import { Cluster } from '../../constructs/cluster';
import { ImageCatalog } from '../../constructs/catalogs/image-catalog';
import { constructsOf } from '../../constructs/model/cluster-scope';
import { ClusterMirrors } from '../../constructs/model/mirror-of-cluster';
import { checkArguments } from '../../formats/options/check-arguments';
import { ImageList } from '../../report/image-list';
import { requestKey } from '../../report/operator-images';
import type { AppOperator } from './app-operator';
import { CheckedCluster } from './checked-cluster';

/** The images of an app. */
export class AppImages {
  /**
   * Returns the images that the clusters of an app pull: those of all objects, of the bundles that registries serve, and of the operators whose
   * bundle or catalog the app knows. What is not known is in `ImageList.unknown`. Images from a mirror have their original, so that the list also is
   * what to copy.
   *
   * @param scope the app, a `Cluster`, or a construct that contains clusters
   */
  public static of(scope: IConstruct): ImageList {
    checkArguments('AppImages.of', { scope });
    return ImageList.merged(clustersIn(scope).map(imagesOfCluster));
  }

  private constructor() {}
}

/** Returns the scope, if it is not inside a cluster, and the clusters in it. */
function clustersIn(scope: IConstruct): IConstruct[] {
  return [scope, ...scope.node.findAll().filter((construct) => construct !== scope && Cluster.isCluster(construct))];
}

function imagesOfCluster(cluster: IConstruct): ImageList {
  const view = new CheckedCluster(cluster, {});
  const own = new Set(constructsOf(cluster));
  const objects = view.objects.filter((object) => own.has(object)).map((object) => view.manifestOf(object));
  const list = ImageList._ofManifests(objects, { contents: knownContents(view), bundles: knownBundles(view.operators, view) });
  const { copies, mirror } = ClusterMirrors.of(cluster);
  return list._withMirrors(copies, mirror);
}

/** Returns the contents of catalogs that the app knows, by namespace and name of the CatalogSource, or by the name of the ClusterCatalog. */
function knownContents({ operators, constructs }: CheckedCluster): ReadonlyMap<string, Catalog> {
  const contents = new Map<string, Catalog>();
  for (const { catalogs: [catalog], content } of operators) {
    if (catalog !== undefined && content !== undefined) {
      contents.set(catalog, content);
    }
  }
  for (const catalog of constructs.filter((construct) => ImageCatalog.isImageCatalog(construct))) {
    if (catalog.catalogContent !== undefined) {
      contents.set(catalog._clusterCatalog?.name ?? `${catalog.catalogNamespace}/${catalog.catalogName}`, catalog.catalogContent);
    }
  }
  return contents;
}

function knownBundles(operators: readonly AppOperator[], view: CheckedCluster): ReadonlyMap<string, readonly Bundle[]> {
  return new Map(operators.flatMap(({ object, bundle, entry }) => (
    object === undefined || bundle === undefined || entry !== undefined ? [] : [[requestKey(view.manifestOf(object)), [bundle]] as const]
  )));
}
