import { defined } from '../../../formats/json/defined';
import { JsonMap } from '../../../formats/json/json-value';
import { ApiResource } from './api-resource';
import { KubernetesObject } from './kubernetes-object';

/** Object that an action applies to: the one with this UID, not a later object with the same name. */
export interface ActionTarget {
  readonly resource: ApiResource;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

interface ActionBase {
  /** Key that identifies the action. A client that is still performing an action with this key skips the duplicate. */
  readonly key: string;
  readonly target: ActionTarget;
  /** Whether the wait continues if the API server rejects the action. @default false */
  readonly isOptional?: boolean;
  /** Line to print, without its subject, beginning with a verb in the third person. */
  readonly description: string;
}

/** Sets `spec.approved` of an InstallPlan. The resource version guards the update: if the plan has changed, it is evaluated again. */
export interface ApproveAction extends ActionBase {
  readonly type: 'approve';
  readonly resourceVersion: string;
}

/** Deletes an object, with its UID as a precondition. An object that does not exist counts as deleted. */
export interface DeleteAction extends ActionBase {
  readonly type: 'delete';
}

/** Removes the finalizers of an object that is stuck in deletion. The resource version guards the update. */
export interface RemoveFinalizersAction extends ActionBase {
  readonly type: 'remove-finalizers';
  readonly resourceVersion: string;
  readonly finalizers: readonly string[];
}

/** Records in the status of a Subscription that it installed a ClusterServiceVersion. The resource version guards the update. */
export interface AdoptAction extends ActionBase {
  readonly type: 'adopt';
  readonly resourceVersion: string;
  readonly csv: string;
  /** Value of `status.lastUpdated`, which the schema requires. */
  readonly since: string;
}

/**
 * Clears a deleted InstallPlan from the status of a Subscription. The resource version guards the update. OLM itself only does this for a plan that
 * was pending or failed, and then creates a new one. For a plan that was complete, it never changes the Subscription.
 */
export interface ClearPlanAction extends ActionBase {
  readonly type: 'clear-plan';
  readonly resourceVersion: string;
  /** Name of the installed ClusterServiceVersion, if any. */
  readonly installed?: string;
}

/**
 * Removes the condition ResolutionFailed from the status of a Subscription. The resource version guards the update. OLM resolves again after any
 * change of a Subscription, and sets the condition again if it still cannot resolve.
 */
export interface ResolveAgainAction extends ActionBase {
  readonly type: 'resolve-again';
  readonly resourceVersion: string;
  /** The conditions that remain. */
  readonly conditions: readonly JsonMap[];
}

/** Removes the conversion webhook of a CRD. The resource version guards the update. */
export interface ResetConversionAction extends ActionBase {
  readonly type: 'reset-conversion';
  readonly resourceVersion: string;
}

/**
 * Change to make in the cluster. The waiter observes its effect in the objects. A client retries transient errors (429, 5xx, no answer), ignores a
 * conflict because the waiter requests the action again, and reports a final rejection with `ClusterStore.reject`.
 */
export type Action =
  AdoptAction | ApproveAction | DeleteAction | RemoveFinalizersAction | ClearPlanAction | ResolveAgainAction | ResetConversionAction;

/** Returns the target of an action on an object. */
export function actionTarget(resource: ApiResource, { metadata: { name, namespace, uid } }: KubernetesObject): ActionTarget {
  return { resource, name, ...defined({ namespace, uid }) };
}

/** Returns the action that deletes an object. */
export function deleteAction(resource: ApiResource, object: KubernetesObject, description: string): DeleteAction {
  const target = actionTarget(resource, object);
  return { type: 'delete', key: actionKey('delete', target), target, description };
}

/** Returns the part of an action's key that its type and target determine. */
export function actionKey(type: Action['type'], { resource, namespace = '', name, uid = '' }: ActionTarget): string {
  return [type, resource.group, resource.plural, namespace, name, uid].join(' ');
}
