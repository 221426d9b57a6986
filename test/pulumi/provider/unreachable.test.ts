import type { FakeCluster } from '../fake-cluster';
import { clusterWithOperator } from '../state/cluster-objects';
import { catalogReady, operatorReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const OPERATOR = {
  kubeconfig: 'blue', namespace: 'team', subscription: 'hello', package: 'hello', timeouts: { settling: 0, total: 5, transientGrace: 0, terminalGrace: 0 },
};

let blue: FakeCluster;
let lines: string[];
let outputs: JsonMap;

beforeEach(async () => {
  lines = printedLines();
  blue = clusterWithOperator();
  const { clusterUid: _, ...outs } = (await operatorReady.create(OPERATOR)).outs;
  outputs = outs;
  lines.length = 0;
});

afterEach(() => jest.restoreAllMocks());

describe('a cluster that does not answer', () => {
  beforeEach(() => blue.stop());

  it('makes a removal fail, with what to do if the cluster was deleted', async () => {
    await expect(operatorReady.delete('id', outputs)).rejects.toThrow(
      /connection refused[^]*if that cluster was deleted, run it again with PULUMI_K8S_DELETE_UNREACHABLE=true in the environment$/,
    );
  });

  it('makes a removal succeed if a setting allows it', async () => {
    await operatorReady.delete('id', { ...outputs, deleteUnreachable: true });
    expect(lines).toEqual([expect.stringMatching(/^removal of operator team\/hello: skipped because of deleteUnreachable: .*connection refused/)]);
  });

  describe('for a minute', () => {
    /** Returns how a refresh ends. */
    const refreshed = async (state: JsonMap): Promise<unknown> => {
      jest.useFakeTimers();
      try {
        const end = operatorReady.read('id', state).catch((error: Error) => error.message);
        await jest.advanceTimersByTimeAsync(61_000);
        return await end;
      } finally {
        jest.useRealTimers();
      }
    };

    it('makes a refresh fail', async () => {
      expect(await refreshed(outputs)).toMatch(/operator team\/hello could not be inspected: [^\n]*\n {2}- [^]*connection refused/);
    });

    it('makes a refresh drop the resource if a setting allows it', async () => {
      expect(await refreshed({ ...outputs, deleteUnreachable: true })).toEqual({ id: '', props: {} });
      expect(lines).toEqual([expect.stringMatching(/^operator team\/hello: considered deleted because of deleteUnreachable: operator team\/hello could not be inspected/)]);
    });
  });
});

describe('a cluster whose OLM was removed', () => {
  beforeEach(() => blue.unserve('operators.coreos.com'));

  it('has no catalogs and no operators', async () => {
    expect(await operatorReady.read('id', outputs)).toEqual({ id: '', props: {} });
    expect(await catalogReady.read('id', { kubeconfig: 'blue', namespace: 'olm', name: 'shop', ready: true })).toEqual({ id: '', props: {} });
  });
});
