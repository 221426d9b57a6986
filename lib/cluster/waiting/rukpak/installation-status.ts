import { defined } from '../../../formats/json/defined';
import { field, fieldAt, integerField, isMap, mapListField, sameJson, stringField } from '../../../formats/json/json-value';
import { Condition, condition, KubernetesObject, specString, statusString } from '../view/kubernetes-object';
import { RukpakApiVersion } from './resources';

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
 * @param bundles the Bundles that RukPak created for it, undefined until they are listed, or `not dumped` if a dump lacks them; only
 * used if the status has no generation, as before RukPak 0.9.0
 */
export function installationStatus(
  object: KubernetesObject, version: RukpakApiVersion, bundles: readonly KubernetesObject[] | undefined | 'not dumped',
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
function isOutdated(object: KubernetesObject, version: RukpakApiVersion, bundles: readonly KubernetesObject[] | undefined | 'not dumped'): boolean {
  const observed = integerField(object.status, 'observedGeneration');
  if (observed !== undefined || version === 'v1alpha2') {
    return observed !== undefined && observed < (object.metadata.generation ?? 0);
  }
  if (bundles === 'not dumped') {
    return false;
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

/** What RukPak reports about unpacked content, in the status of a Bundle, or of a BundleDeployment in `v1alpha2`. */
export interface UnpackedContent {
  /** Image with its digest, commit or URL that was unpacked; before RukPak 0.5.0 only a digest. Undefined for ConfigMaps. */
  readonly resolvedSource?: string;
  /** URL in the cluster at which the unpacked content can be read, or undefined before RukPak 0.4.0. */
  readonly contentUrl?: string;
}

/** Returns what RukPak reports about unpacked content. */
export function unpackedContent(object: KubernetesObject): UnpackedContent {
  const source = fieldAt(object.status, 'resolvedSource');
  const paths = [['image', 'ref'], ['git', 'ref', 'commit'], ['http', 'url']];
  const resolved = paths.map((path) => fieldAt(source, ...path)).find((found) => typeof found === 'string') ?? statusString(object, 'digest');
  const url = statusString(object, 'contentURL');
  return { ...defined({ resolvedSource: resolved, contentUrl: url }) };
}

/** Returns the condition `Unpacked` of a Bundle, or undefined while its provisioner has not processed the current spec. */
export function unpackedCondition(bundle: KubernetesObject): Condition | undefined {
  const observed = integerField(bundle.status, 'observedGeneration');
  return observed !== undefined && observed < (bundle.metadata.generation ?? 0) ? undefined : condition(bundle, 'Unpacked');
}

/** Whether a Bundle is unpacked. */
export function isBundleUnpacked(bundle: KubernetesObject): boolean {
  return statusString(bundle, 'phase') === 'Unpacked' && isUnpacked(unpackedCondition(bundle));
}

/**
 * Returns the Bundles with the content that an object of RukPak installs: those that match its current template, or the one that it refers to by
 * name.
 *
 * @param bundles Bundles that RukPak created for it, or the one that it refers to by name
 */
export function contentOf({ spec }: KubernetesObject, bundles: readonly KubernetesObject[]): KubernetesObject[] {
  const template = fieldAt(spec, 'template');
  const named = specString({ metadata: { name: '' }, spec }, 'bundleName');
  return bundles.filter((bundle) => (named === undefined
    ? contains(bundle.spec, fieldAt(template, 'spec'))
      && ['labels', 'annotations'].every((field) => contains(fieldAt(bundle.metadata, field), fieldAt(template, 'metadata', field)))
    : bundle.metadata.name === named));
}

/** Whether a value contains everything that another one contains. RukPak writes empty fields that its template does not have. */
function contains(value: unknown, part: unknown): boolean {
  if (isMap(part)) {
    return Object.entries(part).every(([key, expected]) => contains(field(value, key), expected));
  }
  if (Array.isArray(part)) {
    return Array.isArray(value) && value.length === part.length && part.every((item, index) => contains(value[index], item));
  }
  return part === undefined || sameJson(value, part);
}
