import type { JsonMap } from '../../../lib/formats/json/json-value';
import { plainReady } from '../../../lib/pulumi/waiters';
import { FakeCluster, type FakeObject } from '../fake-cluster';
import { notReady } from '../not-ready';
import { OPERAND, operatorCrd, operatorDeployment, REFS, runPlainOperator } from '../plain-objects';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = {
  kubeconfig: 'blue', name: 'hello', namespace: 'team', objects: REFS, bundle: { name: 'hello.v1.0.0', version: '1.0.0' }, timeouts: { settling: 0, total: 1 },
};
const MUTATING = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', name: 'mhello.demo.test' };
const APIS = [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }];
const SECONDS = expect.objectContaining({ settling: expect.any(Number) as number }) as object;

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  runPlainOperator(blue);
  blue.add({ path: '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', name: MUTATING.name, webhooks: [] });
});

afterEach(() => jest.restoreAllMocks());

const ready = async (more: JsonMap = {}): Promise<JsonMap> => (await plainReady.create({ ...INPUTS, ...more })).outs;

/** The CRD of the operator while the API server does not serve it. */
function unserved(): FakeObject {
  return { ...operatorCrd(), status: { conditions: [{ type: 'NamesAccepted', status: 'False', message: 'kind Hello is taken' }] } };
}

describe('the outputs of PlainReady', () => {
  it('contain what runs, and the bundle if it is known', async () => {
    const state = { clusterUid: 'uid-of-blue', ready: true, drift: [], schemaVersion: 1, ownedApis: APIS, deployments: ['hello-op'], phaseSeconds: SECONDS };
    expect(await plainReady.create(INPUTS)).toEqual({ id: 'operator team/hello', outs: { ...INPUTS, ...state, bundleName: 'hello.v1.0.0', installedVersion: '1.0.0' } });
    const { bundle: _, ...unknown } = INPUTS;
    expect((await plainReady.create(unknown)).outs).toEqual({ ...unknown, ...state });
  });

  it('contain what was reached if it does not become ready, which is no bundle yet', async () => {
    blue.add(operatorDeployment(0));
    const { properties } = await notReady(ready());
    expect(properties).toMatchObject({ ready: false, ownedApis: APIS, deployments: ['hello-op'], phaseSeconds: expect.any(Object) as object });
    expect(properties).not.toHaveProperty('bundleName');
    expect(properties).not.toHaveProperty('installedVersion');
  });
});

describe('a refresh of PlainReady', () => {
  it('finds nothing if nothing changed, and what is there now otherwise', async () => {
    const outputs = await ready();
    expect(await plainReady.read('id', outputs)).toEqual({ id: 'id', props: outputs });
    expect((await plainReady.read('id', { ...outputs, ownedApis: [], deployments: ['older'] })).props).toEqual(outputs);
  });

  it.each<[string, () => void, readonly string[]]>([
    ['a CRD that is not served', () => blue.add(unserved()), ['CustomResourceDefinition hellos.demo.test cannot be served: kind Hello is taken']],
    ['a CRD that was deleted', () => blue.remove('hellos.demo.test'), ['CustomResourceDefinition hellos.demo.test no longer exists']],
    ['a Deployment that was deleted', () => blue.remove('hello-op'), ['Deployment team/hello-op no longer exists']],
    ['a Deployment without pods', () => blue.add(operatorDeployment(0)), ['Deployment team/hello-op: 0 of 1 pods available']],
    ['a webhook that was deleted', () => blue.remove('mhello.demo.test'), ['MutatingWebhookConfiguration mhello.demo.test no longer exists']],
    ['no other objects', () => blue.remove('hello-webhook'), []],
  ])('reports %s', async (_, change, drift) => {
    const outputs = await ready({ objects: [...REFS, MUTATING] });
    change();
    expect((await plainReady.read('id', outputs)).props['drift']).toEqual(drift);
  });

  it('outputs only what still exists', async () => {
    const outputs = await ready();
    blue.remove('hellos.demo.test');
    expect((await plainReady.read('id', outputs)).props).toMatchObject({ ownedApis: [], deployments: ['hello-op'] });
    blue.add(operatorCrd());
    blue.remove('hello-op');
    expect((await plainReady.read('id', outputs)).props).toMatchObject({ ownedApis: APIS, deployments: [] });
  });

  it('keeps an operator without objects that it could look for', async () => {
    const outputs = await ready({ objects: REFS.filter(({ kind }) => kind === 'Service') });
    expect(await plainReady.read('id', outputs)).toEqual({ id: 'id', props: outputs });
  });
});

describe('the settings of a removal', () => {
  const removed = async (onDestroy: JsonMap): Promise<readonly string[]> => {
    const outputs = await ready({ onDestroy, timeouts: { settling: 0, total: 5 } });
    await plainReady.delete('id', outputs);
    return blue.changes.map((change) => change.replace(/ .*\/([^/]+\/[^/]+)$/, ' $1'));
  };

  it('accept every CRD, none, or those that the operator owns', async () => {
    for (const deleteCrds of [true, false, [], ['Hello.demo.test']]) {
      const inputs = { ...INPUTS, onDestroy: { deleteCrds } };
      expect(await plainReady.diff('id', await ready(), inputs)).toMatchObject({ changes: true, replaces: [] });
    }
  });

  it.each<[unknown, boolean]>([[true, true], [['Hello.demo.test'], true], [[], false], [false, false]])('delete CRDs with %j', async (deleteCrds, deletes) => {
    expect((await removed({ deleteCrds })).includes('DELETE customresourcedefinitions/hellos.demo.test')).toBe(deletes);
  });

  it('keep objects of its APIs with operands: ignore', async () => {
    blue.add(OPERAND);
    const changes = await removed({ operands: 'ignore' });
    expect(changes).toContain('DELETE deployments/hello-op');
    expect(changes).not.toContain('DELETE hellos/world');
  });

  it('need no cluster if there are no objects', async () => {
    await plainReady.delete('id', { ...INPUTS, kubeconfig: 'nowhere', objects: [] });
    expect(lines).toEqual([]);
  });
});
