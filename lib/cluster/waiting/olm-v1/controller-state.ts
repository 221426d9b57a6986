import { CLUSTER_CATALOGS, controllerInterest, OlmV1Controller } from './resources';
import { integerField, mapListField, stringField } from '../../../formats/json/json-value';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { Condition, condition, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { objectsOf } from '../view/queries';
import { isAvailable } from '../view/rollout';
import { Finding } from '../explain/finding';

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
