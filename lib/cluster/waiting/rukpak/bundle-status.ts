import { isUnpacked } from './installation-status';
import { fieldAt, integerField } from '../../../formats/json/json-value';
import { Condition, condition, KubernetesObject, statusString } from '../view/kubernetes-object';

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
  return { ...(resolved === undefined ? {} : { resolvedSource: resolved }), ...(url === undefined ? {} : { contentUrl: url }) };
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
