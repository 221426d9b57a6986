import type { CrdFamily } from '../../../formats/schema/custom-resource-definition';
import { isBefore } from '../../../formats/schema/release-range';
import { OLM_GROUP } from '../model/olm-names';

/** Versions of upstream's CRD generator by first release, newest first. CRDs have the version as an annotation. */
const CONTROLLER_GEN: readonly (readonly [since: string, generator: string])[] = [
  ['0.39.0', 'v0.20.0'],
  ['0.33.0', 'v0.18.0'],
  ['0.32.0', 'v0.17.2'],
  ['0.31.0', 'v0.17.0'],
  ['0.29.0', 'v0.16.1'],
  ['0.28.0', 'v0.14.0'],
  ['0.23.0', 'v0.9.0'],
  ['0.21.0', 'v0.8.0'],
  ['0.20.0', 'v0.6.2'],
  ['0.19.0', 'v0.6.0'],
  ['0.18.0', 'v0.4.1'],
];

/** Common properties of OLM's CRDs. */
export const OLM_CRDS: CrdFamily = {
  group: OLM_GROUP,
  categories: ['olm'],
  annotations: (release) => ({ 'controller-gen.kubebuilder.io/version': controllerGen(release) }),
};

function controllerGen(release: string): string {
  const found = CONTROLLER_GEN.find(([since]) => !isBefore(release, since));
  if (found === undefined) {
    throw new Error(`no CRD generator is known for OLM ${release}; add it to CONTROLLER_GEN`);
  }
  return found[1];
}
