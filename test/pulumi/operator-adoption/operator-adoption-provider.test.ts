import { FakeCluster } from '../fake-cluster';
import { notReady } from '../not-ready';
import { operatorAdoption } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = { kubeconfig: 'blue', namespace: 'team', subscription: 'hello', package: 'hello', operatorGroup: 'hello', timeouts: { terminalGrace: 0 } };
const STATE = { clusterUid: 'uid-of-blue', ready: true, drift: [], schemaVersion: 1 };
const TAKEN = { namespace: 'team', subscription: 'hello', operatorGroup: 'hello' };

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
});

afterEach(() => jest.restoreAllMocks());

function subscribe(name: string, spec: object, status: object = {}): void {
  blue.add({ path: '/apis/operators.coreos.com/v1alpha1/subscriptions', name, namespace: 'team', spec: { name: 'hello', ...spec }, status });
}

function group(name: string): void {
  blue.add({ path: '/apis/operators.coreos.com/v1/operatorgroups', name, namespace: 'team', spec: {} });
}

describe('the provider of OperatorAdoption', () => {
  it('outputs what the program writes, and that it found nothing', async () => {
    expect(await operatorAdoption.create(INPUTS)).toEqual({ id: 'adoption of operator team/hello', outs: { ...INPUTS, ...STATE, taken: TAKEN, found: {} } });
    expect(lines).toEqual([expect.stringMatching(/^adoption of operator team\/hello: ready after /)]);
  });

  it.each<[string, object, object, string]>([
    ['an operator', { channel: 'stable' }, { installedCSV: 'hello.v1.0.0' }, '(channel stable, hello.v1.0.0 installed)'],
    ['a Subscription that follows the default channel', {}, { installedCSV: 'hello.v1.0.0' }, '(channel of the catalog, hello.v1.0.0 installed)'],
    ['a Subscription that has installed nothing', { channel: 'stable' }, {}, '(channel stable, nothing installed yet)'],
  ])('prints what it adopts: %s', async (_, spec, status, described) => {
    subscribe('hello', spec, status);
    const { outs } = await operatorAdoption.create(INPUTS);
    expect(outs).toMatchObject({ found: { subscription: 'team/hello' } });
    expect(lines[0]).toBe(`adoption of operator team/hello: adopts Subscription team/hello ${described}`);
  });

  it('refuses a Subscription for another package', async () => {
    subscribe('hello', { name: 'other' });
    const { reasons, properties } = await notReady(operatorAdoption.create(INPUTS));
    expect(reasons.join()).toContain('Subscription team/hello is for package other, not for hello');
    expect(properties).toEqual({ ...INPUTS, clusterUid: 'uid-of-blue', ready: false, schemaVersion: 1 });
  });

  it('refuses another OperatorGroup, if it creates one', async () => {
    group('older');
    expect((await notReady(operatorAdoption.create(INPUTS))).reasons.join()).toContain("OperatorGroup team/older exists, and 'hello' would be a second one");
    const { operatorGroup: _, ...without } = INPUTS;
    const { outs } = await operatorAdoption.create(without);
    expect(outs['taken']).toEqual({ namespace: 'team', subscription: 'hello' });
  });

  it.each<[string, JsonMap, () => void]>([
    ['another name of the Subscription', { subscription: 'greet' }, () => subscribe('hello', {})],
    ['another name of the OperatorGroup', { operatorGroup: 'greet' }, () => group('hello')],
  ])('takes what it adopted before for its own, also after a failure: %s', async (_, change, exist) => {
    exist();
    const { outs } = await operatorAdoption.create(INPUTS);
    group('foreign');
    const { properties } = await notReady(operatorAdoption.update('id', outs, { ...INPUTS, ...change }));
    expect(properties).toMatchObject({ ready: false, taken: TAKEN });
    blue.remove('foreign');
    expect((await operatorAdoption.update('id', properties, { ...INPUTS, ...change })).outs).toMatchObject({ ready: true, taken: { ...TAKEN, ...change } });
    // Without the last outputs it would be foreign.
    await notReady(operatorAdoption.create({ ...INPUTS, ...change }));
  });

  it('has nothing to refresh or to remove in the cluster', async () => {
    const { outs } = await operatorAdoption.create(INPUTS);
    blue.lists.length = 0;
    subscribe('hello', { name: 'other' });
    expect(await operatorAdoption.read('id', outs)).toEqual({ id: 'id', props: outs });
    await operatorAdoption.delete('id', outs);
    expect([blue.lists, blue.changes]).toEqual([[], []]);
  });
});
