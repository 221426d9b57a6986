import { OLM_V1_GROUP } from '../../../formats/schema/api-groups';
import { CrdDescriptions, type CrdFamily, customResourceDefinition } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isBefore, isWithin } from '../../../formats/schema/release-range';
import type { OlmV1Version } from '../olm-v1-version';
import { clusterCatalog } from './cluster-catalog';
import { clusterExtension } from './cluster-extension';
import { clusterExtensionRevision } from './cluster-extension-revision';
import { clusterObjectSet } from './cluster-object-set';

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

/**
 * Versions of upstream's CRD generator by first release, newest first. CRDs have the version as an annotation. Release 1.11.0 has one CRD that was
 * regenerated.
 */
const CONTROLLER_GEN: readonly (readonly [since: string, generator: string, kind?: string])[] = [
  ['1.11.0', 'v0.21.0', 'ClusterExtension'],
  ['1.9.0', 'v0.20.1'],
  ['1.8.0', 'v0.20.0'],
  ['1.6.0', 'v0.19.0'],
  ['1.4.0', 'v0.18.0'],
  ['1.3.0', 'v0.17.3'],
  ['1.2.0', 'v0.17.2'],
  ['1.0.0', 'v0.16.1'],
];

/** First release with experimental CRDs in addition to the standard ones. An annotation shows which type a CRD is. */
const FIRST_EXPERIMENTAL = '1.4.0';

/** Common properties of the CRDs of OLM v1. */
const OLM_V1_CRDS: CrdFamily = {
  group: OLM_V1_GROUP,
  annotations: (release, experimental, kind) => ({
    'controller-gen.kubebuilder.io/version': CONTROLLER_GEN.find(([since, , only]) => !isBefore(release, since) && (only ?? kind) === kind)![1],
    ...(isBefore(release, FIRST_EXPERIMENTAL) ? {} : { 'olm.operatorframework.io/generator': experimental ? 'experimental' : 'standard' }),
  }),
};
