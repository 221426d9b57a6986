import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { pickOptions } from '../../formats/options/check-options';
import { OLM_NAMESPACE } from '../../olm/names';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { hasFeature } from '../../olm/v0/model/release-features';
import { OlmRelease } from '../../olm/v0/olm-release';
import { ReleaseNamespaces, releaseNamespaces, ReleaseRoles, releaseRoles } from '../../olm/v0/release/release-roles';
import { DefaultCatalog } from '../../olm/v0/settings/default-catalog';
import { OlmSettings } from '../../olm/v0/settings/olm-settings';
import { lossOfObjects, releaseStorage } from '../../olm/v0/upgrade/stored-versions';
import { OlmUpgradePlan } from '../../olm/v0/upgrade/upgrade-plan';
import { ConstructError } from '../model/construct-error';
import type { OlmInstallationProps } from './olm-installation';

/** Content of an installation. */
export interface InstallationContent {
  readonly installed: OlmRelease;
  /** Objects of the release, without the labels and annotations of the construct. */
  readonly release: ReleaseRoles;
  readonly namespaces: ReleaseNamespaces;
}

/**
 * Returns the content of an installation: the objects of the release by their roles, and its namespaces.
 *
 * @throws ConstructError when a prop is invalid, the release does not support it, or the role of an object is unclear
 */
export function installationContent(scope: Construct, props: OlmInstallationProps): InstallationContent {
  try {
    const installed = props.release === undefined ? knownRelease(scope, props) : givenRelease(props.release, props);
    const release = releaseRoles(installed.version, installed._manifests);
    return { installed, release, namespaces: releaseNamespaces(installed.version, release) };
  } catch (error) {
    throw new ConstructError(scope, (error as Error).message);
  }
}

/** Adds the check that all settings of a release could be applied. */
export function checkSettingsApplied(construct: Construct, { version, unappliedSettings }: OlmRelease): void {
  construct.node.addValidation({
    validate: () => unappliedSettings.map((sentence) => `not all settings of OLM ${version} could be applied: ${sentence}; `
      + 'omit the setting where the release is read, or set `allowUnappliedSettings: true`'),
  });
}

function knownRelease(scope: Construct, props: OlmInstallationProps): OlmRelease {
  return OlmRelease.of({ ...settingsOf(props), namespace: props.namespace ?? Chart.of(scope).namespace ?? OLM_NAMESPACE });
}

/** The settings of a release are already part of it, and may have changed much of it: no more can be applied. */
function givenRelease(release: OlmRelease, props: OlmInstallationProps): OlmRelease {
  const names = Object.keys(settingsOf(props)).sort();
  if (names.length > 0) {
    throw new Error(`"release" is set together with ${names.map(name => `"${name}"`).join(', ')}; pass ${names.length === 1 ? 'the setting' : 'the settings'} to `
      + 'OlmRelease.fromManifests or OlmRelease.fromDirectory, as `settings`');
  }
  return release;
}

/** Returns the settings of the release, without the props of the construct and those of subclasses. */
function settingsOf(props: OlmInstallationProps): OlmSettings {
  return pickOptions('OlmSettings', props);
}

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
    ...defined({ defaultCatalog: catalog }),
    ...(networkPolicies === false ? { networkPolicies } : {}),
    ...(servingCertificates === undefined || !hasFeature(version, 'servingCertificates') ? {} : { servingCertificates }),
    ...defined({ monitoring }),
  });
}
