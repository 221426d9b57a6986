import { RukpakApiVersion } from './resources';
import { contentOf } from './template-match';
import { integerField, mapListField, stringField } from '../../json/json-value';
import { Condition, condition, KubernetesObject, specString, statusString } from '../cluster/kubernetes-object';

/** Conditions of an object that installs a bundle, for its current spec. */
export interface InstallationStatus {
  /** Whether the bundle is unpacked. */
  readonly unpacked: Condition | undefined;
  /** Whether the objects of the bundle are applied. */
  readonly installed: Condition | undefined;
  /** Whether they work; undefined unless the feature gate BundleDeploymentHealth is on. */
  readonly healthy: Condition | undefined;
  /** Error of reading the unpacked bundle; undefined if it was read since. */
  readonly unreadable: Condition | undefined;
}

/**
 * Returns the conditions of an object that installs a bundle; undefined while its provisioner has not processed the current spec.
 *
 * @param bundles the Bundles that RukPak made for it; undefined until they are listed. Only looked at if the status has no generation, as before
 * RukPak 0.9.0
 */
export function installationStatus(
  object: KubernetesObject, version: RukpakApiVersion, bundles: readonly KubernetesObject[] | undefined,
): InstallationStatus | undefined {
  if (mapListField(object.status, 'conditions').length === 0) {
    return undefined;
  }
  const named = specString(object, 'bundleName');
  if (named !== undefined) {
    return statusOfNamed(object, named);
  }
  if (isOutdated(object, version, bundles)) {
    return undefined;
  }
  const valid = condition(object, 'HasValidBundle');
  return {
    unpacked: version === 'v1alpha1' ? valid : condition(object, 'Unpacked'),
    installed: condition(object, 'Installed'),
    healthy: condition(object, 'Healthy'),
    unreadable: valid?.status === 'False' && valid.reason !== 'UnpackFailed' && !wasReadSince(object, version) ? valid : undefined,
  };
}

/** Whether a bundle is unpacked. In `v1alpha1`, `HasValidBundle` is true while it is being unpacked, too. */
export function isUnpacked(unpacked: Condition | undefined): boolean {
  return unpacked?.status === 'True' && unpacked.reason === 'UnpackSuccessful';
}

/** Whether a bundle cannot be unpacked: RukPak writes `Unknown` if it can neither create the Bundle nor process a finalizer. */
export function hasFailedToUnpack(unpacked: Condition | undefined): boolean {
  return unpacked !== undefined && (unpacked.reason === 'UnpackFailed' || unpacked.status === 'Unknown');
}

/** Returns the name of the Bundle that is installed; undefined if there is none, or in `v1alpha2`. */
export function activeBundle(object: KubernetesObject): string | undefined {
  return statusString(object, 'activeBundle') ?? statusString(object, 'installedBundleName');
}

/** Returns the status of a BundleInstance before RukPak 0.4.0, which names a Bundle. Its only condition covers the Bundle, too. */
function statusOfNamed(object: KubernetesObject, bundleName: string): InstallationStatus | undefined {
  const installed = condition(object, 'Installed');
  const phase = /^BundleUnpack(\w*)$/.exec(installed?.reason ?? '')?.[1];
  if (installed === undefined || (installed.status === 'True' && activeBundle(object) !== bundleName)) {
    return undefined;
  }
  const unpacked = (status: string, reason: string): Condition => ({ type: 'HasValidBundle', status, reason, message: '' });
  return {
    unpacked: phase === undefined ? unpacked('True', 'UnpackSuccessful') : unpacked('False', phase === 'Failing' ? 'UnpackFailed' : 'UnpackPending'),
    installed: phase === undefined ? installed : undefined,
    healthy: undefined,
    unreadable: undefined,
  };
}

/** Whether a status is about an earlier spec. Without a generation, what is installed has to be a Bundle of the current template. */
function isOutdated(object: KubernetesObject, version: RukpakApiVersion, bundles: readonly KubernetesObject[] | undefined): boolean {
  const observed = integerField(object.status, 'observedGeneration');
  if (observed !== undefined || version === 'v1alpha2') {
    return observed !== undefined && observed < (object.metadata.generation ?? 0);
  }
  const active = activeBundle(object);
  const current = bundles === undefined ? [] : contentOf(object, bundles);
  const claimsToBeInstalled = isUnpacked(condition(object, 'HasValidBundle')) && condition(object, 'Installed')?.status === 'True';
  return claimsToBeInstalled && !current.some(({ metadata }) => metadata.name === active);
}

/** Whether the bundle was installed after an error of reading it: in `v1alpha2`, RukPak never takes that error back. */
function wasReadSince(object: KubernetesObject, version: RukpakApiVersion): boolean {
  const [failed, installed] = ['HasValidBundle', 'Installed'].map((type) => {
    const found = mapListField(object.status, 'conditions').find((other) => stringField(other, 'type') === type);
    return found?.['status'] === (type === 'Installed' ? 'True' : 'False') ? stringField(found, 'lastTransitionTime') : undefined;
  });
  return version === 'v1alpha2' && failed !== undefined && installed !== undefined && installed >= failed;
}
