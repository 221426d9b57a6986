import { integerField, mapListField, stringField } from '../../../formats/json/json-value';
import { OLM_V1_GROUP } from '../../../formats/schema/api-groups';
import { Finding } from '../explain/explanation';
import { isAvailable } from '../rules/deployments';
import { ApiResource, CLUSTER_EXTENSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../view/api-resource';
import { ClusterView, Interest, named, objectsOf, optional } from '../view/cluster-view';
import { Condition, condition, KubernetesObject, namespacedName } from '../view/kubernetes-object';

export const CLUSTER_CATALOGS: ApiResource = { group: OLM_V1_GROUP, version: 'v1', kind: 'ClusterCatalog', plural: 'clustercatalogs', namespaced: false };

/** Revisions of ClusterExtensions in OLM v1 before 1.9.0; only experimental installations have them. */
export const CLUSTER_EXTENSION_REVISIONS: ApiResource = {
  group: OLM_V1_GROUP, version: 'v1', kind: 'ClusterExtensionRevision', plural: 'clusterextensionrevisions', namespaced: false,
};

/** Revisions of ClusterExtensions in OLM v1 since 1.9.0; only experimental installations have them. */
export const CLUSTER_OBJECT_SETS: ApiResource = { group: OLM_V1_GROUP, version: 'v1', kind: 'ClusterObjectSet', plural: 'clusterobjectsets', namespaced: false };

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

/** Returns a condition if a controller set it for the current spec, or undefined if it is about an earlier spec. */
export function currentCondition(object: KubernetesObject, type: string): Condition | undefined {
  const found = mapListField(object.status, 'conditions').find((other) => stringField(other, 'type') === type);
  return (integerField(found, 'observedGeneration') ?? 0) >= (object.metadata.generation ?? 0) ? condition(object, type) : undefined;
}

/**
 * Returns why an object of OLM v1 cannot be observed: its API is not served, or it does not exist. Returns no findings if it exists, or is not listed
 * yet.
 */
export function missingFindings(interest: Interest, object: KubernetesObject | null | undefined, view: ClusterView): Finding[] {
  if (object !== null) {
    return [];
  }
  const { resource: { kind }, name = '' } = interest;
  return view.snapshot(interest).problem?.kind === 'not-served' ? [olmV1Missing(interest)] : [{ cause: 'object-missing', message: `${kind} ${name} does not exist` }];
}

/** Returns the finding that the API of an interest is not served. */
export function olmV1Missing({ resource: { group } }: Interest): Finding {
  return { cause: 'olm-v1-missing', message: `the cluster does not serve the API ${group}: OLM v1 is not installed` };
}

/** Returns the finding that the controller is not available, if it is in the cluster. */
export function controllerFindings(controller: OlmV1Controller, view: ClusterView): Finding[] {
  return (objectsOf(view, controllerInterest(controller)) ?? []).filter((deployment) => !isAvailable(deployment)).map((deployment) => (
    { cause: 'olm-not-running', message: `Deployment ${namespacedName(deployment)} of OLM v1 is not available` }
  ));
}

/** Returns the finding that the controller has not processed an object or its last change. */
export function idleFindings(interest: Interest, controller: OlmV1Controller, object: KubernetesObject): Finding[] {
  const what = `${interest.resource.kind} ${object.metadata.name}`;
  const isNew = mapListField(object.status, 'conditions').length === 0;
  return [{ cause: 'olm-v1-idle', message: `${controller} has not processed ${isNew ? what : `the last change of ${what}`}` }];
}

/** Returns the controller that processes a resource. */
export function controllerOf({ resource }: Interest): OlmV1Controller {
  return resource === CLUSTER_CATALOGS ? 'catalogd' : 'operator-controller';
}
