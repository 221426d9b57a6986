import { ProvisionerClass } from './provisioner-class';
import { RukpakSource } from './rukpak-source';
import { KnownKeys } from '../../formats/json/known-keys';
import { RukpakVersion } from '../../olm/rukpak/model/rukpak-version';

/** Settings of the engine for RukPak. */
export interface RukpakEngineOptions {
  /**
   * Release of RukPak in the cluster.
   *
   * @default RukpakVersion.V0_24_0
   */
  readonly version?: RukpakVersion;

  /**
   * Source of the bundle for RukPak, such as its image.
   *
   * @default - immutable ConfigMaps with the files of the bundle, in the namespace of RukPak. This is an error for a bundle with a file that does not
   * fit in one, and before RukPak 0.12.0
   */
  readonly source?: RukpakSource;

  /**
   * Provisioner that handles the format of the bundle.
   *
   * @default ProvisionerClass.REGISTRY
   */
  readonly provisionerClass?: ProvisionerClass;

  /**
   * Name of the BundleDeployment.
   *
   * @default - the package of the bundle
   */
  readonly name?: string;

  /**
   * Namespace of RukPak, in which it reads ConfigMaps and Secrets of bundles.
   *
   * @default 'rukpak-system'
   */
  readonly systemNamespace?: string;

  /**
   * Whether an upgrade is refused if it changes a CRD in a way that breaks stored objects. Since RukPak 0.22.0.
   *
   * @default true - earlier releases check only CRDs with an annotation
   */
  readonly crdUpgradeSafety?: boolean;
}

/** Keys of `RukpakEngineOptions`. */
export const RUKPAK_ENGINE_OPTIONS: KnownKeys<RukpakEngineOptions> = {
  version: true, source: true, provisionerClass: true, name: true, systemNamespace: true, crdUpgradeSafety: true,
};
