import { CrdDescriptions } from '../../../formats/schema/crd-descriptions';
import { customResourceDefinition } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isWithin } from '../../../formats/schema/release-range';
import type { OlmV1Version } from '../model/olm-v1-version';
import { clusterCatalog } from './cluster-catalog';
import { clusterExtension } from './cluster-extension';
import { clusterExtensionRevision } from './cluster-extension-revision';
import { clusterObjectSet } from './cluster-object-set';
import { OLM_V1_CRDS } from './olm-v1-crd-family';

/**
 * Returns the CRDs of a release of OLM v1, sorted by plural name.
 *
 * @param experimental whether to return the experimental CRDs. Releases before 1.4.0 have only the standard ones
 */
export function olmV1CustomResourceDefinitions(version: OlmV1Version, experimental: boolean, descriptions: CrdDescriptions): KubernetesManifest[] {
  const { version: release } = version;
  return [clusterCatalog, clusterExtensionRevision, clusterExtension, clusterObjectSet]
    .filter((source) => isWithin(release, source) && (experimental || source.experimental !== true))
    .map((source) => customResourceDefinition(OLM_V1_CRDS, source, { release, descriptions, experimental }));
}

const crdsOfKinds = new Map<string, KubernetesManifest | undefined>();

/**
 * Returns the CRD of a kind, without descriptions, to check objects, or undefined if the release does not have it. Cached, since building it takes
 * longer than a check.
 */
export function olmV1CustomResourceDefinition(kind: string, version: OlmV1Version, experimental: boolean): KubernetesManifest | undefined {
  const key = `${kind} ${version.version} ${experimental}`;
  if (!crdsOfKinds.has(key)) {
    const crds = olmV1CustomResourceDefinitions(version, experimental, CrdDescriptions.NONE);
    crdsOfKinds.set(key, crds.find((crd) => (crd['spec'] as { readonly names: { readonly kind: string } }).names.kind === kind));
  }
  return crdsOfKinds.get(key);
}
