import { FakeCluster } from '../pulumi/fake-cluster';
import { installOperator, runOlm, serveCatalog } from '../pulumi/state/cluster-objects';
import { ClusterConnection, readManifests, removeObjects, uninstallOlm, waitFor } from '../../lib/cluster';
import { manifestFile } from '../cli/act/cluster-command';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'team' },
  spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
};

describe('a cluster', () => {
  let cluster: FakeCluster;
  let connection: ClusterConnection;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    cluster = new FakeCluster('blue');
    connection = ClusterConnection.of(cluster.watched.client, 'team');
  });
  afterEach(() => jest.useRealTimers());

  /** Waits for something while the clock of the test advances. */
  async function during<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const ended = work.finally(() => isOver = true);
    while (!isOver as boolean) {
      await jest.advanceTimersByTimeAsync(50);
    }
    return ended;
  }

  it('is waited for', async () => {
    runOlm(cluster);
    serveCatalog(cluster);
    installOperator(cluster);
    const lines: string[] = [];
    const manifests = await readManifests([manifestFile(SUBSCRIPTION)]);
    const report = await during(waitFor(connection, manifests, { print: (line) => lines.push(line) }));
    expect(report).toEqual({ results: [expect.objectContaining({ subject: 'operator team/hello', state: 'done', detail: 'hello.v1.0.0 (whatever the channel offers now)' })], notes: [], changes: [] });
    expect(lines).toContainEqual(expect.stringContaining('operator team/hello: settling'));
  });

  it('reports in a result why something is not ready', async () => {
    runOlm(cluster);
    const { results } = await during(waitFor(connection, await readManifests([manifestFile(SUBSCRIPTION)]), { timeout: 1000 }));
    expect(results).toMatchObject([{ state: 'failed', object: { kind: 'Subscription', namespace: 'team', name: 'hello' }, explanation: { timedOut: true } }]);
  });

  it('has nothing to wait for without manifests of OLM', async () => {
    expect(await during(waitFor(connection, []))).toEqual({ results: [], notes: [], changes: [] });
  });

  it('is not changed by a dry run', async () => {
    runOlm(cluster);
    serveCatalog(cluster);
    installOperator(cluster);
    const { results } = await during(removeObjects(connection, ['subscription/hello'], { dryRun: true, operands: 'ignore' }));
    expect(results).toMatchObject([{ subject: 'removal of operator team/hello', state: 'done' }]);
    expect(results[0]!.foreseen).toContainEqual({ action: 'delete', kind: 'Subscription', namespace: 'team', name: 'hello', reason: expect.any(String) as string });
    expect(cluster.changes).toEqual([]);
  });

  describe('after the removal of two operators of a namespace', () => {
    const SECOND = { path: '/apis/operators.coreos.com/v1alpha1/subscriptions', namespace: 'team', spec: { name: 'second', channel: 'stable', source: 'shop', sourceNamespace: 'olm' } };
    beforeEach(() => {
      runOlm(cluster);
      serveCatalog(cluster);
      installOperator(cluster);
      cluster.add({ ...SECOND, name: 'second' });
    });

    it.each([
      ['a dry run', true, ['second', 'hello']], ['a dry run in the other order', true, ['hello', 'second']],
      ['a removal', false, ['second', 'hello']], ['a removal in the other order', false, ['hello', 'second']],
    ])('has the same reason for what both leave, without what %s removes', async (_, dryRun, names) => {
      const { results } = await during(removeObjects(connection, names.map((name) => `subscription/${name}`), { dryRun, operands: 'ignore' }));
      const reasons = results.flatMap(({ left }) => left).filter(({ object }) => object === 'OperatorGroup team/hello').map(({ reason }) => reason);
      expect(results.map(({ state }) => state)).toEqual(['done', 'done']);
      expect(reasons).toHaveLength(2);
      expect(new Set(reasons)).toEqual(new Set(['no operator of the namespace uses it any longer; to delete it, run kubectl delete operatorgroup -n team hello']));
    });

    it('has the other operator as the reason if that stays', async () => {
      cluster.add({ ...SECOND, name: 'third' });
      const { results } = await during(removeObjects(connection, ['subscription/second', 'subscription/hello'], { dryRun: true, operands: 'ignore' }));
      expect(results.flatMap(({ left }) => left).filter(({ object }) => object === 'OperatorGroup team/hello')).toEqual(Array.from({ length: 2 }, () => (
        { object: 'OperatorGroup team/hello', reason: 'in use by Subscription team/third' }
      )));
    });
  });

  it('may have no OLM to uninstall', async () => {
    expect(await during(uninstallOlm(connection))).toBeUndefined();
  });

  it('is an error if there is no kubeconfig', () => {
    expect(() => ClusterConnection.open({ environment: { HOME: '/nowhere', KUBECONFIG: '/nowhere/config' } })).toThrow(/no kubeconfig/);
  });
});
