import { Construct } from 'constructs';
import { ProvisionerClass } from './provisioner-class';
import { RukpakVersion } from '../../olm/rukpak/model/rukpak-version';

/** Names of the classes in a BundleInstance or a BundleDeployment of `v1alpha1`. */
export interface TemplateClasses {
  /** Class that unpacks the bundle. */
  readonly bundle: string;

  /** Class that installs the bundle. */
  readonly installation: string;
}

/**
 * Returns the names of the classes that unpack and install a bundle. RukPak's registry provisioner only converts bundles to plain ones.
 *
 * @param provisionerClass class that handles the format of the bundle
 * @param installer class that installs the bundle; chosen by default
 * @throws ConstructError when the release has no such class
 */
export function templateClasses(
  scope: Construct, version: RukpakVersion, provisionerClass: ProvisionerClass, installer: ProvisionerClass | undefined,
): TemplateClasses {
  const chosen = installer ?? (provisionerClass === ProvisionerClass.REGISTRY ? ProvisionerClass.PLAIN : provisionerClass);
  return {
    bundle: provisionerClass._nameIn(scope, 'provisionerClass', version),
    installation: chosen._nameIn(scope, 'installerClass', version),
  };
}
