import { RUKPAK_GROUP } from '../../../formats/schema/api-groups';
import { CrdDescriptions, type CrdFamily, type CrdSource, customResourceDefinition } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isBefore, isWithin, type ReleaseRange } from '../../../formats/schema/release-range';
import type { RukpakVersion } from '../rukpak-version';
import { bundle } from './bundle';
import { bundleDeploymentV1alpha1, bundleDeploymentV1alpha2 } from './bundle-deployment';
import { bundleInstance, firstBundleInstance } from './bundle-instance';

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

/** Versions of upstream's CRD generator by first release, newest first. CRDs have the version as an annotation. */
const CONTROLLER_GEN: readonly (readonly [since: string, generator: string])[] = [
  ['0.22.0', 'v0.15.0'],
  ['0.17.0', 'v0.14.0'],
  ['0.13.0', 'v0.12.0'],
  ['0.12.0', 'v0.11.4'],
  ['0.6.0', 'v0.9.0'],
  ['0.1.0', 'v0.7.0'],
];

/** Common properties of RukPak's CRDs. */
const RUKPAK_CRDS: CrdFamily = {
  group: RUKPAK_GROUP,
  annotations: (release) => ({ 'controller-gen.kubebuilder.io/version': CONTROLLER_GEN.find(([since]) => !isBefore(release, since))![1] }),
};
