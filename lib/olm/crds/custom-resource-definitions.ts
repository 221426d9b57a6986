import type { KubernetesManifest } from '../kubernetes-manifest';
import type { OlmVersion } from '../olm-version';
import { isWithin } from '../release-range';
import { catalogSource } from './catalog-source';
import { clusterServiceVersion } from './cluster-service-version';
import type { CrdDescriptions } from './crd-descriptions';
import { customResourceDefinition } from './custom-resource-definition';
import { installPlan } from './install-plan';
import { olmConfig } from './olm-config';
import { operator } from './operator';
import { operatorCondition } from './operator-condition';
import { operatorGroup } from './operator-group';
import { subscription } from './subscription';

/** The CRDs of a release, in the order of their plural names. */
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
