import type { ApiClient, ApiRequest } from '../../../../lib/cluster/client/api-client';
import { ApiError, ClientError } from '../../../../lib/cluster/client/client-error';
import { type ActionResult, perform } from '../../../../lib/cluster/waiting/run/perform';
import { type Action, deleteAction } from '../../../../lib/cluster/waiting/view/action';
import { INSTALL_PLANS, NAMESPACES, SUBSCRIPTIONS } from '../../../../lib/cluster/waiting/view/api-resource';
import { clusterObject, object } from '../objects';

const SUBSCRIPTION = { resource: SUBSCRIPTIONS, namespace: 'demo', name: 'plain', uid: 'u' };
const PATH = '/apis/operators.coreos.com/v1alpha1/namespaces/demo/subscriptions/plain';
const PATCH = { method: 'PATCH', type: 'application/merge-patch+json' } as const;
const SEEN = { resourceVersion: '7', uid: 'u' };
const base = { key: 'key', description: 'does it', resourceVersion: '7' };

async function performed(
  action: Action, answer: () => Promise<unknown> = () => Promise.resolve({}),
): Promise<{ requests: ApiRequest[]; result: ActionResult }> {
  const requests: ApiRequest[] = [];
  const request = (asked: ApiRequest): Promise<unknown> => {
    requests.push(asked);
    return answer();
  };
  const result = await perform({ request } as unknown as ApiClient, action, new AbortController().signal);
  return { requests, result };
}

test.each<[string, Action, ApiRequest]>([
  ['approving an InstallPlan', { ...base, type: 'approve', target: { resource: INSTALL_PLANS, namespace: 'demo', name: 'install-a', uid: 'u' } }, {
    ...PATCH, path: '/apis/operators.coreos.com/v1alpha1/namespaces/demo/installplans/install-a', body: { metadata: SEEN, spec: { approved: true } },
  }],
  ['removing finalizers', { ...base, type: 'remove-finalizers', target: SUBSCRIPTION, finalizers: ['a'] }, {
    ...PATCH, path: PATH, body: { metadata: { ...SEEN, finalizers: null } },
  }],
  ['adopting a ClusterServiceVersion', { ...base, type: 'adopt', target: SUBSCRIPTION, csv: 'plain.v0.1.0', since: '2025-01-01T00:00:00Z' }, {
    ...PATCH, path: `${PATH}/status`,
    body: { metadata: SEEN, status: { installedCSV: 'plain.v0.1.0', currentCSV: 'plain.v0.1.0', state: 'AtLatestKnown', lastUpdated: '2025-01-01T00:00:00Z' } },
  }],
  ['clearing an InstallPlan', { ...base, type: 'clear-plan', target: SUBSCRIPTION }, {
    ...PATCH, path: `${PATH}/status`,
    body: { metadata: SEEN, status: { installPlanRef: null, installplan: null, currentCSV: null, installedCSV: null, state: null } },
  }],
  ['clearing the InstallPlan of an upgrade', { ...base, type: 'clear-plan', target: SUBSCRIPTION, installed: 'plain.v0.1.0' }, {
    ...PATCH, path: `${PATH}/status`,
    body: { metadata: SEEN, status: { installPlanRef: null, installplan: null, currentCSV: 'plain.v0.1.0', installedCSV: 'plain.v0.1.0', state: null } },
  }],
  ['making OLM resolve again', { ...base, type: 'resolve-again', target: SUBSCRIPTION, conditions: [{ type: 'CatalogSourcesUnhealthy', status: 'False' }] }, {
    ...PATCH, path: `${PATH}/status`, body: { metadata: SEEN, status: { conditions: [{ type: 'CatalogSourcesUnhealthy', status: 'False' }] } },
  }],
  ['removing a conversion webhook', { ...base, type: 'reset-conversion', target: SUBSCRIPTION }, {
    ...PATCH, path: PATH, body: { metadata: SEEN, spec: { conversion: { strategy: 'None', webhook: null } } },
  }],
  ['deleting an object', deleteAction(SUBSCRIPTIONS, object('plain', { metadata: { uid: 'u' } }), 'deletes it'), {
    method: 'DELETE', path: PATH, body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background', preconditions: { uid: 'u' } },
  }],
  ['deleting a cluster-scoped object', deleteAction(NAMESPACES, clusterObject('demo', { metadata: { uid: 'u' } }), 'deletes it'), {
    method: 'DELETE', path: '/api/v1/namespaces/demo', body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background', preconditions: { uid: 'u' } },
  }],
])('%s is one request, which applies only to the object that was observed', async (_, action, expected) => {
  const { requests, result } = await performed(action);
  expect(requests).toEqual([expected]);
  expect(result).toEqual({ kind: 'done' });
});

describe('an action that the server rejects', () => {
  const action: Action = { ...base, type: 'approve', target: SUBSCRIPTION };

  test.each([404, 409])('with status %d is obsolete', async (status) => {
    expect((await performed(action, () => Promise.reject(new ApiError(status, 'Reason', 'message')))).result).toEqual({ kind: 'obsolete' });
  });

  test.each([
    [401, 'Unauthorized', 'unauthorized'],
    [403, 'subscriptions is forbidden', 'forbidden'],
    [403, 'admission webhook "x" denied it', 'refused'],
    [403, 'ValidatingAdmissionPolicy "x" with binding "y"', 'refused'],
    [422, 'spec is invalid', 'refused'],
  ])('with status %d and message %s is a problem of kind %s', async (status, message, kind) => {
    expect((await performed(action, () => Promise.reject(new ApiError(status, 'Reason', message)))).result).toEqual({ kind: 'rejected', problem: { kind, message } });
  });

  test('names the account, if the server does', async () => {
    const error = new ApiError(403, 'Forbidden', 'User "ci" cannot patch resource "subscriptions"');
    expect((await performed(action, () => Promise.reject(error))).result).toMatchObject({ problem: { kind: 'forbidden', message: error.message } });
  });

  test('because it cannot be reached is an error', async () => {
    await expect(performed(action, () => Promise.reject(new ClientError('connection refused')))).rejects.toThrow('connection refused');
  });
});
