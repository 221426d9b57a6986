import { requestPath } from './request-path';
import type { ApiClient, ApiRequest } from '../client/api-client';
import { ApiError } from '../client/client-error';
import type { ClusterProblem } from '../cluster/cluster-view';
import type { Action } from '../waiting/action';

/** A patch that replaces what it names. With the resource version in it, the server refuses it when the object is another one by now. */
const MERGE_PATCH = 'application/merge-patch+json';

/**
 * Does what a waiter asks for. What may pass is tried again until the signal ends it; an object that is gone, or that somebody changed
 * meanwhile, is no problem: the waiter looks again.
 *
 * @returns why the server refuses it for good; undefined where it is done, or is to be looked at again
 * @throws ClientError when there is no way to the server, and the reason of the signal
 */
export async function perform(client: ApiClient, action: Action, signal: AbortSignal): Promise<ClusterProblem | undefined> {
  try {
    await client.request(requestOf(action), signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return error.status === 404 || error.status === 409 ? undefined : actionProblem(error);
  }
}

function requestOf(action: Action): ApiRequest {
  const { resource, namespace, name, uid } = action.target;
  const path = requestPath(resource, namespace, name);
  const marks = (resourceVersion: string): object => ({ resourceVersion, ...(uid === undefined ? {} : { uid }) });
  switch (action.type) {
    case 'approve':
      return { method: 'PATCH', path, type: MERGE_PATCH, body: { metadata: marks(action.resourceVersion), spec: { approved: true } } };
    case 'remove-finalizers': {
      // Null takes the list away whatever stands in it; the resource version says that it is the one which was looked at.
      return { method: 'PATCH', path, type: MERGE_PATCH, body: { metadata: { ...marks(action.resourceVersion), finalizers: null } } };
    }
    case 'adopt':
      return {
        method: 'PATCH', path: `${path}/status`, type: MERGE_PATCH,
        body: {
          metadata: marks(action.resourceVersion),
          status: { installedCSV: action.csv, currentCSV: action.csv, state: 'AtLatestKnown', lastUpdated: action.since },
        },
      };
    case 'forget-plan': {
      const { installed = null } = action;
      const status = { installPlanRef: null, installplan: null, currentCSV: installed, installedCSV: installed, state: null };
      return { method: 'PATCH', path: `${path}/status`, type: MERGE_PATCH, body: { metadata: marks(action.resourceVersion), status } };
    }
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

/** What the server's refusal means. Admission answers "forbidden" too, when the account has all rights. */
export function actionProblem({ status, message, account }: ApiError): ClusterProblem {
  const isAdmission = /admission webhook|denied the request|ValidatingAdmissionPolicy/.test(message);
  const kind = status === 401 ? 'unauthorized' : status === 403 && !isAdmission ? 'forbidden' : 'refused';
  return { kind, message, ...(account === undefined ? {} : { account }) };
}
