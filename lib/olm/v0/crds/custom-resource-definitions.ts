import { deepFreeze } from '../../../formats/json/json-value';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import { type CrdDescriptions, type CrdFamily, customResourceDefinition } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isBefore, isWithin } from '../../../formats/schema/release-range';
import { printableMessage } from '../../../text/printable';
import type { OlmVersion } from '../model/olm-version';
import { catalogSource } from './catalog-source';
import { clusterServiceVersion } from './cluster-service-version';
import { installPlan } from './install-plan';
import { olmConfig } from './olm-config';
import { operator } from './operator';
import { operatorCondition } from './operator-condition';
import { operatorGroup } from './operator-group';
import { subscription } from './subscription';

/** The CRDs that were built, by release and descriptions: those of all releases need a few megabytes, and upgrades need those of several. */
const BUILT = new Map<string, readonly KubernetesManifest[]>();

/** Returns the CRDs of a release, sorted by plural name, which are frozen. */
export function customResourceDefinitions({ version: release }: OlmVersion, descriptions: CrdDescriptions): readonly KubernetesManifest[] {
  const key = `${release} ${descriptions}`;
  const built = BUILT.get(key) ?? deepFreeze(build(release, descriptions));
  BUILT.set(key, built);
  return built;
}

function build(release: string, descriptions: CrdDescriptions): KubernetesManifest[] {
  return [
    catalogSource,
    clusterServiceVersion,
    installPlan,
    olmConfig,
    operatorCondition,
    operatorGroup,
    operator,
    subscription,
  ]
    .filter((source) => isWithin(release, source))
    .map((source) => customResourceDefinition(OLM_CRDS, source, { release, descriptions }));
}

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
const OLM_CRDS: CrdFamily = {
  group: OLM_GROUP,
  categories: ['olm'],
  annotations: (release) => ({ 'controller-gen.kubebuilder.io/version': controllerGen(release) }),
};

function controllerGen(release: string): string {
  const found = CONTROLLER_GEN.find(([since]) => !isBefore(release, since));
  if (found === undefined) {
    throw new Error(printableMessage(`no CRD generator is known for OLM ${release}; add it to CONTROLLER_GEN`));
  }
  return found[1];
}
