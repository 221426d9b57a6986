import { RukpakApiVersion } from './resources';
import { contentOf } from './template-match';
import { integerField, mapListField, stringField } from '../../../formats/json/json-value';
import { Condition, condition, KubernetesObject, specString, statusString } from '../view/kubernetes-object';

/** Conditions of an object that installs a bundle, for its current spec. */
export interface InstallationStatus {
  /** Whether the bundle is unpacked. */
  readonly unpacked: Condition | undefined;
  /** Whether the objects of the bundle are applied. */
  readonly installed: Condition | undefined;
  /** Whether the objects are healthy, or undefined unless the feature gate BundleDeploymentHealth is enabled. */
  readonly healthy: Condition | undefined;
  /** Error while reading the unpacked bundle, or undefined if it was read successfully since. */
  readonly unreadable: Condition | undefined;
}

/**
 * Returns the conditions of an object that installs a bundle, or undefined while its provisioner has not processed the current spec.
 *
 * @param bundles the Bundles that RukPak created for it, or undefined until they are listed; only used if the status has no generation, as before
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

/** Whether a bundle is unpacked. In `v1alpha1`, `HasValidBundle` is already true while it is being unpacked. */
export function isUnpacked(unpacked: Condition | undefined): boolean {
  return unpacked?.status === 'True' && unpacked.reason === 'UnpackSuccessful';
}

/** Whether a bundle cannot be unpacked: RukPak writes `Unknown` if it can neither create the Bundle nor process a finalizer. */
export function hasFailedToUnpack(unpacked: Condition | undefined): boolean {
  return unpacked !== undefined && (unpacked.reason === 'UnpackFailed' || unpacked.status === 'Unknown');
}

/** Returns the name of the Bundle that is installed, or undefined if there is none and in `v1alpha2`. */
export function activeBundle(object: KubernetesObject): string | undefined {
  return statusString(object, 'activeBundle') ?? statusString(object, 'installedBundleName');
}

/** Returns the status of a BundleInstance before RukPak 0.4.0, which refers to a Bundle by name. Its only condition also covers the Bundle. */
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

/** Whether a status is about an earlier spec. Without a generation, the installed Bundle must match the current template. */
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

/** Whether the bundle was installed after an error while reading it. In `v1alpha2`, RukPak never clears that error. */
function wasReadSince(object: KubernetesObject, version: RukpakApiVersion): boolean {
  const [failed, installed] = ['HasValidBundle', 'Installed'].map((type) => {
    const found = mapListField(object.status, 'conditions').find((other) => stringField(other, 'type') === type);
    return found?.['status'] === (type === 'Installed' ? 'True' : 'False') ? stringField(found, 'lastTransitionTime') : undefined;
  });
  return version === 'v1alpha2' && failed !== undefined && installed !== undefined && installed >= failed;
}
