import { identify } from '../../../lib/pulumi/provider/cluster-identity';
import { clusterOf } from '../../../lib/pulumi/provider/clusters';
import type { ApiRequest } from '../../../lib/cluster/client/api-client';

jest.mock('../../../lib/pulumi/provider/clusters', () => ({ clusterOf: jest.fn() }));

afterEach(() => jest.restoreAllMocks());

/** Lets the API server answer requests. */
function answer(request: (request: ApiRequest, signal: AbortSignal) => Promise<unknown>): void {
  jest.mocked(clusterOf).mockReturnValue({ client: { request, pending: 'it has not answered yet' } } as unknown as ReturnType<typeof clusterOf>);
}

/** Fails when the timeout is over, as requests do. */
const noAnswer = (_: ApiRequest, signal: AbortSignal): Promise<unknown> => new Promise((_resolve, reject) => {
  signal.addEventListener('abort', () => reject(new Error('aborted')));
});

/** Identifies a cluster whose timeout of five seconds is over. */
async function identifiedLate(): Promise<unknown> {
  jest.useFakeTimers();
  try {
    const identity = identify({ kubeconfig: 'blue' });
    await jest.advanceTimersByTimeAsync(5_000);
    return await identity;
  } finally {
    jest.useRealTimers();
  }
}

test('a cluster is identified by the uid of its Namespace kube-system', async () => {
  const requests: unknown[] = [];
  answer(({ method, path }) => {
    requests.push([method, path]);
    return Promise.resolve({ metadata: { name: 'kube-system', uid: '7f6c' } });
  });
  expect(await identify({ kubeconfig: 'blue' })).toEqual({ uid: '7f6c' });
  expect(requests).toEqual([['GET', '/api/v1/namespaces/kube-system']]);
  expect(clusterOf).toHaveBeenCalledWith({ kubeconfig: 'blue' });
});

test.each<[string, () => Promise<unknown>, string]>([
  ['of its error', () => Promise.reject(new Error('namespaces is forbidden')), 'namespaces is forbidden'],
  ['the Namespace has no uid', () => Promise.resolve({ metadata: { name: 'kube-system' } }), 'its Namespace kube-system has no uid'],
])('a cluster has no identity because %s', async (_, request, why) => {
  answer(request);
  expect(await identify({})).toEqual({ why });
});

test('a cluster that does not answer in time has no identity, because of the last problem if there was one', async () => {
  answer(noAnswer);
  expect(await identifiedLate()).toEqual({ why: 'no answer within 5 s: it has not answered yet' });
  answer((request, signal) => {
    request.onRetry?.('connection refused');
    return noAnswer(request, signal);
  });
  expect(await identifiedLate()).toEqual({ why: 'connection refused' });
});
