import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FakeCluster } from '../fake-cluster';
import { clusterWithOperator } from '../state/cluster-objects';
import { operatorReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const V1ALPHA1 = '/apis/operators.coreos.com/v1alpha1';

/** The state of an operator from before states had a version, and there were plans. */
const { outputs: STORED } = (JSON.parse(readFileSync(join(__dirname, '../state/version-0.json'), 'utf8')) as readonly { readonly name: string; readonly outputs: JsonMap }[])
  .find(({ name }) => name === 'hello/OperatorReady')!;

/** Inputs of the program that wrote it, with today's names. */
const INPUTS: JsonMap = {
  kubeconfig: 'blue', context: 'staging', deleteUnreachable: false, namespace: 'team', subscription: 'hello', package: 'hello', channel: 'stable', revision: 'OwnNamespace',
  recover: 1, adopt: true, onDestroy: { operands: 'delete', deleteCrds: true, force: false },
  timeouts: { total: 5, settling: 0, terminalGrace: 1, transientGrace: 2, phases: { resolving: 60 } },
  pin: { csv: 'hello.v1.0.0', version: '1.0.0', intermediateCsvs: ['hello.v0.9.0'], dependencyCsvs: ['helper.v2.0.0'] },
};

/** A plan as a program passes it. */
function planTo(before: string, ...approvals: readonly string[]): JsonMap {
  return {
    planVersion: 1, installPlans: approvals.map((csv) => ({ namespace: 'team', csvs: [csv] })),
    operators: [{ namespace: 'team', packageName: 'hello', kind: 'changed', before, after: approvals.at(-1)!, approvals }],
  };
}

const PAST = planTo('hello.v0.9.0', 'hello.v1.0.0');

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = clusterWithOperator();
});

afterEach(() => jest.restoreAllMocks());

/** The state after an update by this release without a plan. */
async function updated(): Promise<JsonMap> {
  const { outs } = await operatorReady.update('id', STORED, INPUTS);
  lines.length = 0;
  return outs;
}

/** Changes the Subscription as OLM does. */
function report(state: string, installedCSV: string, currentCSV: string): void {
  blue.add({
    path: `${V1ALPHA1}/subscriptions`, name: 'hello', namespace: 'team',
    spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
    status: { state, installedCSV, currentCSV, installPlanRef: { name: 'install-2', uid: 'uid-of-install-2' } },
  });
}

/** Makes OLM request the approval of a version. */
function offer(csv: string): void {
  report('UpgradePending', 'hello.v1.0.0', csv);
  blue.add({
    path: `${V1ALPHA1}/installplans`, name: 'install-2', namespace: 'team', spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [csv] },
    metadata: { ownerReferences: [{ kind: 'Subscription', name: 'hello', uid: 'uid-of-hello' }] }, status: { phase: 'RequiresApproval' },
  });
}

/** Makes OLM install a version. */
function install(version: string): void {
  blue.remove('hello.v1.0.0');
  blue.add({
    path: `${V1ALPHA1}/clusterserviceversions`, name: `hello.v${version}`, namespace: 'team', status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
    spec: {
      version, customresourcedefinitions: { owned: [{ name: 'hellos.demo.test', kind: 'Hello', version: 'v1' }] }, install: { spec: { deployments: [{ name: 'hello' }] } },
    },
  });
  report('AtLatestKnown', `hello.v${version}`, `hello.v${version}`);
}

describe('a state of an older release that receives a plan', () => {
  it('is an update with its reason, and no replacement', async () => {
    expect(await operatorReady.diff('id', STORED, { ...INPUTS, upgradePlan: PAST })).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    expect(lines).toEqual([expect.stringContaining('operator team/hello: update, because') as string]);
    expect(lines[0]).toContain('upgradePlan changed');
  });

  it('stores it without waiting, and does not report it again', async () => {
    const { outs } = await operatorReady.update('id', STORED, { ...INPUTS, upgradePlan: PAST });
    expect(lines).toEqual([]);
    expect(outs).toMatchObject({ ready: true, csvName: 'hello.v1.0.0', upgradePlan: PAST });
    expect(await operatorReady.diff('id', outs, { ...INPUTS, upgradePlan: PAST })).toMatchObject({ changes: false });
    expect((await operatorReady.read('id', outs)).props).toMatchObject({ upgradePlan: PAST, drift: [] });
  });

  it('drops it again when the program does', async () => {
    const { outs } = await operatorReady.update('id', STORED, { ...INPUTS, upgradePlan: PAST });
    expect(await operatorReady.diff('id', outs, INPUTS)).toMatchObject({ changes: true, replaces: [] });
    expect((await operatorReady.update('id', outs, INPUTS)).outs).not.toHaveProperty('upgradePlan');
  });

  it('refuses what the plan does not contain, although the pin allows it', async () => {
    offer('hello.v1.2.0');
    const inputs = { ...INPUTS, pin: { csv: 'hello.v1.1.0', intermediateCsvs: ['hello.v1.2.0'], dependencyCsvs: [] }, upgradePlan: planTo('hello.v1.0.0', 'hello.v1.1.0') };
    await expect(operatorReady.update('id', await updated(), inputs)).rejects.toThrow('InstallPlan team/install-2 would install hello.v1.2.0; not in the upgrade plan: hello.v1.2.0');
    expect(blue.changes).toEqual([]);
  });

  it('approves what the plan contains, and is ready with it', async () => {
    const before = await updated();
    offer('hello.v1.1.0');
    const inputs = { ...INPUTS, pin: { csv: 'hello.v1.1.0', intermediateCsvs: [], dependencyCsvs: [] }, upgradePlan: planTo('hello.v1.0.0', 'hello.v1.1.0') };
    const update = operatorReady.update('id', before, inputs);
    while (!lines.some((line) => line.includes('approves InstallPlan team/install-2, which installs hello.v1.1.0'))) {
      await setTimeout(10);
    }
    install('1.1.0');
    expect((await update).outs).toMatchObject({ ready: true, csvName: 'hello.v1.1.0', upgradePlan: inputs.upgradePlan });
    expect(await operatorReady.diff('id', (await update).outs, inputs)).toMatchObject({ changes: false });
  });
});
