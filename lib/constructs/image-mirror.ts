import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Bundle } from '../bundle/bundle';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { isMap } from '../formats/json/json-value';
import { bundleImages } from '../report/bundle-images';
import { ImageList } from '../report/image-list';
import { placedImages } from '../report/image-places';
import { mirrorProblems, RegistryMirror } from '../report/registry-mirror';
import { printableLines } from '../text/printable';
import { BundleDeployment } from './bundle-deployment';
import { OperatorRegistry } from './catalogs/operator-registry';
import { CLUSTER, constructsOf } from './model/cluster-scope';
import { ConstructError } from './model/construct-error';
import { ClusterMirrors, hasMirrors, ImageMirrorOptions, setMirrors } from './model/mirror-of-cluster';
import { checkOptionsIn } from './model/prop-checks';
import { ClusterExtension } from './olm-v1/cluster-extension';
import { printableValidation } from './model/printable-validation';

/** Mirrors from which the clusters of an app pull images. A `Cluster` has the same options as props. */
export class ImageMirror {
  /**
   * Sets the mirrors of an app, for each of its clusters that sets none itself. Call it before the constructs are created.
   *
   * @param app the app
   * @param options the mirrors
   * @throws ConstructError when the scope is not the app, an option is unknown, a mirror is invalid, mirrors are set already, or a construct already
   * wrote an image
   */
  public static set(app: IConstruct, options: ImageMirrorOptions): void {
    checkArguments('ImageMirror.set', { app });
    checkOptionsIn(app, 'options of ImageMirror.set', 'ImageMirrorOptions', options);
    if (app.node.scope !== undefined) {
      throw new ConstructError(app, CLUSTER in app ? "a Cluster has these options as props; set 'registryMirror', 'mirrorsByPrefix' and 'airGapped' of the Cluster"
        : 'mirrors are those of an app; pass the app, or set the props of a Cluster');
    }
    addMirrors(app, options);
  }

  /**
   * Returns a bundle whose objects refer to the images in mirrors, to write images of the bundle and of its catalog for a cluster that pulls from
   * these mirrors: OLM v1 installs bundles from such images, and OLM v0 those that a catalog does not contain. Bundles that an `OperatorRegistry`
   * serves from their files, or that are installed without OLM or by RukPak, need no call.
   *
   * @param original the bundle
   * @param options the mirrors
   * @returns the same bundle if no image changes
   * @throws Error if an option is unknown, or a mirror is invalid
   */
  public static bundle(original: Bundle, options: ImageMirrorOptions): Bundle {
    checkArguments('ImageMirror.bundle', { original });
    checkOptions('options of ImageMirror.bundle', 'ImageMirrorOptions', options);
    const problems = mirrorProblems(options.registryMirror, options.mirrorsByPrefix ?? {});
    if (problems.length > 0) {
      throw new Error(printableLines(problems));
    }
    return RegistryMirror.of(options.registryMirror, options.mirrorsByPrefix).bundleOf(original);
  }

  private constructor() {}
}

/**
 * Sets the mirrors of a `Cluster` or an app, and the check that an air-gapped cluster pulls every image from them.
 *
 * @throws ConstructError when a mirror is invalid, mirrors are set already, or a construct already wrote an image
 */
export function addMirrors(scope: IConstruct, options: ImageMirrorOptions): void {
  setMirrors(scope, options);
  if (options.airGapped === true) {
    scope.node.addValidation(printableValidation(() => clustersOf(scope).flatMap(cluster => constructsOf(cluster).flatMap(unreachableImages))));
  }
}

/** Returns the clusters that mirrors of a scope apply to. */
function clustersOf(scope: IConstruct): IConstruct[] {
  return [scope, ...scope.node.findAll().filter(construct => construct !== scope && CLUSTER in construct && !hasMirrors(construct))];
}

/** Kinds of most objects without images: they need not be rendered. */
const WITHOUT_IMAGES: readonly string[] = [
  'ClusterRole', 'ClusterRoleBinding', 'ConfigMap', 'CustomResourceDefinition', 'Namespace', 'NetworkPolicy', 'OperatorGroup', 'Role', 'RoleBinding',
  'Secret', 'Service', 'ServiceAccount',
];

/** Returns a sentence for each image of a construct that the nodes of an air-gapped cluster cannot pull. */
function unreachableImages(construct: IConstruct): string[] {
  const mirrors = ClusterMirrors.of(construct);
  const problem = (image: string, place: string, remedy: string): string[] => mirrors.isReachable(image) ? [] : [
    `image '${image}' of ${place} of '${construct.node.path}' is not from a mirror, but airGapped is set; ${remedy}`,
  ];
  if (ApiObject.isApiObject(construct)) {
    const manifest: unknown = WITHOUT_IMAGES.includes(construct.kind) ? undefined : construct.toJson();
    return !isMap(manifest) ? [] : placedImages(manifest).flatMap(({ image, position: { path } }) => problem(image, `${construct.kind} '${construct.name}' (${path})`, REMEDY));
  }
  if (OperatorRegistry.isOperatorRegistry(construct)) {
    return ImageList.ofCatalog(construct.catalog).images.flatMap(({ image, usedBy }) => problem(image, `bundle '${usedBy[0] ?? ''}'`, BUNDLE_REMEDY));
  }
  const bundles = ClusterExtension.isClusterExtension(construct) ? construct._bundles
    : BundleDeployment.isBundleDeployment(construct) && construct._result.rukpak !== undefined ? [construct.bundle] : [];
  return bundles.flatMap(bundle => bundleImages(bundle).flatMap(({ image }) => problem(image, `bundle '${bundle.name}'`, BUNDLE_REMEDY)));
}

const REMEDY = "refer to it in the mirror, or add its registry to 'mirrorsByPrefix'";
const BUNDLE_REMEDY = 'write the image of the bundle from the result of ImageMirror.bundle, and use that bundle here';
