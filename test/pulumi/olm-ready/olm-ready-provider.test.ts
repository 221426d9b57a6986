import type { JsonMap } from '../../../lib/formats/json/json-value';
import { olmReady } from '../../../lib/pulumi/waiters';
import { FakeCluster, type FakeObject } from '../fake-cluster';
import { notReady } from '../not-ready';
import { printedLines } from '../printed-lines';
import { installOperator, runOlm } from '../state/cluster-objects';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const PARTS = {
  crds: ['subscriptions.operators.coreos.com'], deployments: [{ namespace: 'olm', name: 'olm-operator' }], csvs: [{ namespace: 'olm', name: 'packageserver' }],
  apiServices: ['v1.packages.operators.coreos.com'],
};
const CONTROLLERS = {
  title: 'controllers', reason: 'nothing needs them', targets: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'olm', name: 'olm-operator' }],
};
const CSV = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' };
const CSVS = { title: 'operators', reason: 'OLM removes them', targets: [{ ...CSV, namespace: 'olm', name: 'packageserver' }, CSV] };
const RELEASE = { version: '0.46.0', crds: [] };
const INPUTS = { kubeconfig: 'blue', parts: PARTS, removal: [CSVS, CONTROLLERS], timeouts: { settling: 0, total: 0.5, terminalGrace: 0.2 } };

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  runOlm(blue);
});

afterEach(() => jest.restoreAllMocks());

const ready = async (more: JsonMap = {}): Promise<JsonMap> => (await olmReady.create({ ...INPUTS, ...more })).outs;

function olmOperator(availableReplicas: number, annotations: object = {}): FakeObject {
  return {
    path: '/apis/apps/v1/deployments', name: 'olm-operator', namespace: 'olm', metadata: { generation: 1, annotations }, spec: { replicas: 1 },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas },
  };
}

describe('the provider of OlmReady', () => {
  it('outputs that OLM is ready', async () => {
    expect(await olmReady.create(INPUTS)).toEqual({ id: 'OLM', outs: { ...INPUTS, clusterUid: 'uid-of-blue', ready: true, drift: [], schemaVersion: 1 } });
    expect(lines.at(-1)).toMatch(/^OLM: ready after /);
  });

  it.each<[string, JsonMap, string]>([
    ['CRDs', { crds: ['operators.operators.coreos.com'] }, 'CustomResourceDefinition operators.operators.coreos.com'],
    ['Deployments', { deployments: [{ namespace: 'olm', name: 'catalog-operator' }] }, 'Deployment olm/catalog-operator'],
    ['ClusterServiceVersions', { csvs: [{ namespace: 'other', name: 'packageserver' }] }, 'ClusterServiceVersion other/packageserver'],
    ['APIServices', { apiServices: ['v2.packages.operators.coreos.com'] }, 'APIService v2.packages.operators.coreos.com'],
  ])('waits for all parts: %s', async (_, parts, title) => {
    const { reasons } = await notReady(ready({ parts: { ...PARTS, ...parts } }));
    expect(reasons.join()).toContain(title);
  });

  it('waits for the version of packageserver that belongs to the release', async () => {
    blue.add({
      path: '/apis/operators.coreos.com/v1alpha1/clusterserviceversions', name: 'packageserver', namespace: 'olm', spec: { version: '0.45.0' },
      status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
    });
    expect((await notReady(ready({ release: RELEASE }))).reasons.join()).toContain('ClusterServiceVersion olm/packageserver');
    expect(await ready({ release: { ...RELEASE, version: '0.45.0' } })).toMatchObject({ ready: true });
  });

  it('refuses a release that loses objects only if the inputs are valid otherwise', async () => {
    const before = { ...INPUTS, release: { version: '0.46.0', crds: [{ name: 'things.example.com', stored: 'v1', versions: ['v1'] }] } };
    const inputs = { ...INPUTS, release: { version: '0.45.0', crds: [] } };
    const refused = async (from: JsonMap, to: JsonMap): Promise<string[]> => (
      (await olmReady.check(from, to)).failures.map(({ property }) => property)
    );
    expect(await refused(before, inputs)).toEqual(['release']);
    expect(await refused(before, { ...inputs, onDestroy: { force: 'yes' } })).toEqual(['onDestroy']);
    expect(await refused({}, inputs)).toEqual([]);
  });

  it.each<[string, JsonMap, boolean]>([
    ['another target', { ...CONTROLLERS, targets: [...CONTROLLERS.targets, { apiVersion: 'v1', kind: 'Namespace', name: 'olm' }] }, true],
    ['a target in kube-system, which earlier releases left behind',
      { ...CONTROLLERS, targets: [...CONTROLLERS.targets, { apiVersion: 'v1', kind: 'Service', namespace: 'kube-system', name: 'kubelet' }] }, false],
    ['another title', { ...CONTROLLERS, title: 'the controllers', reason: '' }, false],
  ])('plans an update for a step of the removal with %s', async (_, step, changes) => {
    expect(await olmReady.diff('OLM', await ready(), { ...INPUTS, removal: [CSVS, step] })).toEqual({ changes, replaces: [], deleteBeforeReplace: false });
    const kubeSystem = { ...CONTROLLERS, targets: [{ apiVersion: 'v1', kind: 'Service', namespace: 'kube-system', name: 'kubelet' }] };
    expect(await olmReady.diff('OLM', await ready(), { ...INPUTS, removal: [CSVS, CONTROLLERS, kubeSystem] })).toMatchObject({ changes: false });
  });

  it('reports parts that are missing or not available on a refresh, until all are gone', async () => {
    const outputs = await ready();
    expect(await olmReady.read('OLM', outputs)).toEqual({ id: 'OLM', props: outputs });
    blue.add(olmOperator(0));
    expect((await olmReady.read('OLM', outputs)).props['drift']).toEqual(['Deployment olm/olm-operator: 0 of 1 pods available']);
    blue.remove('olm-operator');
    expect((await olmReady.read('OLM', outputs)).props['drift']).toEqual(['Deployment olm/olm-operator no longer exists']);
    blue.remove('subscriptions.operators.coreos.com');
    expect(await olmReady.read('OLM', outputs)).toEqual({ id: '', props: {} });
  });
});

