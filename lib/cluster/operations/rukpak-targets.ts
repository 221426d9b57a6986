import { mapField, stringField } from '../../formats/json/json-value';
import { RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { rukpakMissing } from '../waiting/rukpak/installation-findings';
import { bundleInterest, type Installation, installationInterest } from '../waiting/rukpak/resources';
import { RUKPAK_BUNDLE_TIMEOUTS, rukpakBundleReady } from '../waiting/rukpak/rukpak-bundle-waiter';
import { RUKPAK_INSTALLATION_TIMEOUTS, rukpakInstallationReady } from '../waiting/rukpak/rukpak-installation-waiter';
import { groupOf, type Manifest } from './manifests';
import { appliedToServed, referenceTo, targetOf, type WaitTarget } from './wait-target';

/** Whether an object is a Bundle of RukPak. */
export function isRukpakBundle(manifest: Manifest): boolean {
  return groupOf(manifest) === RUKPAK_GROUP && manifest.kind === 'Bundle';
}

/** Returns the object that installs a bundle with RukPak, or undefined if an object is not one. Only BundleDeployments have more than one version. */
export function rukpakInstallation(manifest: Manifest): Installation | undefined {
  const { apiVersion, kind, name } = manifest;
  if (groupOf(manifest) !== RUKPAK_GROUP || (kind !== 'BundleDeployment' && kind !== 'BundleInstance')) {
    return undefined;
  }
  return { kind, name, version: kind === 'BundleInstance' || apiVersion.endsWith('/v1alpha1') ? 'v1alpha1' : 'v1alpha2' };
}

/** Returns the targets of bundles that RukPak unpacks and installs. A BundleInstance comes after its Bundle. */
export function rukpakTargets(manifests: readonly Manifest[]): WaitTarget[] {
  const bundles = manifests.filter(isRukpakBundle).map((bundle) => bundleTarget(bundle, manifests));
  const installations = manifests.flatMap((manifest) => {
    const installation = rukpakInstallation(manifest);
    return installation === undefined ? [] : [installationTarget(manifest, { installation, bundles, all: manifests })];
  });
  return [...bundles, ...installations];
}

function bundleTarget(bundle: Manifest, all: readonly Manifest[]): WaitTarget {
  const { name } = bundle;
  return targetOf({
    subject: `bundle ${name}`, object: referenceTo(bundle),
    applied: [appliedToServed(bundle, bundleInterest(name), rukpakMissing, all)], timeout: RUKPAK_BUNDLE_TIMEOUTS.total,
    ready: (timeouts) => rukpakBundleReady({ name, timeouts }),
    readyText: () => 'unpacked',
  });
}

/** Objects and targets in manifests that an installation depends on. */
interface Surroundings {
  readonly installation: Installation;
  readonly bundles: readonly WaitTarget[];
  readonly all: readonly Manifest[];
}

function installationTarget(manifest: Manifest, { installation, bundles, all }: Surroundings): WaitTarget {
  const { kind, name } = installation;
  const bundleName = stringField(mapField(manifest.object, 'spec'), 'bundleName');
  return targetOf({
    subject: `${kind === 'BundleInstance' ? 'bundle instance' : 'bundle deployment'} ${name}`, object: referenceTo(manifest),
    after: bundles.filter(({ object }) => object.name === bundleName),
    applied: [appliedToServed(manifest, installationInterest(installation), rukpakMissing, all)], timeout: RUKPAK_INSTALLATION_TIMEOUTS.total,
    ready: (timeouts) => rukpakInstallationReady({ ...installation, timeouts }),
    readyText: ({ activeBundle, resolvedSource }) => activeBundle ?? resolvedSource ?? 'installed',
  });
}
