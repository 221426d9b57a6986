import { Interest } from './interest';
import { KubernetesObject } from './kubernetes-object';

/** Why the API server gave no answer, or none that helps. */
export interface ClusterProblem {
  /**
   * - `forbidden`: the account lacks the right (403)
   * - `unauthorized`: nobody knows the account, or its credentials ran out (401)
   * - `not-served`: there is no such API (404 of a list)
   * - `unreachable`: no answer; the client goes on trying
   * - `refused`: the server took the request and said no (400, 409 that stays, 422)
   */
  readonly kind: 'forbidden' | 'unauthorized' | 'not-served' | 'unreachable' | 'refused';
  /** What the server or the network said. */
  readonly message: string;
  /** Whom the server takes the account for, where it says so. */
  readonly account?: string;
}

/** What is known about an interest. */
export interface Scope {
  /**
   * - `unknown`: never listed
   * - `current`: listed, and watched since
   * - `stale`: listed, but the watch broke off; the objects are the last that were seen
   */
  readonly state: 'unknown' | 'current' | 'stale';
  /** The objects, by namespace and name. */
  readonly objects: readonly KubernetesObject[];
  /** Why the last request failed, until one succeeds. */
  readonly problem?: ClusterProblem;
}

/** What a waiter sees of the cluster. */
export interface ClusterView {
  /** What is known about an interest; of one that nobody follows yet nothing is known. */
  readonly scope: (interest: Interest) => Scope;
  /** Why an action that a waiter asked for failed for good, by the action's key. */
  readonly refusal: (actionKey: string) => ClusterProblem | undefined;
}
