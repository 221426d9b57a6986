import type { JsonMap } from '../../../lib/formats/json/json-value';
import { catalogReady } from '../../../lib/pulumi/waiters';
import { FakeCluster, type FakeObject } from '../fake-cluster';
import { notReady } from '../not-ready';
import { printedLines } from '../printed-lines';
import { runOlm, serveCatalog } from '../state/cluster-objects';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = { kubeconfig: 'blue', namespace: 'olm', name: 'shop', timeouts: { total: 0.5 } };

/** The Deployment that serves the catalog, without a pod. */
const STOPPED: FakeObject = {
  path: '/apis/apps/v1/deployments', name: 'shop', namespace: 'olm', metadata: { generation: 1 }, spec: { replicas: 1 },
  status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 0 },
};

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  runOlm(blue);
  serveCatalog(blue);
});

afterEach(() => jest.restoreAllMocks());

const ready = async (more: JsonMap = {}): Promise<JsonMap> => (await catalogReady.create({ ...INPUTS, ...more })).outs;

describe('the provider of CatalogReady', () => {
  it.each<JsonMap>([{}, { deployment: 'shop' }])('outputs that the catalog is ready: %j', async (more) => {
    expect(await ready(more)).toEqual({ ...INPUTS, ...more, clusterUid: 'uid-of-blue', ready: true, drift: [], schemaVersion: 1 });
    expect(lines.at(-1)).toMatch(/^catalog olm\/shop: ready after /);
  });

  it('waits for the Deployment of the catalog if there is one', async () => {
    blue.add(STOPPED);
    expect(await ready()).toMatchObject({ ready: true });
    const { reasons, properties } = await notReady(ready({ deployment: 'shop' }));
    expect(reasons.join()).toContain('catalog olm/shop did not become ready');
    expect(reasons.join()).toContain('waiting for Deployment shop to be rolled out (0 of 1 pods available)');
    expect(properties).toEqual({ ...INPUTS, deployment: 'shop', clusterUid: 'uid-of-blue', ready: false, schemaVersion: 1 });
  });

  it('reports on a refresh that OLM has no connection to the catalog', async () => {
    const outputs = await ready();
    blue.add({
      path: '/apis/operators.coreos.com/v1alpha1/catalogsources', name: 'shop', namespace: 'olm', spec: { sourceType: 'grpc', address: 'shop.olm.svc:50051' },
      status: { connectionState: { lastObservedState: 'CONNECTING', address: 'shop.olm.svc:50051' } },
    });
    const drift = ['CatalogSource olm/shop does not answer: OLM has no connection to shop.olm.svc:50051 (CONNECTING)'];
    expect(await catalogReady.read('id', outputs)).toEqual({ id: 'id', props: { ...outputs, drift } });
  });

  it.each([['name', 'other'], ['namespace', 'other']])('is the catalog of one name in one namespace: with another %s, there is none', async (input, value) => {
    expect(await catalogReady.read('id', { ...await ready(), [input]: value })).toEqual({ id: '', props: {} });
  });
});
