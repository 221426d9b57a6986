import { clusterChange, identify, otherCluster } from '../../../lib/pulumi/waiters/cluster-identity';
import type { ClusterIdentity } from '../../../lib/pulumi/waiters/cluster-identity';
import { UNKNOWN } from '../../../lib/pulumi/waiters/input-checks';
import { textField } from '../../../lib/bundle/json-value';
import type { JsonMap } from '../../../lib/bundle/json-value';

/** Clusters by the kubeconfig and context that name them. */
const CLUSTERS: { readonly [named: string]: ClusterIdentity } = {
  'old': { uid: '1' }, 'old-renewed': { uid: '1' }, 'new': { uid: '2' }, 'old new': { uid: '2' }, 'gone': { why: 'nothing listens there' },
};

async function change(outputs: JsonMap, inputs: JsonMap): Promise<{ readonly change: unknown; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const found = await clusterChange(outputs, inputs, (named) => {
    const of = ['kubeconfig', 'context'].map((key) => textField(named, key)).filter((part) => part !== undefined).join(' ');
    asked.push(of);
    return Promise.resolve(CLUSTERS[of] ?? { why: 'forbidden' });
  });
  return { change: found, asked };
}

describe('a kubeconfig that changed', () => {
  test.each<[string, JsonMap, JsonMap, unknown, readonly string[]]>([
    ['is not asked about when it did not', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'old' }, { kind: 'same' }, []],
    ['is not asked about when neither says one', { context: null, clusterUid: '1' }, {}, { kind: 'same' }, []],
    ['names the same cluster', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'old-renewed' }, { kind: 'same' }, ['old-renewed']],
    ['names another cluster', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'new' }, { kind: 'another' }, ['new']],
    ['names another cluster by its context', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'old', context: 'new' }, { kind: 'another' }, ['old new']],
    [
      'names another cluster than one whose uid an older release did not note',
      { kubeconfig: 'old' }, { kubeconfig: 'new' }, { kind: 'another' }, ['new', 'old'],
    ],
    [
      'names a cluster that does not answer', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'gone' },
      { kind: 'unclear', why: 'the cluster that is named now cannot be asked: nothing listens there' }, ['gone'],
    ],
    [
      'takes the place of one whose cluster does not answer', { kubeconfig: 'gone' }, { kubeconfig: 'new' },
      { kind: 'unclear', why: 'the cluster that was named before cannot be asked: nothing listens there' }, ['new', 'gone'],
    ],
    [
      'is not known in a preview', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: UNKNOWN },
      { kind: 'unclear', why: 'kubeconfig will be known in `up` only' }, [],
    ],
  ])('%s', async (_, outputs, inputs, expected, asked) => {
    expect(await change(outputs, inputs)).toEqual({ change: expected, asked });
  });
});

describe('the cluster that is there now', () => {
  test.each<[string, JsonMap, ClusterIdentity, boolean]>([
    ['is the one of before', { clusterUid: '1' }, { uid: '1' }, false],
    ['is another one', { clusterUid: '1' }, { uid: '2' }, true],
    ['counts as the same where its uid cannot be read', { clusterUid: '1' }, { why: 'forbidden' }, false],
    ['counts as the same where the uid of before was not noted', {}, { uid: '2' }, false],
  ])('%s', (_, outputs, now, isOther) => {
    expect(otherCluster(outputs, now) !== undefined).toBe(isOther);
  });
});

test('a kubeconfig that names nothing is a reason, not an error', async () => {
  expect(await identify({ kubeconfig: '{}', context: 'prod' })).toEqual({ why: expect.stringContaining("has no context 'prod'") as unknown });
});
