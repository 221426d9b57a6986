import type { JsonMap } from '../../../lib/formats/json/json-value';
import { operatorReady } from '../../../lib/pulumi/waiters';
import { FakeCluster, type FakeObject } from '../fake-cluster';
import { notReady } from '../not-ready';
import { printedLines } from '../printed-lines';
import { clusterWithOperator } from '../state/cluster-objects';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const OPERATOR = { kubeconfig: 'blue', namespace: 'team', subscription: 'hello', package: 'hello', timeouts: { settling: 0, total: 3 } };
const RENAMED = { ...OPERATOR, subscription: 'greet', previousSubscription: 'hello' };
const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
const V1ALPHA1 = '/apis/operators.coreos.com/v1alpha1';
const GROUPS = '/apis/operators.coreos.com/v1/operatorgroups';
const SPEC = { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual' };
const GREET: FakeObject = { path: `${V1ALPHA1}/subscriptions`, name: 'greet', namespace: 'team', spec: SPEC };
const ADOPTED = `PATCH ${V1ALPHA1}/namespaces/team/subscriptions/greet/status`;
const OTHER_KIND = { onDestroy: { deleteCrds: ['Other.demo.test'] } };
const NOT_OWNED = "operator team/hello: onDestroy.deleteCrds has 'Other.demo.test', which the operator does not own; choose from its kinds: 'Hello.demo.test'";

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = clusterWithOperator();
  blue.add(csv('Succeeded'));
});

afterEach(() => jest.restoreAllMocks());

/** The ClusterServiceVersion of the operator, as OLM labels it. */
function csv(phase: string): FakeObject {
  return {
    path: `${V1ALPHA1}/clusterserviceversions`, name: 'hello.v1.0.0', namespace: 'team', metadata: { labels: { 'operators.coreos.com/hello.team': '' } },
    status: { phase, reason: 'InstallSucceeded' },
    spec: {
      version: '1.0.0', customresourcedefinitions: { owned: [{ name: 'hellos.demo.test', kind: 'Hello', version: 'v1' }] },
      install: { spec: { deployments: [{ name: 'hello' }] } },
    },
  };
}

function group(name: string, ...targetNamespaces: readonly string[]): FakeObject {
  return { path: GROUPS, name, namespace: 'team', spec: targetNamespaces.length === 0 ? {} : { targetNamespaces } };
}

/** Returns the outputs of an operator that is ready. */
async function installed(more: JsonMap = {}): Promise<JsonMap> {
  const { outs } = await operatorReady.create({ ...OPERATOR, ...more });
  lines.length = 0;
  return outs;
}

describe('a preview of another Subscription', () => {
  it('is a replacement in another cluster, even with the previous name', async () => {
    new FakeCluster('green');
    expect(await operatorReady.diff('id', await installed(), { ...RENAMED, kubeconfig: 'green' })).toEqual(
      { changes: true, replaces: ['kubeconfig', 'subscription'], deleteBeforeReplace: false });
    expect(lines).toEqual(['operator team/hello: replace, because kubeconfig selects another cluster; subscription changed; previousSubscription changed']);
  });

  it('hands over whatever operator there is if none was installed yet', async () => {
    const { csvName: _, ...outputs } = await installed();
    await operatorReady.diff('id', outputs, RENAMED);
    expect(lines[1]).toBe('operator team/hello: hands over: Subscription team/hello is deleted without its operator, and Subscription team/greet adopts its operator, '
      + 'which keeps running');
  });

  it.each<[string, JsonMap, string]>([
    ['another one', { namespace: 'other' }, 'in namespace other'], ['one that is not known yet', { namespace: UNKNOWN }, 'again'], ['the same', { package: 'other' }, 'again'],
  ])('states where the operator is installed next: in %s', async (_, change, where) => {
    await operatorReady.diff('id', await installed(), { ...OPERATOR, ...change });
    expect(lines[1]).toContain(`operator team/hello: is removed before it is installed ${where}, and does not run in between`);
  });

  it.each<[string, JsonMap]>([
    ['the package changes too', { subscription: 'greet', package: 'greet' }], ['the namespace changes too', { subscription: 'greet', namespace: 'other' }],
  ])('proposes no hand-over if %s', async (_, change) => {
    await operatorReady.diff('id', await installed(), { ...OPERATOR, ...change });
    expect(lines.join('\n')).not.toContain('keeps it running');
  });

  it.each<[unknown, string]>([
    [['Hello.demo.test'], 'CRDs without objects are deleted as onDestroy.deleteCrds says'], [[], 'its CRDs stay'], [false, 'its CRDs stay'],
  ])('states what happens to its CRDs, with deleteCrds: %j', async (deleteCrds, expected) => {
    const inputs = { ...OPERATOR, onDestroy: { deleteCrds } };
    await operatorReady.diff('id', await installed(inputs), { ...inputs, package: 'other' });
    expect(lines[1]).toMatch(new RegExp(`; ${expected}$`));
  });
});