describe('the removal of OLM', () => {
  it('removes what there is if the state lacks parts and steps', async () => {
    const removed = { ...await ready(), parts: {}, removal: [] };
    await olmReady.delete('OLM', removed);
    await olmReady.delete('OLM', { ...removed, wait: false });
    expect(blue.changes).toEqual([]);
  });

  const DELETED = [
    'DELETE /apis/operators.coreos.com/v1alpha1/namespaces/olm/clusterserviceversions/packageserver', 'DELETE /apis/apps/v1/namespaces/olm/deployments/olm-operator',
  ];

  it('deletes the objects of all steps in their order', async () => {
    await olmReady.delete('OLM', await ready());
    expect(blue.changes).toEqual(DELETED);
    expect(lines.at(-1)).toMatch(/^removal of OLM: done after /);
    expect(lines.join('\n')).toContain('deletes the objects of the step "operators"');
  });

  it('deletes nothing while there are operators, unless it is to remove them', async () => {
    const outputs = await ready();
    installOperator(blue);
    await expect(olmReady.delete('OLM', outputs)).rejects.toThrow('OLM still manages one operator: team/hello.v1.0.0');
    expect(blue.changes).toEqual([]);
    await olmReady.delete('OLM', { ...outputs, onDestroy: { removeOperators: true }, timeouts: { total: 5 } });
    expect(blue.changes).toHaveLength(3);
  });

  it('keeps OLM if only waiting was turned off', async () => {
    const outputs = await ready();
    blue.add(olmOperator(1, { 'olm-constructs/waiter': 'none' }));
    await olmReady.delete('OLM', outputs);
    expect(blue.changes).toEqual([]);
    expect(lines).toContain('removal of OLM: left Deployment olm/olm-operator: kept, together with OLM: only waiting was turned off');
  });

  it('needs no olm-operator among its parts', async () => {
    await olmReady.delete('OLM', await ready({ parts: { ...PARTS, deployments: [] } }));
    expect(blue.changes).toEqual(DELETED);
  });
});
