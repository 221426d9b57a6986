import { catalogOperator } from './catalog-operator';
import { certManagerObjects } from './cert-manager';
import { customResourceDefinitions } from './crds/on-demand';
import { defaultCatalogSource } from './default-catalog-source';
import type { KubernetesManifest } from './kubernetes-manifest';
import { monitoring } from './monitoring';
import { namespaceManifests } from './namespaces';
import { networkPolicies } from './network-policies';
import { olmConfig } from './olm-config';
import { olmOperator } from './olm-operator';
import type { OlmSettings } from './olm-settings';
import { operatorGroups } from './operator-groups';
import { packageserver } from './packageserver';
import { aggregateEditRole, aggregateViewRole, clusterRole, clusterRoleBinding } from './rbac';
import { hasFeature } from './release-features';
import { completeSettings } from './complete-settings';
import { serviceAccount } from './service-account';

/**
 * Every object of a release of OLM, by the part it plays.
 */
export interface ReleaseManifests {
  /** OLM's CRDs, in the order of their plural names. They must be Established before `olmConfig` and all that follows. */
  readonly crds: readonly KubernetesManifest[];
  readonly namespaces: readonly KubernetesManifest[];
  readonly networkPolicies: readonly KubernetesManifest[];
  readonly serviceAccount: KubernetesManifest;
  readonly clusterRole: KubernetesManifest;
  readonly clusterRoleBinding: KubernetesManifest;
  /** Releases that have no OLMConfig leave it out. */
  readonly olmConfig?: KubernetesManifest;
  /** What asks cert-manager for the controllers' certificate, where they have one. */
  readonly servingCertificates: readonly KubernetesManifest[];
  readonly olmOperator: KubernetesManifest;
  readonly catalogOperator: KubernetesManifest;
  readonly aggregateEditRole: KubernetesManifest;
  readonly aggregateViewRole: KubernetesManifest;
  readonly operatorGroups: readonly KubernetesManifest[];
  /** The ClusterServiceVersion of packageserver. */
  readonly packageserver: KubernetesManifest;
  /** The CatalogSource of the default catalog, unless it was turned off. */
  readonly defaultCatalog?: KubernetesManifest;
  /** What lets Prometheus read the controllers' metrics, where it was asked for. */
  readonly monitoring: readonly KubernetesManifest[];
  /**
   * All of the above, in an order in which each can be applied once its predecessors are there: upstream's own.
   * What upstream's release does not have comes last.
   */
  readonly all: readonly KubernetesManifest[];
}

/**
 * Makes the objects of a release. The same settings always give equal objects.
 */
export function releaseManifests(settings: OlmSettings = {}): ReleaseManifests {
  const complete = completeSettings(settings);
  // The order of these properties is the order in which the objects are applied.
  const byRole = {
    crds: customResourceDefinitions(complete.version, complete.crdDescriptions),
    namespaces: namespaceManifests(complete),
    networkPolicies: networkPolicies(complete),
    serviceAccount: serviceAccount(complete),
    clusterRole: clusterRole(complete.version),
    clusterRoleBinding: clusterRoleBinding(complete),
    ...(hasFeature(complete.version, 'olmConfig') ? { olmConfig: olmConfig(complete) } : {}),
    servingCertificates: certManagerObjects(complete),
    olmOperator: olmOperator(complete),
    catalogOperator: catalogOperator(complete),
    aggregateEditRole: aggregateEditRole(),
    aggregateViewRole: aggregateViewRole(),
    operatorGroups: operatorGroups(complete),
    packageserver: packageserver(complete),
    ...(complete.defaultCatalog === undefined ? {} : { defaultCatalog: defaultCatalogSource(complete, complete.defaultCatalog) }),
    monitoring: monitoring(complete),
  };
  return { ...byRole, all: Object.values(byRole).flat() };
}
