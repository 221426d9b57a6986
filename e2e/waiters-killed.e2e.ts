import type { ProviderProcess, Values } from './waiters/provider-process';
import { type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { WaiterCluster } from './waiters/waiter-cluster';

/** Pulumi's process is killed in the middle of its work: another one, which knows only the state, completes it. */

const V1: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0' };
const V2: ScriptedCsv = { name: 'plain.v2.0.0', version: '2.0.0', replaces: V1.name };
const V3: ScriptedCsv = { name: 'plain.v3.0.0', version: '3.0.0', replaces: V2.name };

let cluster: WaiterCluster;
let provider: ProviderProcess;

beforeAll(async () => {
  cluster = await WaiterCluster.start();
}, 20 * 60_000);

afterAll(async () => {
  await cluster.stop();
});

beforeEach(async () => {
  provider = await cluster.provider();
});

afterEach(async () => {
  await provider.kill();
});

function asked(namespace: string, values: Values): Values {
  return cluster.inputs('operatorReady', { namespace, subscription: 'plain', package: 'plain', timeouts: { settling: 0.5 }, ...values });
}

/** Kills the process as soon as it prints a given line, and starts another. */
async function killedAt(pattern: RegExp, work: Promise<unknown>): Promise<void> {
  const lost = expect(work).rejects.toThrow();
  await provider.line(pattern);
  await provider.kill();
  await lost;
  provider = await cluster.provider();
}

async function subscribed(namespace: string): Promise<ScriptedOlm> {
  const olm = await ScriptedOlm.inNamespace(cluster, namespace);
  await olm.subscribe();
  return olm;
}

describe('a killed process', () => {
  test.each([
    ['before it approved anything', 'early', /resolving, waiting for/],
    ['when it had begun to approve', 'approving', /approves InstallPlan/],
    ['while OLM installed', 'installing', /installing, waiting for/],
    ['while the operator started', 'starting', /starting, waiting for/],
  ])('%s, is followed by one that completes the installation', async (_, namespace, when) => {
    const olm = await subscribed(namespace);
    const inputs = asked(namespace, { pin: { csv: V1.name } });
    const killed = killedAt(when, provider.create(inputs));
    const dies = killed.then(() => true);
    // OLM continues as far as possible, with or without a waiter.
    if (namespace === 'early') {
      await dies;
    }
    await olm.plan('install-1', [V1.name]);
    if (namespace === 'starting') {
      await cluster.until(async () => JSON.stringify(await cluster.find(olm.path('installplans', 'install-1'))).includes('"approved":true'));
      await olm.begin(V1);
      await olm.csvPhase(V1.name, 'Installing');
      await olm.planPhase('install-1', 'Complete');
    } else if (namespace === 'installing') {
      await cluster.until(async () => JSON.stringify(await cluster.find(olm.path('installplans', 'install-1'))).includes('"approved":true'));
      await olm.planPhase('install-1', 'Installing');
    }
    await dies;
    const again = provider.create(inputs);
    if (namespace === 'starting') {
      await olm.csvPhase(V1.name, 'Succeeded');
      await olm.refer({ currentCSV: V1.name, installedCSV: V1.name, state: 'AtLatestKnown' });
    } else {
      await olm.carryOut('install-1', V1);
    }
    expect(await again).toMatchObject({ id: `operator ${namespace}/plain`, outputs: { ready: true, csvName: V1.name, installPlan: 'install-1' } });
  });

  test('after readiness but before it was recorded, is followed by one that finds the operator ready', async () => {
    const olm = await subscribed('written');
    await olm.install(V1);
    const inputs = asked('written', {});
    const { outputs: { phaseSeconds: _, ...lost } } = await provider.create(inputs);
    await provider.kill();
    provider = await cluster.provider();
    expect((await provider.create(inputs)).outputs).toMatchObject(lost);
  });

  test('between the steps of an upgrade, is followed by one that continues from there', async () => {
    const olm = await subscribed('steps');
    await olm.install(V1);
    const { id, outputs } = await provider.create(asked('steps', {}));
    const inputs = asked('steps', { pin: { csv: V3.name, intermediateCsvs: [V2.name] } });
    const killed = killedAt(/an InstallPlan from plain\.v2\.0\.0 to plain\.v3\.0\.0/, provider.update(id, outputs, inputs));
    await olm.plan('install-2', [V2.name]);
    await olm.carryOut('install-2', V2);
    await killed;
    await olm.plan('install-3', [V3.name]);
    const [updated] = await Promise.all([provider.update(id, outputs, inputs), olm.carryOut('install-3', V3)]);
    expect(updated).toMatchObject({ ready: true, csvName: V3.name });
  });

  test('during a removal, is followed by one that knows what is left to remove although the Subscription is gone', async () => {
    const api = { crd: 'leftovers.killed.test', kind: 'Leftover' };
    const olm = await subscribed('removal');
    await olm.install({ ...V1, apis: [api] });
    const { id, outputs } = await provider.create(asked('removal', { onDestroy: { operands: 'delete', deleteCrds: true } }));
    await cluster.send('POST', '/apis/killed.test/v1/namespaces/removal/leftovers', {
      apiVersion: 'killed.test/v1', kind: api.kind, metadata: { name: 'one' },
    });
    // Without OLM nothing removes its finalizer yet.
    await killedAt(/operator, waiting for ClusterServiceVersion/, provider.delete(id, outputs));
    expect(await cluster.find(olm.path('subscriptions', 'plain'))).toBeUndefined();
    await ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(id, outputs));
    expect(await cluster.find(olm.path('clusterserviceversions', V1.name))).toBeUndefined();
    expect(await cluster.find(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${api.crd}`)).toBeUndefined();
    expect(await provider.read(id, outputs)).toMatchObject({ id: '' });
  });
});
