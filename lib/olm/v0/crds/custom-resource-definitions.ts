import { deepFreeze } from '../../../formats/json/json-value';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { OlmVersion } from '../model/olm-version';
import { isWithin } from '../../../formats/schema/release-range';
import { catalogSource } from './catalog-source';
import { clusterServiceVersion } from './cluster-service-version';
import type { CrdDescriptions } from '../../../formats/schema/crd-descriptions';
import { customResourceDefinition } from '../../../formats/schema/custom-resource-definition';
import { installPlan } from './install-plan';
import { OLM_CRDS } from './olm-crd-family';
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
