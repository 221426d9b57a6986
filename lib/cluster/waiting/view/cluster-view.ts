import { Interest } from './interest';
import { KubernetesObject } from './kubernetes-object';

/** Why a request to the API server failed. */
export interface ClusterProblem {
  /**
   * - `forbidden`: the account lacks permission (403)
   * - `unauthorized`: the credentials are invalid or have expired (401)
   * - `not-served`: the API does not exist (404 of a list)
   * - `unreachable`: no answer; the client keeps retrying
   * - `refused`: the server rejected the request (400, permanent 409, 422)
   */
  readonly kind: 'forbidden' | 'unauthorized' | 'not-served' | 'unreachable' | 'refused';
  /** Message of the server or the network. */
  readonly message: string;
  /** User name that the server sees, if its message contains it. */
  readonly account?: string;
}

/** Last known state of an interest. */
export interface Snapshot {
  /**
   * - `unknown`: never listed
   * - `current`: listed and being watched
   * - `stale`: listed, but the watch was interrupted; the objects may be out of date
   */
  readonly state: 'unknown' | 'current' | 'stale';
  /** Objects, sorted by namespace and name. */
  readonly objects: readonly KubernetesObject[];
  /** Why the last request failed, or undefined once a request succeeds. */
  readonly problem?: ClusterProblem;
}

/** View of the cluster that a waiter bases its decisions on. */
export interface ClusterView {
  /** Returns the last known state of an interest, which is `unknown` if it is not watched yet. */
  readonly snapshot: (interest: Interest) => Snapshot;
  /** Returns why the API server permanently rejected an action, by the action's key. */
  readonly rejection: (actionKey: string) => ClusterProblem | undefined;
  /** Number that differs after each change of the view. @default - unknown, so that nothing derived from the view can be cached */
  readonly revision?: number;
}
