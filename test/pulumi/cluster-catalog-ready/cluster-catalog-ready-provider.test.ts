import { FakeCluster } from '../fake-cluster';
import { notReady } from '../not-ready';
import { clusterCatalog } from '../olm-v1-objects';
import { clusterCatalogReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = { kubeconfig: 'blue', name: 'shop', timeouts: { total: 5 } };
const PATH = '/apis/olm.operatorframework.io/v1/clustercatalogs/shop';

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  blue.add(clusterCatalog());
});

afterEach(() => jest.restoreAllMocks());

const ready = async (more: JsonMap = {}): Promise<JsonMap> => (await clusterCatalogReady.create({ ...INPUTS, ...more })).outs;

describe('the provider of ClusterCatalogReady', () => {
  it('outputs what catalogd serves', async () => {
    expect(await ready()).toMatchObject({
      name: 'shop', ready: true, drift: [], disabled: false, resolvedImage: 'quay.io/demo/shop@sha256:a', baseUrl: 'https://catalogd/catalogs/shop',
    });
  });

  it('prints a warning for a disabled catalog, and nothing else for one that is served', async () => {
    await ready();
    expect(lines).toEqual([expect.stringMatching(/^cluster catalog shop: ready after /)]);
    blue.add({
      ...clusterCatalog(), spec: { availabilityMode: 'Unavailable' },
      status: { conditions: [{ type: 'Serving', status: 'False', reason: 'UserSpecifiedUnavailable', message: '', observedGeneration: 1 }] },
    });
    expect(await ready()).toMatchObject({ ready: true, disabled: true });
    expect(lines[1]).toBe('cluster catalog shop: warning: it is disabled, so OLM v1 resolves nothing from it');
  });

  it('outputs what a catalog that is not ready has reached', async () => {
    const { status, ...catalog } = clusterCatalog('no space left');
    blue.add({ ...catalog, status: { ...status as object, resolvedSource: { image: { ref: 'quay.io/demo/shop@sha256:b' } } } });
    expect((await notReady(ready({ timeouts: { terminalGrace: 0 } }))).properties).toMatchObject({ ready: false, resolvedImage: 'quay.io/demo/shop@sha256:b', disabled: false });
  });

  it('keeps a resource that is not ready, with the explanation', async () => {
    blue.add(clusterCatalog('source catalog content: terminal error: error parsing image reference "x"'));
    const { properties, reasons } = await notReady(ready());
    expect(properties).toMatchObject({ name: 'shop', ready: false });
    expect(reasons.join()).toContain('ClusterCatalog shop cannot be served: source catalog content: error parsing image reference "x"');
  });

  it('names invalid inputs', async () => {
    const { failures } = await clusterCatalogReady.check({}, { remove: 'yes' });
    expect(failures).toEqual([{ property: 'name', reason: 'is missing' }, { property: 'remove', reason: expect.stringContaining('must be true or false') as string }]);
  });

  it('reports on a refresh what is served now, and why it is not served', async () => {
    const outputs = await ready();
    expect(await clusterCatalogReady.read('id', outputs)).toEqual({ id: 'id', props: outputs });
    expect((await clusterCatalogReady.read('id', { ...outputs, resolvedImage: 'older', baseUrl: 'older', disabled: true })).props).toEqual(outputs);
    blue.add(clusterCatalog('no space left'));
    expect((await clusterCatalogReady.read('id', outputs)).props).toMatchObject({ drift: ['ClusterCatalog shop cannot be served: no space left'] });
    blue.remove('shop');
    expect(await clusterCatalogReady.read('id', outputs)).toEqual({ id: '', props: {} });
  });

  it('deletes nothing unless it owns the catalog', async () => {
    await clusterCatalogReady.delete('id', await ready());
    expect(blue.changes).toEqual([]);
  });

  it('deletes a catalog that it owns', async () => {
    await clusterCatalogReady.delete('id', await ready({ remove: true }));
    expect(blue.changes).toEqual([`DELETE ${PATH}`]);
  });

  it('keeps a catalog if only waiting was turned off', async () => {
    const outputs = await ready({ remove: true });
    blue.add({ ...clusterCatalog(), metadata: { generation: 1, annotations: { 'olm-constructs/waiter': 'none' } } });
    await clusterCatalogReady.delete('id', outputs);
    expect(blue.changes).toEqual([]);
    expect(lines).toContain('removal of cluster catalog shop: left ClusterCatalog shop: kept, together with its content: only waiting was turned off');
  });

  it('explains what keeps a catalog from being deleted', async () => {
    const outputs = await ready({ remove: true, timeouts: { total: 1 } });
    blue.hold('shop');
    await expect(clusterCatalogReady.delete('id', outputs)).rejects.toThrow('ClusterCatalog shop is being deleted but still exists');
  });
});
