import type { KubernetesManifest } from '../../schema/kubernetes-manifest';
import type { OlmVersion } from '../model/olm-version';
import { isWithin } from '../../schema/release-range';
import { catalogSource } from './catalog-source';
import { clusterServiceVersion } from './cluster-service-version';
import type { CrdDescriptions } from '../../schema/crd-descriptions';
import { customResourceDefinition } from '../../schema/custom-resource-definition';
import { installPlan } from './install-plan';
import { OLM_CRDS } from './olm-crd-family';
import { olmConfig } from './olm-config';
import { operator } from './operator';
import { operatorCondition } from './operator-condition';
import { operatorGroup } from './operator-group';
import { subscription } from './subscription';

/** Returns the CRDs of a release, sorted by plural name. */
export function customResourceDefinitions(version: OlmVersion, descriptions: CrdDescriptions): KubernetesManifest[] {
  const { version: release } = version;
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
