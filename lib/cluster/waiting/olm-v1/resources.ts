import { ApiResource, CLUSTER_EXTENSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../view/api-resource';
import { Interest } from '../view/interest';
import { named, optional } from '../view/queries';
import { OLM_V1_GROUP } from '../../../olm/v1/model/olm-v1-names';

export const CLUSTER_CATALOGS: ApiResource = { group: OLM_V1_GROUP, version: 'v1', kind: 'ClusterCatalog', plural: 'clustercatalogs', namespaced: false };

/** Label of the Deployments of OLM v1 itself. */
const CONTROLLER_LABEL = 'app.kubernetes.io/name';

/** Controllers of OLM v1: the first serves ClusterCatalogs, the second installs ClusterExtensions. */
export type OlmV1Controller = 'catalogd' | 'operator-controller';

/** Returns the interest in a ClusterCatalog. */
export const catalogInterest = (name: string): Interest => named(CLUSTER_CATALOGS, name);

/** Returns the interest in a ClusterExtension. */
export const extensionInterest = (name: string): Interest => named(CLUSTER_EXTENSIONS, name);

/** Interest in all ClusterCatalogs. The selector of a ClusterExtension determines which of them OLM v1 reads. */
export const ALL_CATALOGS: Interest = optional({ resource: CLUSTER_CATALOGS });

/** Returns the interest in the Deployment of a controller, in any namespace: upstream uses olmv1-system, and distributions use others. */
export function controllerInterest(controller: OlmV1Controller): Interest {
  return optional({ resource: DEPLOYMENTS, labelSelector: `${CONTROLLER_LABEL}=${controller}` });
}

/** Returns the label selector of the objects that OLM v1 created for a ClusterExtension. */
export function createdFor(extension: string): string {
  return `${OLM_V1_GROUP}/owner-name=${extension}`;
}

/** Returns the interest in the Deployments of a ClusterExtension. */
export function deploymentsOf(extension: string, namespace: string): Interest {
  return { resource: DEPLOYMENTS, namespace, labelSelector: createdFor(extension) };
}

/** Returns the interest in the CRDs of a ClusterExtension. */
export function crdsOf(extension: string): Interest {
  return { resource: CUSTOM_RESOURCE_DEFINITIONS, labelSelector: createdFor(extension) };
}
