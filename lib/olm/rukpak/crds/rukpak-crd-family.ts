import { RUKPAK_GROUP } from '../model/rukpak-names';
import type { CrdFamily } from '../../../formats/schema/custom-resource-definition';
import { isBefore } from '../../../formats/schema/release-range';

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
export const RUKPAK_CRDS: CrdFamily = {
  group: RUKPAK_GROUP,
  annotations: (release) => ({ 'controller-gen.kubebuilder.io/version': CONTROLLER_GEN.find(([since]) => !isBefore(release, since))![1] }),
};
