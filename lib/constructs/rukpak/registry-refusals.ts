import { Construct } from 'constructs';
import { RukpakRequest } from './rukpak-request';
import { ConstructError } from '../model/construct-error';
import { EngineFeature, unsupported } from '../model/engine-support';
import { Bundle } from '../../bundle/bundle';
import { InstallMode, InstallModeType } from '../../bundle/model/install-mode';
import { RukpakVersion } from '../../olm/rukpak/model/rukpak-version';
import { isBundleKind } from '../../validation/model/bundle-kinds';

/**
 * Checks that RukPak's registry provisioner can convert a bundle, and that it watches the namespaces of the request.
 *
 * @throws ConstructError when it cannot; the error names the engines that can
 */
export function refuseUnsupported(scope: Construct, { bundle, installMode }: RukpakRequest, version: RukpakVersion): void {
  const { csv } = bundle;
  if (csv.ownedApiServices.length > 0) {
    throw refusal(scope, bundle, version, 'the operator serves APIs through API aggregation', 'apiServices');
  }
  if (csv.webhookDefinitions.length > 0) {
    throw refusal(scope, bundle, version, 'the operator has webhooks', 'webhooks');
  }
  const unknown = version.isAtLeast(RukpakVersion.V0_16_0) ? bundle.manifests.find(({ kind }) => !isBundleKind(kind)) : undefined;
  if (unknown !== undefined) {
    throw new ConstructError(scope, `RukPak ${version.version} cannot install bundle '${bundle.name}', because it contains the ${unknown.kind} '${unknown.name}', and `
      + 'no bundle may contain objects of that kind; remove it from the bundle');
  }
  const supported = bundle.installModes;
  const usable = usableModes(version).filter(type => supported.includes(type));
  if (usable.length === 0) {
    const modes = supported.length === 0 ? 'none' : supported.join(', ');
    throw refusal(scope, bundle, version, `the operator must support the install mode ${usableModes(version).join(' or ')}, and it supports ${modes}`, 'targetNamespaces');
  }
  if (installMode !== undefined) {
    refuseInstallMode(scope, bundle, installMode, version, usable);
  }
}

/** Returns the install modes of which an operator must support at least one. */
function usableModes(version: RukpakVersion): InstallModeType[] {
  if (takesWatchNamespaces(version)) {
    return Object.values(InstallModeType);
  }
  // Before 0.12.0, an operator that cannot watch all namespaces watches its own.
  return [InstallModeType.ALL_NAMESPACES, ...(version.isAtLeast(RukpakVersion.V0_12_0) ? [] : [InstallModeType.OWN_NAMESPACE])];
}

/** Whether BundleDeployments of a release choose the namespaces that an operator watches. */
export function takesWatchNamespaces(version: RukpakVersion): boolean {
  return version.isAtLeast(RukpakVersion.V0_17_0) && !version.isAtLeast(RukpakVersion.V0_20_0);
}

function refuseInstallMode(
  scope: Construct, bundle: Bundle, { type }: InstallMode, version: RukpakVersion, usable: readonly InstallModeType[],
): void {
  if (takesWatchNamespaces(version) ? !usable.includes(type) : type !== usable[0]) {
    const reason = takesWatchNamespaces(version) ? `the operator supports only ${usable.join(', ')}` : `it always installs this operator with ${usable[0]!}`;
    throw unsupported(scope, 'targetNamespaces', `the install mode ${type} is set, and RukPak ${version.version} cannot use it for bundle '${bundle.name}': ${reason}`,
      "omit 'installMode'");
  }
}

function refusal(scope: Construct, bundle: Bundle, version: RukpakVersion, reason: string, feature: EngineFeature): ConstructError {
  return unsupported(scope, feature, `RukPak ${version.version} cannot install bundle '${bundle.name}': ${reason}`);
}
