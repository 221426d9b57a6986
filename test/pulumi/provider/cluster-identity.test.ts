import { type JsonMap, stringField } from '../../../lib/formats/json/json-value';
import { clusterChange, type ClusterIdentity, identify, otherCluster } from '../../../lib/pulumi/provider/cluster-identity';
import { UNKNOWN } from '../../../lib/pulumi/provider/inputs';

/** Clusters by the kubeconfig and context that select them. */
const CLUSTERS: { readonly [named: string]: ClusterIdentity } = {
  'old': { uid: '1' }, 'old-renewed': { uid: '1' }, 'new': { uid: '2' }, 'old new': { uid: '2' }, 'gone': { why: 'nothing listens there' },
};

async function change(outputs: JsonMap, inputs: JsonMap): Promise<{ readonly change: unknown; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const found = await clusterChange(outputs, inputs, (named) => {
    const of = ['kubeconfig', 'context'].map((key) => stringField(named, key)).filter((part) => part !== undefined).join(' ');
    asked.push(of);
    return Promise.resolve(CLUSTERS[of] ?? { why: 'forbidden' });
  });
  return { change: found, asked };
}

describe('a change of the kubeconfig', () => {
  test.each<[string, JsonMap, JsonMap, unknown, readonly string[]]>([
    ['sends no request if there is none', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'old' }, { kind: 'same' }, []],
    ['sends no request if neither is set', { context: null, clusterUid: '1' }, {}, { kind: 'same' }, []],
    ['to the same cluster', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'old-renewed' }, { kind: 'same' }, ['old-renewed']],
    ['to another cluster', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'new' }, { kind: 'another' }, ['new']],
    ['to another cluster by the context', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'old', context: 'new' }, { kind: 'another' }, ['old new']],
    [
      'to another cluster if the state has no uid',
      { kubeconfig: 'old' }, { kubeconfig: 'new' }, { kind: 'another' }, ['new', 'old'],
    ],
    [
      'to a cluster that does not answer', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: 'gone' },
      { kind: 'unclear', why: 'the new cluster cannot be identified: nothing listens there' }, ['gone'],
    ],
    [
      'from a cluster that does not answer', { kubeconfig: 'gone' }, { kubeconfig: 'new' },
      { kind: 'unclear', why: 'the old cluster cannot be identified: nothing listens there' }, ['new', 'gone'],
    ],
    [
      'that is not known in a preview', { kubeconfig: 'old', clusterUid: '1' }, { kubeconfig: UNKNOWN },
      { kind: 'unclear', why: 'kubeconfig will be known only during `up`' }, [],
    ],
  ])('%s', async (_, outputs, inputs, expected, asked) => {
    expect(await change(outputs, inputs)).toEqual({ change: expected, asked });
  });
});

describe('the selected cluster', () => {
  test.each<[string, JsonMap, ClusterIdentity, boolean]>([
    ['is the same', { clusterUid: '1' }, { uid: '1' }, false],
    ['is another one', { clusterUid: '1' }, { uid: '2' }, true],
    ['counts as the same if its uid cannot be read', { clusterUid: '1' }, { why: 'forbidden' }, false],
    ['counts as the same if the state has no uid', {}, { uid: '2' }, false],
  ])('%s', (_, outputs, now, isOther) => {
    expect(otherCluster(outputs, now) !== undefined).toBe(isOther);
  });
});

test('an unknown context is a reason, not an error', async () => {
  expect(await identify({ kubeconfig: '{}', context: 'prod' })).toEqual({ why: expect.stringContaining("has no context 'prod'") as unknown });
});
