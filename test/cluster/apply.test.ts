import { applyManifests, type ApplyOptions } from '../../lib/cluster/apply';
import { ApiError } from '../../lib/cluster/client/client-error';
import { ClusterConnection } from '../../lib/cluster/cluster-connection';
import type { ApplyResult } from '../../lib/cluster/operations/apply-manifests';
import type { Manifest } from '../../lib/cluster/operations/manifests';
import type { JsonMap } from '../../lib/formats/json/json-value';
import { FakeCluster } from '../pulumi/fake-cluster';

const NAMESPACE = object('v1', 'Namespace', { name: 'team' });
const CRD = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { name: 'hellos.demo.test' }, {
  spec: { group: 'demo.test', names: { kind: 'Hello', plural: 'hellos' }, versions: [{ name: 'v1', served: true, storage: true }] },
});
const HELLO = object('demo.test/v1', 'Hello', { name: 'first', namespace: 'team' }, { spec: { whom: 'world' } });
const CONFIG = object('v1', 'ConfigMap', { name: 'settings', namespace: 'team' }, { data: { size: 'small' } });
const ALL = [HELLO, CONFIG, CRD, NAMESPACE];

function object(apiVersion: string, kind: string, metadata: { readonly name: string; readonly namespace?: string }, fields: object = {}): Manifest {
  const content = { apiVersion, kind, metadata, ...fields } as unknown as JsonMap;
  return { apiVersion, kind, ...metadata, object: content, source: 'test.yaml' };
}

let cluster: FakeCluster;
beforeEach(() => cluster = new FakeCluster('blue'));

const apply = (manifests: readonly Manifest[], options: ApplyOptions = {}): Promise<ApplyResult[]> => (
  applyManifests(ClusterConnection.of(cluster.watched.client, 'default'), manifests, options)
);

/** Each result as one line. */
const lines = (results: readonly ApplyResult[]): string[] => results.map(({ object: { kind, name }, state, changes, reason }) => (
  [kind, name, state, ...changes, ...(reason === undefined ? [] : [`(${reason})`])].join(' ')
));

const APPLIED = ['Namespace team created', 'CustomResourceDefinition hellos.demo.test created', 'Hello first created', 'ConfigMap settings created'];

