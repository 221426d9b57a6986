import { defined } from '../../../formats/json/defined';
import type { ApiClient, ApiRequest } from '../../client/api-client';
import { ApiError } from '../../client/client-error';
import type { Action } from '../view/action';
import { requestPath } from '../view/api-resource';
import type { ClusterProblem } from '../view/cluster-view';

/**
 * Result of an action:
 * - `done`: the API server performed it
 * - `obsolete`: the object was deleted or changed in the meantime, so nothing was done
 * - `rejected`: the API server permanently rejected it
 */
export type ActionResult = { readonly kind: 'done' | 'obsolete' } | { readonly kind: 'rejected'; readonly problem: ClusterProblem };

/** Media type of a merge patch. If it contains the resource version, the server rejects it when the object has changed. */
const MERGE_PATCH = 'application/merge-patch+json';

/**
 * Performs an action of a waiter. Transient errors are retried until the signal aborts. It is not an error if the object was deleted or changed in
 * the meantime: the waiter evaluates it again.
 *
 * @param warned called with each warning of the API server
 * @throws ClientError if the server cannot be reached, or the abort reason of the signal
 */
export async function perform(
  client: ApiClient, action: Action, signal: AbortSignal, warned?: (message: string) => void,
): Promise<ActionResult> {
  try {
    await client.request({ ...requestOf(action), ...defined({ onWarning: warned }) }, signal);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return error.status === 404 || error.status === 409 ? { kind: 'obsolete' } : { kind: 'rejected', problem: actionProblem(error) };
  }
}

/** Returns the request of an action. */
export function requestOf(action: Action): ApiRequest {
  const { resource, namespace, name, uid } = action.target;
  const path = requestPath(resource, namespace, name);
  const preconditions = (resourceVersion: string): object => ({ resourceVersion, ...defined({ uid }) });
  switch (action.type) {
    case 'approve':
      return { method: 'PATCH', path, type: MERGE_PATCH, body: { metadata: preconditions(action.resourceVersion), spec: { approved: true } } };
    case 'remove-finalizers': {
      // Null removes the whole list; the resource version ensures that it is the list that the waiter observed.
      return { method: 'PATCH', path, type: MERGE_PATCH, body: { metadata: { ...preconditions(action.resourceVersion), finalizers: null } } };
    }
    case 'reset-conversion': {
      // Null removes the webhook, which the API server only accepts with the strategy Webhook.
      const conversion = { strategy: 'None', webhook: null };
      return { method: 'PATCH', path, type: MERGE_PATCH, body: { metadata: preconditions(action.resourceVersion), spec: { conversion } } };
    }
    case 'adopt':
      return {
        method: 'PATCH', path: `${path}/status`, type: MERGE_PATCH,
        body: {
          metadata: preconditions(action.resourceVersion),
          status: { installedCSV: action.csv, currentCSV: action.csv, state: 'AtLatestKnown', lastUpdated: action.since },
        },
      };
    case 'clear-plan': {
      const { installed = null } = action;
      const status = { installPlanRef: null, installplan: null, currentCSV: installed, installedCSV: installed, state: null };
      return { method: 'PATCH', path: `${path}/status`, type: MERGE_PATCH, body: { metadata: preconditions(action.resourceVersion), status } };
    }
    case 'resolve-again':
      return {
        method: 'PATCH', path: `${path}/status`, type: MERGE_PATCH,
        body: { metadata: preconditions(action.resourceVersion), status: { conditions: [...action.conditions] } },
      };
    case 'delete':
      return {
        method: 'DELETE', path,
        body: {
          apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background',
          ...(uid === undefined ? {} : { preconditions: { uid } }),
        },
      };
  }
}

/**
 * Returns the meaning of an error response. Admission also responds with 403, even if the account has all permissions, and so does a firewall, which
 * gives no reason.
 */
export function actionProblem({ status, reason, message, account }: ApiError): ClusterProblem {
  const isAdmission = /admission webhook|denied the request|ValidatingAdmissionPolicy/.test(message);
  const kind = status === 401 ? 'unauthorized' : status === 403 && reason !== '' && !isAdmission ? 'forbidden' : 'refused';
  return { kind, message, ...defined({ account }) };
}
