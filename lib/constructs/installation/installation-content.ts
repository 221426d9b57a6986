import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { stringField } from '../../formats/json/json-value';
import { pickOptions } from '../../formats/options/check-options';
import { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { OLM_NAMESPACE } from '../../olm/names';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { hasFeature } from '../../olm/v0/model/release-features';
import { OlmRelease } from '../../olm/v0/olm-release';
import { ReleaseNamespaces, releaseNamespaces, ReleaseRoles, releaseRoles } from '../../olm/v0/release/release-roles';
import { completeSettings } from '../../olm/v0/settings/complete-settings';
import { DefaultCatalog } from '../../olm/v0/settings/default-catalog';
import { OlmSettings } from '../../olm/v0/settings/olm-settings';
import { isPublic } from '../../olm/v0/settings/release-images';
import { lossOfObjects, releaseStorage } from '../../olm/v0/upgrade/stored-versions';
import { OlmUpgradePlan } from '../../olm/v0/upgrade/upgrade-plan';
import { manifestImages } from '../../report/image-places';
import { printableMessage } from '../../text/printable';
import { ConstructError } from '../model/construct-error';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import type { OlmInstallationProps } from './olm-installation';
import { printableValidation } from '../model/printable-validation';

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
    const mirrors = ClusterMirrors.of(scope);
    const installed = props.release === undefined ? knownRelease(scope, props, mirrors) : givenRelease(props.release, props);
    const manifests = props.registryMirror === undefined ? mirroredManifests(installed, props, mirrors) : installed._manifests;
    const release = releaseRoles(installed.version, manifests);
    return { installed, release, namespaces: releaseNamespaces(installed.version, release) };
  } catch (error) {
    throw error instanceof ConstructError ? error : new ConstructError(scope, (error as Error).message);
  }
}

/** Adds the check that all settings of a release could be applied. */
export function checkSettingsApplied(construct: Construct, { version, unappliedSettings }: OlmRelease): void {
  construct.node.addValidation(printableValidation(() => unappliedSettings.map((sentence) => `not all settings of OLM ${version} could be applied: ${sentence}; `
    + 'omit the setting where the release is read, or set `allowUnappliedSettings: true`')));
}

function knownRelease(scope: Construct, props: OlmInstallationProps, mirrors: ClusterMirrors): OlmRelease {
  const settings = { ...settingsOf(props), namespace: props.namespace ?? Chart.of(scope).namespace ?? OLM_NAMESPACE };
  const { airGapped = mirrors.airGapped, registryMirror } = settings;
  if (registryMirror !== undefined || !mirrors.isSet) {
    const release = OlmRelease._of({ ...settings, airGapped }, true);
    if (registryMirror !== undefined) {
      recordCopies({ ...settings, airGapped }, mirrors);
    }
    return release;
  }
  // The images are those of the release until the mirror replaces them, so the cluster checks whether the nodes can pull them.
  const defaultCatalog = settings.defaultCatalog ?? (airGapped ? DefaultCatalog.none() : undefined);
  return OlmRelease._of({ ...settings, airGapped: false, ...defined({ defaultCatalog }) }, true);
}

/**
 * Returns the objects of a release with the images of the mirror. Images that the program sets stay as they are, except for that of a catalog.
 *
 * @throws Error when the installation itself is air-gapped, and an image has no mirror
 */
function mirroredManifests(
  { _manifests }: OlmRelease, { images = {}, airGapped }: OlmInstallationProps, mirrors: ClusterMirrors,
): readonly KubernetesManifest[] {
  if (!mirrors.isSet) {
    return _manifests;
  }
  const set = Object.values(images as { [name: string]: string | undefined }).filter(image => image !== undefined);
  const mirrored = _manifests.map(manifest => mirrors.objectOf(manifest, set));
  const unreachable = airGapped === true ? [...new Set(mirrored.flatMap(manifestImages))].filter(isPublic) : [];
  if (unreachable.length > 0) {
    throw new Error(printableMessage(`OLM uses images of public registries, but airGapped is set: ${unreachable.join(', ')}; add their registries to 'mirrorsByPrefix', or set these images in 'images'`));
  }
  return mirrored;
}

/** Records the originals of images that the mirror of the installation itself replaces. */
function recordCopies(settings: OlmSettings, mirrors: ClusterMirrors): void {
  const { registryMirror: _, airGapped = false, ...others } = settings;
  const defaultCatalog = settings.defaultCatalog ?? (airGapped ? DefaultCatalog.none() : DefaultCatalog.operatorHub());
  const originals: object = completeSettings({ ...others, defaultCatalog }).images;
  for (const [name, image] of Object.entries(completeSettings(settings).images)) {
    mirrors.record(stringField(originals, name) ?? '', image as string);
  }
}

/** The settings of a release are already part of it, and may have changed much of it: no more can be applied. */
function givenRelease(release: OlmRelease, props: OlmInstallationProps): OlmRelease {
  const names = Object.keys(settingsOf(props)).sort();
  if (names.length > 0) {
    throw new Error(printableMessage(`"release" is set together with ${names.map(name => `"${name}"`).join(', ')}; pass ${names.length === 1 ? 'the setting' : 'the settings'} to `
      + 'OlmRelease.fromManifests or OlmRelease.fromDirectory, as `settings`'));
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
