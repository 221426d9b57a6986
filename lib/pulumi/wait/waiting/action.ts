import { ApiResource } from '../cluster/api-resource';
import { KubernetesObject } from '../cluster/kubernetes-object';

/** The object that an action is about: the one of this uid, and no later one of its name. */
export interface ActionTarget {
  readonly resource: ApiResource;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

interface ActionBase {
  /** The same for the same wish. A client that still works on an action of this key leaves out the second. */
  readonly key: string;
  readonly target: ActionTarget;
  /** Why, for the log: a sentence's end that begins with a verb. */
  readonly why: string;
}

/** Sets `spec.approved` of an InstallPlan, by an update that carries the resource version: a plan that changed is looked at again. */
export interface ApproveAction extends ActionBase {
  readonly type: 'approve';
  readonly resourceVersion: string;
}

/** Deletes an object, with its uid as a precondition. One that is not there counts as deleted. */
export interface DeleteAction extends ActionBase {
  readonly type: 'delete';
}

/** Takes finalizers off an object whose deletion hangs, by an update that carries the resource version. */
export interface RemoveFinalizersAction extends ActionBase {
  readonly type: 'remove-finalizers';
  readonly resourceVersion: string;
  readonly finalizers: readonly string[];
}

/** Notes on a Subscription's status which ClusterServiceVersion it installed, by an update that carries the resource version. */
export interface AdoptAction extends ActionBase {
  readonly type: 'adopt';
  readonly resourceVersion: string;
  readonly csv: string;
  /** A time for the status, which wants one. */
  readonly since: string;
}

/**
 * Takes out of the status of a Subscription what OLM wrote of an InstallPlan that is gone, by an update that carries the resource version. OLM
 * does so itself where the plan waited or failed, and plans anew; where the plan was complete, it leaves the Subscription as it is for ever.
 */
export interface ForgetPlanAction extends ActionBase {
  readonly type: 'forget-plan';
  readonly resourceVersion: string;
  /** The ClusterServiceVersion that is installed; undefined for none. */
  readonly installed?: string;
}

/**
 * Something to do to the cluster. What came of it, a waiter sees in the objects. A client tries again what may pass (429, 5xx, no
 * answer), leaves a conflict alone because the waiter will ask again, and reports what is final with `ClusterStore.refuse`.
 */
export type Action = AdoptAction | ApproveAction | DeleteAction | RemoveFinalizersAction | ForgetPlanAction;

/** Which object an action is about. */
export function target(resource: ApiResource, { metadata: { name, namespace, uid } }: KubernetesObject): ActionTarget {
  return { resource, name, ...(namespace === undefined ? {} : { namespace }), ...(uid === undefined ? {} : { uid }) };
}

/** The deletion of an object. */
export function deletion(resource: ApiResource, object: KubernetesObject, why: string): DeleteAction {
  const of = target(resource, object);
  return { type: 'delete', key: actionKey('delete', of), target: of, why };
}

/** What tells one wish from another. */
export function actionKey(type: Action['type'], { resource, namespace = '', name, uid = '' }: ActionTarget): string {
  return [type, resource.group, resource.plural, namespace, name, uid].join(' ');
}
