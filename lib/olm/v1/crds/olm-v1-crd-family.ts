import type { CrdFamily } from '../../../formats/schema/custom-resource-definition';
import { isBefore } from '../../../formats/schema/release-range';
import { OLM_V1_GROUP } from '../model/olm-v1-names';

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
export const FIRST_EXPERIMENTAL = '1.4.0';

/** Common properties of the CRDs of OLM v1. */
export const OLM_V1_CRDS: CrdFamily = {
  group: OLM_V1_GROUP,
  annotations: (release, experimental, kind) => ({
    'controller-gen.kubebuilder.io/version': CONTROLLER_GEN.find(([since, , only]) => !isBefore(release, since) && (only ?? kind) === kind)![1],
    ...(isBefore(release, FIRST_EXPERIMENTAL) ? {} : { 'olm.operatorframework.io/generator': experimental ? 'experimental' : 'standard' }),
  }),
};
