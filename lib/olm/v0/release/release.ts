import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { customResourceDefinitions } from '../crds/custom-resource-definitions';
import { hasFeature } from '../model/release-features';
import { defaultCatalogSource } from '../objects/catalog-source';
import { certManagerObjects } from '../objects/cert-manager';
import { catalogOperator, olmOperator } from '../objects/controllers';
import { monitoring } from '../objects/monitoring';
import { namespaceManifests, operatorGroups } from '../objects/namespaces';
import { networkPolicies } from '../objects/network-policies';
import { olmConfig } from '../objects/olm-config';
import { packageserver } from '../objects/packageserver';
import { aggregateEditRole, aggregateViewRole, clusterRole, clusterRoleBinding, serviceAccount } from '../objects/rbac';
import { completeSettings } from '../settings/complete-settings';
import type { OlmSettings } from '../settings/olm-settings';

/** Objects of a release of OLM, by role. */
export interface ReleaseManifests {
  /** CRDs of OLM, sorted by plural name. They must be established before `olmConfig` and the objects after it are applied. */
  readonly crds: readonly KubernetesManifest[];
  readonly namespaces: readonly KubernetesManifest[];
  readonly networkPolicies: readonly KubernetesManifest[];
  readonly serviceAccount: KubernetesManifest;
  readonly clusterRole: KubernetesManifest;
  readonly clusterRoleBinding: KubernetesManifest;
  /** Absent in releases without an OLMConfig. */
  readonly olmConfig?: KubernetesManifest;
  /** Certificate of the controllers and its Issuer, if they have one. */
  readonly servingCertificates: readonly KubernetesManifest[];
  readonly olmOperator: KubernetesManifest;
  readonly catalogOperator: KubernetesManifest;
  readonly aggregateEditRole: KubernetesManifest;
  readonly aggregateViewRole: KubernetesManifest;
  readonly operatorGroups: readonly KubernetesManifest[];
  /** ClusterServiceVersion of packageserver. */
  readonly packageserver: KubernetesManifest;
  /** CatalogSource of the default catalog, unless it is turned off. */
  readonly defaultCatalog?: KubernetesManifest;
  /** Objects for monitoring of the controllers, if it is turned on. */
  readonly monitoring: readonly KubernetesManifest[];
  /**
   * All of the above in the order of upstream's manifests, in which each object can be applied once its predecessors exist. Objects that
   * are not in upstream's manifests come last.
   */
  readonly all: readonly KubernetesManifest[];
}

/** Returns the objects of a release. Equal settings result in equal objects. */
export function releaseManifests(settings: OlmSettings = {}): ReleaseManifests {
  const complete = completeSettings(settings);
  // The order of the properties is the order in which the objects are applied.
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
