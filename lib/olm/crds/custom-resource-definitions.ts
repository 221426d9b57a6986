import type { KubernetesManifest } from '../model/kubernetes-manifest';
import type { OlmVersion } from '../model/olm-version';
import { isWithin } from '../model/release-range';
import { catalogSource } from './catalog-source';
import { clusterServiceVersion } from './cluster-service-version';
import type { CrdDescriptions } from '../schema/crd-descriptions';
import { customResourceDefinition } from './custom-resource-definition';
import { installPlan } from './install-plan';
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
    .map((source) => customResourceDefinition(source, { release, descriptions }));
}