describe('applyManifests', () => {
  it('applies Namespaces, CRDs, and then the rest in its order, with a field manager of its own', async () => {
    expect(lines(await apply(ALL))).toEqual(APPLIED);
    expect(cluster.changes).toEqual([
      'APPLY /api/v1/namespaces/team', 'APPLY /apis/apiextensions.k8s.io/v1/customresourcedefinitions/hellos.demo.test',
      'APPLY /apis/demo.test/v1/namespaces/team/hellos/first', 'APPLY /api/v1/namespaces/team/configmaps/settings',
    ]);
  });

  it('reports what an apply changes', async () => {
    await apply(ALL);
    expect(lines(await apply([NAMESPACE, { ...CONFIG, object: { ...CONFIG.object, data: { size: 'large' } } }]))).toEqual([
      'Namespace team unchanged', 'ConfigMap settings changed data.size',
    ]);
  });

  it('puts objects without a namespace into that of the connection', async () => {
    cluster.add({ path: '/api/v1/namespaces', name: 'default' });
    const [result] = await apply([object('v1', 'ConfigMap', { name: 'settings' })]);
    expect(result).toMatchObject({ object: { namespace: 'default' }, state: 'created' });
  });

  it('stores nothing in a dry run, and says what the API server could not check', async () => {
    expect(lines(await apply(ALL, { dryRun: true }))).toEqual([
      'Namespace team created', 'CustomResourceDefinition hellos.demo.test created',
      'Hello first created (not checked by the API server: the CRD of its kind does not exist yet)',
      'ConfigMap settings created (not checked by the API server: Namespace team does not exist yet)',
    ]);
    expect(cluster.object('Namespace', 'team')).toBeUndefined();
  });

  it('finds all problems in a dry run', async () => {
    cluster.refuse('settings', new ApiError(422, 'Invalid', 'data: Invalid value'));
    expect(lines(await apply([object('other.test/v1', 'Other', { name: 'one' }), NAMESPACE, CONFIG], { dryRun: true })).map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'Namespace team created', 'Other one failed', 'ConfigMap settings failed',
    ]);
  });

  const refusals: [string, ApiError, RegExp][] = [
    ['a conflict', new ApiError(409, 'Conflict', 'Apply failed with 1 conflict: conflict with "kubectl": .data.size'), /conflict with "kubectl".*--force-conflicts/],
    ['missing rights', new ApiError(403, 'Forbidden', "the account 'me' is not allowed to patch configmaps"), /needs get, create and patch on configmaps/],
    ['a Namespace that is being deleted', new ApiError(403, 'Forbidden', 'namespace team is being terminated'), /explain namespace\/team/],
    ['a webhook', new ApiError(403, 'Forbidden', 'admission webhook "policy" denied the request: no'), /policy of the cluster/],
    ['an immutable field', new ApiError(422, 'Invalid', 'data: field is immutable when `immutable` is set'), /keep the value/],
    ['an invalid object', new ApiError(422, 'Invalid', 'data: Invalid value'), /correct the object/],
    ['rejected credentials', new ApiError(401, 'Unauthorized', 'the credentials have expired'), /renew the credentials/],
  ];

  it.each(refusals)('stops at %s, and says what is applied and what is not', async (_, error, message) => {
    cluster.refuse('settings', error);
    const results = await apply([...ALL, { ...CONFIG, name: 'other' }]);
    expect(lines(results.slice(0, 3))).toEqual(APPLIED.slice(0, 3));
    expect(results[3]).toMatchObject({ state: 'failed', problem: error.reason === 'Unauthorized' || /not allowed/.test(error.message) ? 'denied' : expect.not.stringMatching('timeout') as string, reason: expect.stringMatching(message) as string });
    expect(lines(results.slice(4))).toEqual(['ConfigMap other skipped (ConfigMap settings failed)']);
  });

  it('takes fields over on request', async () => {
    await apply(ALL);
    cluster.manage('settings', 'data.size');
    const changed = { ...CONFIG, object: { ...CONFIG.object, data: { size: 'large' } } };
    expect(lines(await apply([changed]))).toEqual([expect.stringMatching(/^ConfigMap settings failed .*conflict with "kubectl": \.data\.size/) as string]);
    expect(lines(await apply([changed], { forceConflicts: true }))).toEqual(['ConfigMap settings changed data.size']);
  });

  it.each([
    ['operators.coreos.com/v1alpha1', 'Subscription', '`olm-constructs install olm`'],
    ['olm.operatorframework.io/v1', 'ClusterExtension', 'install OLM v1'],
    ['cert-manager.io/v1', 'Certificate', 'install what provides it first'],
  ])('names the remedy for a kind of %s that the cluster does not serve', async (apiVersion, kind, remedy) => {
    const [result] = await apply([object(apiVersion, kind, { name: 'one' })]);
    expect(result).toMatchObject({ state: 'failed', reason: expect.stringContaining(`the cluster serves no kind ${kind} of ${apiVersion}; `) as string });
    expect(result!.reason).toContain(remedy);
  });

  it('names the Namespace that is missing', async () => {
    expect(lines(await apply([CONFIG]))).toEqual(['ConfigMap settings failed (namespaces "team" not found; create the Namespace team first)']);
  });

  it('ends at its timeout, with the last problem', async () => {
    jest.spyOn(cluster.watched.client, 'request').mockImplementation(({ onRetry }, signal) => new Promise((_, reject) => {
      onRetry?.('too many requests');
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }));
    expect(lines(await apply([NAMESPACE, CONFIG], { timeout: 20 }))).toEqual([
      'Namespace team failed (not applied within 1 s: too many requests; run the command again, or set a longer --timeout)', 'ConfigMap settings skipped (Namespace team failed)',
    ]);
  });

  it('says after an interruption what may be applied', async () => {
    const ending = new AbortController();
    const request = cluster.watched.client.request.bind(cluster.watched.client);
    jest.spyOn(cluster.watched.client, 'request').mockImplementation((asked, signal) => {
      if (!asked.path.includes('/configmaps/')) {
        return request(asked, signal);
      }
      ending.abort(new Error('interrupted'));
      return Promise.reject(new Error('interrupted'));
    });
    const results = await apply([NAMESPACE, CONFIG, { ...CONFIG, name: 'other' }], { signal: ending.signal });
    expect(results.map(({ state }) => state)).toEqual(['created', 'interrupted', 'skipped']);
  });

  it('throws if the cluster cannot be reached', async () => {
    cluster.stop();
    await expect(apply([NAMESPACE])).rejects.toThrow('connection refused');
  });
});
