import type { RukpakVersion } from '../model/rukpak-version';
import { CrdDescriptions } from '../../../formats/schema/crd-descriptions';
import { type CrdSource, customResourceDefinition } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isWithin, type ReleaseRange } from '../../../formats/schema/release-range';
import { bundle } from './bundle';
import { bundleDeploymentV1alpha1, bundleDeploymentV1alpha2 } from './bundle-deployment';
import { bundleInstance, firstBundleInstance } from './bundle-instance';
import { RUKPAK_CRDS } from './rukpak-crd-family';

/** CRDs with the releases that have them, sorted by plural name. */
const SOURCES: readonly (readonly [CrdSource, ReleaseRange])[] = [
  [bundleDeploymentV1alpha1, { since: '0.6.0', until: '0.17.0' }],
  [bundleDeploymentV1alpha2, { since: '0.17.0' }],
  [firstBundleInstance, { until: '0.4.0' }],
  [bundleInstance, { since: '0.4.0', until: '0.6.0' }],
  [bundle, { until: '0.17.0' }],
];

/** Returns the CRDs of a release, sorted by plural name. */
export function rukpakCrds(version: RukpakVersion, descriptions: CrdDescriptions): KubernetesManifest[] {
  const { version: release } = version;
  return SOURCES
    .filter(([, range]) => isWithin(release, range))
    .map(([source]) => customResourceDefinition(RUKPAK_CRDS, source, { release, descriptions }));
}

/** Returns the CRD of a kind in a release, without descriptions. */
export function rukpakCrd(version: RukpakVersion, kind: string): KubernetesManifest {
  const found = SOURCES.find(([source, range]) => source.kind === kind && isWithin(version.version, range))!;
  return customResourceDefinition(RUKPAK_CRDS, found[0], { release: version.version, descriptions: CrdDescriptions.NONE });
}