describe('an update of OperatorReady', () => {
  it('records the deletion of the previous Subscription', async () => {
    const outputs = await installed();
    blue.add(GREET);
    const { outs } = await operatorReady.update('id', outputs, RENAMED);
    expect(outs['actions']).toMatchObject([
      { action: 'delete', kind: 'Subscription', name: 'hello', result: 'done' }, { kind: 'Subscription', name: 'greet', result: 'done' },
    ]);
    expect(lines.at(-1)).toMatch(/^operator team\/greet: ready after /);
    expect(lines).toContainEqual(expect.stringMatching(/^hand-over of operator team\/hello: done after /));
  });

  it('hands over a Subscription to any package if none is set', async () => {
    const { package: _, ...outputs } = await installed();
    blue.add(GREET);
    const { package: __, ...inputs } = RENAMED;
    await operatorReady.update('id', outputs, inputs);
    expect(blue.changes).toEqual([`DELETE ${V1ALPHA1}/namespaces/team/subscriptions/hello`, ADOPTED]);
  });

  it('fails for a setting that contradicts what is installed, also without another wait', async () => {
    const outputs = await installed();
    await expect(operatorReady.update('id', outputs, { ...OPERATOR, ...OTHER_KIND })).rejects.toThrow(NOT_OWNED);
  });

  it('names both ways out if the kubeconfig selects another cluster', async () => {
    const outputs = { ...await installed(), ready: false };
    new FakeCluster('blue', 'recreated');
    await expect(operatorReady.update('id', outputs, OPERATOR)).rejects.toThrow('operator team/hello: the kubeconfig selects another cluster (uid recreated of its '
      + 'Namespace kube-system) than the one this was created in (uid uid-of-blue); select the cluster it was created in, or set `kubeconfig` or `context` to the '
      + 'other one and run `pulumi up` again to move it there');
  });

  it('keeps the last hundred changes', async () => {
    const actions = Array.from({ length: 100 }, (_, index) => ({ action: 'approve', name: `install-${index}` }));
    const outputs = { ...await installed(), actions };
    expect((await operatorReady.update('id', outputs, { ...OPERATOR, revision: 'two' })).outs['actions']).toEqual(actions);
    blue.add(GREET);
    const { outs } = await operatorReady.update('id', outputs, RENAMED);
    expect(outs['actions']).toHaveLength(100);
    expect((outs['actions'] as JsonMap[]).map(({ name }) => name)).toEqual([...actions.slice(2).map(({ name }) => name), 'hello', 'greet']);
  });
});

describe('a new Subscription for a running operator', () => {
  beforeEach(() => {
    blue.remove('hello', `${V1ALPHA1}/subscriptions`);
    blue.add(GREET);
  });

  it('adopts it if that is set', async () => {
    const { outs } = await operatorReady.create({ ...OPERATOR, subscription: 'greet', adopt: true });
    expect(outs).toMatchObject({ ready: true, csvName: 'hello.v1.0.0' });
    expect(blue.changes).toEqual([ADOPTED]);
  });

  it.each<JsonMap>([{}, { adopt: false }])('does not otherwise: %j', async (more) => {
    await notReady(operatorReady.create({ ...OPERATOR, ...more, subscription: 'greet', timeouts: { total: 0.5 } }));
    expect(blue.changes).toEqual([]);
  });
});

describe('a refresh of OperatorReady', () => {
  const drift = async (outputs: JsonMap): Promise<unknown> => (await operatorReady.read('id', outputs)).props['drift'];

  it('describes every OperatorGroup that there was and is', async () => {
    const outputs = await installed();
    blue.add(group('another'), group('hello', 'team', 'other'));
    expect(await drift(outputs)).toEqual(['the OperatorGroup was changed from hello (team) to another (all namespaces) and hello (team, other)']);
    blue.remove('another');
    blue.remove('hello', GROUPS);
    expect(await drift(outputs)).toEqual(['the OperatorGroup was changed from hello (team) to none']);
    expect(await drift({ ...outputs, left: { csvName: 'hello.v1.0.0', operatorGroups: [] } })).toEqual([]);
    blue.add(group('hello', 'team'));
    expect(await drift({ ...outputs, left: { csvName: 'hello.v1.0.0', operatorGroups: [] } })).toEqual(['the OperatorGroup was changed from none to hello (team)']);
  });

  it('compares nothing with a state that does not record it', async () => {
    const { left: _, ...outputs } = await installed();
    blue.remove('hello', GROUPS);
    expect(await drift(outputs)).toEqual([]);
  });

  it('names the phase of an operator that does not run, whatever is pinned', async () => {
    const outputs = { ...await installed(), pin: { csv: 'hello.v2.0.0' } };
    expect(await drift(outputs)).toEqual([]);
    blue.add(csv('Installing'));
    expect(await drift(outputs)).toEqual(['ClusterServiceVersion hello.v1.0.0 is in phase Installing']);
  });
});
