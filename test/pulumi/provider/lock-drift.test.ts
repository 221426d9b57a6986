import type { FakeCluster } from '../fake-cluster';
import { clusterWithOperator } from '../state/cluster-objects';
import { operatorReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const V1ALPHA1 = '/apis/operators.coreos.com/v1alpha1';
const LOCKED = {
  packageName: 'hello', version: '1.0.0', csv: 'hello.v1.0.0', channel: 'stable', catalog: 'shop', catalogNamespace: 'olm', subscription: 'hello',
};
const OPERATOR = {
  kubeconfig: 'blue', namespace: 'team', subscription: 'hello', package: 'hello', pin: { csv: 'hello.v1.0.0' }, locked: [LOCKED], timeouts: { settling: 0, total: 5 },
};

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = clusterWithOperator();
  subscribe();
});

afterEach(() => jest.restoreAllMocks());

/** Changes the Subscription, which otherwise is as the lock has it. */
function subscribe(spec: object = {}, installed = 'hello.v1.0.0'): void {
  blue.add({
    path: `${V1ALPHA1}/subscriptions`, name: 'hello', namespace: 'team',
    spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual', startingCSV: 'hello.v1.0.0', ...spec },
    status: { state: 'AtLatestKnown', installedCSV: installed, currentCSV: installed },
  });
}

/** Adds a dependency that OLM has installed, and that nothing requires. */
function addDependency(): void {
  blue.add(
    {
      path: `${V1ALPHA1}/subscriptions`, name: 'plain-stable', namespace: 'team', metadata: { annotations: { 'olm.generated-by': 'install-1' } },
      spec: { name: 'plain', channel: 'stable', source: 'shop', sourceNamespace: 'olm' }, status: { installedCSV: 'plain.v1.0.0', currentCSV: 'plain.v1.0.0' },
    },
    { path: `${V1ALPHA1}/clusterserviceversions`, name: 'plain.v1.0.0', namespace: 'team', spec: { version: '1.0.0' }, status: { phase: 'Succeeded' } },
  );
}

async function installed(more: JsonMap = {}): Promise<JsonMap> {
  const { outs } = await operatorReady.create({ ...OPERATOR, ...more });
  lines.length = 0;
  return outs;
}

const UNNEEDED = 'plain.v1.0.0 is a dependency that nothing in the lock requires; OLM installed it with hello.v1.0.0; remove it with '
  + '`olm-constructs remove subscription/plain-stable -n team`';

describe('the refresh of an operator with a lock', () => {
  it('finds nothing if the cluster has what is locked', async () => {
    const outputs = await installed();
    expect(outputs['lockDrift']).toEqual([]);
    expect((await operatorReady.read('id', outputs)).props).toEqual(outputs);
    expect(lines).toEqual([]);
  });

  it('names another version, and how the Subscription differs', async () => {
    const outputs = await installed();
    blue.remove('hello.v1.0.0');
    blue.add({ path: `${V1ALPHA1}/clusterserviceversions`, name: 'hello.v1.1.0', namespace: 'team', spec: { version: '1.1.0' }, status: { phase: 'Succeeded' } });
    subscribe({ installPlanApproval: 'Automatic' }, 'hello.v1.1.0');

    const { props } = await operatorReady.read('id', outputs);

    expect(props['drift']).toEqual(['hello.v1.1.0 is installed instead of hello.v1.0.0']);
    expect(props['lockDrift']).toEqual([
      'hello.v1.1.0 is installed instead of hello.v1.0.0; OLM installs no older version: run `olm-constructs lock --update hello`, or remove the operator and install it again',
      'Subscription team/hello approves InstallPlans automatically, so that OLM installs versions later than the locked one; apply the manifests of the app',
    ]);
    expect(lines).toEqual((props['lockDrift'] as string[]).map((line) => `operator team/hello: differs from the lock: ${line}`));
  });

  it('names a dependency that is no longer needed, which plans no update', async () => {
    const outputs = await installed();
    addDependency();
    const { props } = await operatorReady.read('id', outputs);
    expect(props).toMatchObject({ drift: [], lockDrift: [UNNEEDED] });
    expect(lines).toEqual([`operator team/hello: differs from the lock: ${UNNEEDED}`]);
    expect(await operatorReady.diff('id', props, OPERATOR)).toMatchObject({ changes: false });
  });

  it('names what is not locked for only one of several operators of the namespace', async () => {
    const cache = { ...LOCKED, packageName: 'cache', subscription: undefined };
    const [first, second] = [[cache, LOCKED], [{ ...LOCKED, packageName: 'another', subscription: 'another' }, LOCKED]];
    addDependency();
    expect((await installed({ locked: first }))['lockDrift']).toEqual([UNNEEDED]);
    expect((await installed({ locked: second }))['lockDrift']).toEqual([]);
  });

  it('stores another lock without waiting again', async () => {
    const outputs = await installed();
    const inputs = { ...OPERATOR, locked: [{ ...LOCKED, channel: 'beta' }] };
    const { outs } = await operatorReady.update('id', outputs, inputs);
    expect(lines).toEqual([]);
    expect((await operatorReady.read('id', outs)).props['lockDrift']).toEqual([
      'Subscription team/hello follows the channel stable instead of beta; apply the manifests of the app',
    ]);
  });

  it('has no such output without a lock', async () => {
    const { locked: _, ...unlocked } = OPERATOR;
    const { outs } = await operatorReady.create(unlocked);
    expect(outs).not.toHaveProperty('lockDrift');
    expect((await operatorReady.read('id', outs)).props).toEqual(outs);
  });

  it('refuses an incomplete lock', async () => {
    const { csv: _, ...incomplete } = LOCKED;
    expect((await operatorReady.check({}, { ...OPERATOR, locked: [incomplete] })).failures).toEqual([
      { property: 'locked', reason: '[0].csv is required: set it to a non-empty string' },
    ]);
  });
});
