import { CrdDescriptions } from './crds/crd-descriptions';
import { OlmImages } from './olm-images';
import { OlmVersion } from './olm-version';

/**
 * What a release may be asked to look like. An empty object asks for the release as upstream publishes it.
 */
export interface ReleaseSettings {
  /**
   * The release.
   *
   * @default OlmVersion.DEFAULT
   */
  readonly version?: OlmVersion;

  /**
   * Namespace in which OLM itself runs.
   *
   * @default 'olm'
   */
  readonly namespace?: string;

  /**
   * Namespace for operators that watch the whole cluster. It may be the same as `namespace`: the one Namespace then
   * plays both parts, see `namespaceManifests`, `networkPolicies` and `operatorGroups`.
   *
   * @default 'operators'
   */
  readonly operatorNamespace?: string;

  /**
   * Namespace whose catalogs every other namespace sees. A Namespace is made for it when it is neither of the others.
   *
   * @default - the same as `namespace`.
   */
  readonly catalogNamespace?: string;

  /**
   * Whether the release brings the CatalogSource of OperatorHub.io.
   *
   * @default true
   */
  readonly defaultCatalog?: boolean;

  /**
   * How much documentation the CRDs carry.
   *
   * @default CrdDescriptions.FULL
   */
  readonly crdDescriptions?: CrdDescriptions;

  /**
   * Images in place of the release's own.
   *
   * @default - the release's own: by digest where it is known, by tag otherwise
   */
  readonly images?: OlmImages;

  /**
   * Registry from which all images are pulled instead of their own, with an optional folder: `registry.example.com/quay`.
   * It takes the place of the registry in every reference; images that are there already stay as they are.
   *
   * @default - every image comes from its own registry
   */
  readonly registryMirror?: string;

  /**
   * Refuse to name an image by tag. Upstream names the default catalog and the server of ConfigMap catalogs by a moving
   * tag, so their digests have to be given in `images`, or the catalog turned off.
   *
   * @default false
   */
  readonly requireDigests?: boolean;

  /**
   * Names of Secrets with which the images are pulled. They are given to the pods of both controllers and of packageserver,
   * which look for them in `namespace`, and to the default catalog, which looks for them in `catalogNamespace`.
   *
   * @default - none
   */
  readonly pullSecrets?: string[];
}
