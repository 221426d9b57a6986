import { Construct } from 'constructs';
import { ConstructError } from './model/construct-error';
import { InstallationContent } from './installation-content';
import { OlmInstallationProps } from './olm-installation-props';
import { OlmRelease } from '../olm/v0/olm-release';
import { OlmUpgradePlan } from '../olm/v0/upgrade-plan';
import { OlmVersion } from '../olm/v0/model/olm-version';
import { DefaultCatalog } from '../olm/v0/settings/default-catalog';
import { hasFeature } from '../olm/v0/settings/release-features';
import { lossOfObjects, releaseStorage } from '../olm/v0/upgrade/stored-versions';

/**
 * Returns the changes from the release in the cluster to an installation.
 *
 * @throws ConstructError when the library does not include that release, or the change would lose objects
 */
export function planFrom(
  scope: Construct, upgradeFrom: OlmVersion, props: OlmInstallationProps, content: InstallationContent,
): OlmUpgradePlan {
  if (typeof (upgradeFrom as Partial<OlmVersion>).version !== 'string') {
    throw new ConstructError(scope, `upgradeFrom must be an OlmVersion, got ${JSON.stringify(upgradeFrom)}; use OlmVersion.parse`);
  }
  if (!upgradeFrom.isKnown) {
    throw new ConstructError(scope, `upgradeFrom: olm-constructs does not include OLM ${upgradeFrom.version}; omit it, and compare the releases with `
      + 'OlmRelease.planTo');
  }
  const before = installedBefore(upgradeFrom, props, content);
  const storage = ({ version, _manifests }: OlmRelease) => releaseStorage(version, _manifests);
  const loss = lossOfObjects(storage(before), storage(content.installed), 'kept');
  if (loss !== undefined) {
    throw new ConstructError(scope, `upgradeFrom: ${loss}`);
  }
  return before.planTo(content.installed);
}

/** Returns the release in the cluster, with those settings that it supports and that determine which objects it has. */
function installedBefore(
  version: OlmVersion, { networkPolicies, servingCertificates, monitoring, defaultCatalog }: OlmInstallationProps,
  { namespaces, release }: InstallationContent,
): OlmRelease {
  const catalog = release.defaultCatalog === undefined ? DefaultCatalog.none() : defaultCatalog;
  return OlmRelease.of({
    version,
    ...namespaces,
    ...(catalog === undefined ? {} : { defaultCatalog: catalog }),
    ...(networkPolicies === false ? { networkPolicies } : {}),
    ...(servingCertificates === undefined || !hasFeature(version, 'servingCertificates') ? {} : { servingCertificates }),
    ...(monitoring === undefined ? {} : { monitoring }),
  });
}
