import { providerCode } from '../lib/pulumi/resources/waiter-resource';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { describeWith } from '../test/needed';
import { failureOf, type ProviderProcess, type Values } from './waiters/provider-process';
import { ScriptedOlm } from './waiters/scripted-olm';
import { TracePlayer } from './waiters/trace-player';
import { OLM, WaiterCluster } from './waiters/waiter-cluster';

/**
 * The lifecycle of each kind of waiter as Pulumi runs it: in the npm package's process for dynamic resources, from the state's handler
 * and the published package, against a real API server on which recordings of OLM's controllers are played.
 */

const OBJECTS = '/apis/operators.coreos.com';

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

describeWith(TRACES)('an operator', () => {
  const namespace = 't-install-manual-then-upgrade';
  const wanted = (csv: string): Values => cluster.inputs('operatorReady', { namespace, subscription: 'plain', package: 'plain', pin: { csv } });

  test('is waited for, approved, upgraded, refreshed and removed', async () => {
    const player = new TracePlayer(cluster.client, 'install-manual-then-upgrade');
    const first = wanted('plain.v0.1.0');
    expect(await provider.check({}, first)).toEqual({ inputs: first, failures: [] });

    const [[created, settled]] = await Promise.all([
      provider.create(first).then((done) => [done, performance.now() - player.phases.get('plain.v0.1.0')!.since] as const), player.playUntil(14),
    ]);
    expect(created).toMatchObject({
      id: `operator ${namespace}/plain`,
      outputs: {
        ...first, ready: true, csvName: 'plain.v0.1.0', version: '0.1.0', phase: 'Succeeded', deployments: ['plain-op'],
        ownedApis: [{ crd: 'plains.demo.test', kind: 'Plain' }], operatorGroups: [{ name: 'og', targetNamespaces: [namespace] }],
      },
    });
    process.stdout.write(`from the last phase of the CSV to the verdict ${Math.round(settled)} ms, of which 2000 ms to settle\n`);

    // Nothing changed, nothing to do.
    const ofAnotherRelease = { ...first, __provider: `${providerCode('operatorReady')}// of another release` };
    expect(await provider.diff(created.id, created.outputs, ofAnotherRelease)).toMatchObject({ changes: false, replaces: [] });
    expect((await provider.read(created.id, created.outputs)).outputs).toMatchObject({ drift: [] });

    const second = wanted('plain.v0.2.0');
    expect(await provider.diff(created.id, created.outputs, second)).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    const [upgraded] = await Promise.all([provider.update(created.id, created.outputs, second), player.playUntil(21)]);
    expect(upgraded).toMatchObject({ ready: true, csvName: 'plain.v0.2.0', version: '0.2.0', phase: 'Succeeded' });
    expect(await provider.diff(created.id, upgraded, { ...second, namespace: 'other' })).toEqual({
      changes: true, replaces: ['namespace'], deleteBeforeReplace: true,
    });

    // A manual change of the OperatorGroup.
    const group = `${OBJECTS}/v1/namespaces/${namespace}/operatorgroups/og`;
    await cluster.merge(group, { spec: { targetNamespaces: [namespace, 'more'] } });
    const drifted = await provider.read(created.id, upgraded);
    expect(drifted.outputs['drift']).toEqual([`the OperatorGroup was changed from og (${namespace}) to og (${namespace}, more)`]);
    expect(await provider.diff(created.id, drifted.outputs, second)).toMatchObject({ changes: true, replaces: [] });
    await cluster.merge(group, { spec: { targetNamespaces: [namespace] } });

    // An object of the operator's API stops the removal.
    const operand = `/apis/demo.test/v1/namespaces/${namespace}/plains`;
    await cluster.send('POST', operand, { apiVersion: 'demo.test/v1', kind: 'Plain', metadata: { name: 'precious' } });
    await expect(provider.delete(created.id, upgraded)).rejects.toThrow(/still have one object: Plain .*precious/);
    expect(await cluster.find(`${OBJECTS}/v1alpha1/namespaces/${namespace}/subscriptions/plain`)).toBeDefined();
    await cluster.send('DELETE', `${operand}/precious`);

    await ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(created.id, upgraded));
    expect(await cluster.find(`${OBJECTS}/v1alpha1/namespaces/${namespace}/clusterserviceversions/plain.v0.2.0`)).toBeUndefined();
    expect(await provider.read(created.id, upgraded)).toMatchObject({ id: '' });
    // A second removal: a missing object is treated as removed.
    await provider.delete(created.id, upgraded);
  });

  test('that does not become ready is a resource with reasons, and an update continues', async () => {
    const player = new TracePlayer(cluster.client, 'two-operator-groups');
    await player.playUntil(Infinity);
    const asked = cluster.inputs('operatorReady', { namespace: player.namespace, subscription: 'plain', timeouts: { total: 300, terminalGrace: 1 } });
    const failed = await failureOf(provider.create(asked));
    expect(failed.id).toBe(`operator ${player.namespace}/plain`);
    expect(failed.reasons.join('\n')).toMatch(/OperatorGroups[\s\S]*remedy: delete all but one/);
    expect(failed.properties).toMatchObject({ ...asked, ready: false });
    expect(await provider.diff(failed.id, failed.properties, asked)).toMatchObject({ changes: true });

    const late = await failureOf(provider.update(failed.id, failed.properties, { ...asked, timeouts: { total: 3, terminalGrace: 30 } }));
    expect(late.reasons.join('\n')).toMatch(new RegExp(`operator ${player.namespace}/plain did not become ready within 3 s: resolving for \\d s`));
    process.stdout.write(`${late.reasons.join('\n')}\n`);
  });

  test('whose Subscription was deleted by hand is gone, and its leftovers are removed', async () => {
    const player = new TracePlayer(cluster.client, 'recreated-subscription');
    const asked = cluster.inputs('operatorReady', { namespace: player.namespace, subscription: 'own' });
    const [{ id, outputs }] = await Promise.all([provider.create(asked), player.playUntil(22.3)]);
    await player.playUntil(Infinity);
    expect(await provider.read(id, outputs)).toMatchObject({ id: '' });

    const again = cluster.inputs('operatorReady', { namespace: player.namespace, subscription: 'own-again', timeouts: { terminalGrace: 1 } });
    expect((await failureOf(provider.create(again))).reasons.join('\n')).toContain('own.v0.1.0 is installed, but no Subscription refers to it');
    const csv = `${OBJECTS}/v1alpha1/namespaces/${player.namespace}/clusterserviceversions/own.v0.1.0`;
    expect(await cluster.find(csv)).toBeDefined();
    await ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(id, outputs));
    expect(await cluster.find(csv)).toBeUndefined();
  });
});

describeWith(TRACES)('a catalog', () => {
  test('is waited for until OLM is connected to it, and again when the connection breaks', async () => {
    const player = new TracePlayer(cluster.client, 'install-automatic');
    const asked = cluster.inputs('catalogReady', { namespace: player.namespace, name: 'cat', deployment: 'cat' });
    expect(await provider.check({}, asked)).toEqual({ inputs: asked, failures: [] });
    expect((await provider.check({}, { ...asked, name: 7 })).failures).toEqual(['name: must be a non-empty string, got 7: write it in quotes']);
    const [{ id, outputs }] = await Promise.all([provider.create(asked), player.playUntil(Infinity)]);
    expect({ id, outputs }).toMatchObject({ id: `catalog ${player.namespace}/cat`, outputs: { ...asked, ready: true } });
    expect(await provider.read(id, outputs)).toMatchObject({ id, outputs: { drift: [] } });
    expect(await provider.diff(id, outputs, asked)).toEqual({ changes: false, replaces: [], deleteBeforeReplace: false });
    expect(await provider.diff(id, outputs, { ...asked, name: 'other' })).toEqual({ changes: true, replaces: ['name'], deleteBeforeReplace: true });
    expect(await provider.diff(id, outputs, { ...asked, revision: '2' })).toMatchObject({ changes: true, replaces: [] });

    const catalog = `${OBJECTS}/v1alpha1/namespaces/${player.namespace}/catalogsources/cat`;
    const connection = (lastObservedState: string): Promise<unknown> => (
      cluster.merge(`${catalog}/status`, { status: { connectionState: { lastObservedState } } })
    );
    await connection('TRANSIENT_FAILURE');
    const drifted = await provider.read(id, outputs);
    expect(drifted.outputs['drift']).toEqual([expect.stringContaining('TRANSIENT_FAILURE')]);
    expect(await provider.diff(id, drifted.outputs, asked)).toMatchObject({ changes: true, replaces: [] });
    const failed = await failureOf(provider.update(id, drifted.outputs, { ...asked, timeouts: { total: 8 } }));
    expect(failed.reasons.join('\n')).toContain('TRANSIENT_FAILURE');
    const updated = provider.update(id, failed.properties, asked);
    await connection('READY');
    expect(await updated).toMatchObject({ ready: true, drift: [] });

    // Its objects are separate resources.
    await provider.delete(id, outputs);
    expect(await cluster.find(catalog)).toBeDefined();
    await cluster.send('DELETE', catalog);
    expect(await provider.read(id, outputs)).toMatchObject({ id: '' });
  });
});

test('OLM is waited for, refreshed, and removed in order', async () => {
  const deployments = ['olm-operator', 'catalog-operator'];
  const path = (name: string): string => `/apis/apps/v1/namespaces/olm/deployments/${name}`;
  const rolledOut = (name: string, pods: number): Promise<unknown> => cluster.merge(`${path(name)}/status`, {
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: pods, availableReplicas: pods },
  });
  await cluster.send('POST', '/api/v1/namespaces', { metadata: { name: 'olm' } });
  for (const name of deployments) {
    const labels = { app: name };
    await cluster.send('POST', '/apis/apps/v1/namespaces/olm/deployments', {
      metadata: { name },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'olm', image: 'olm' }] } } },
    });
  }
  const crds = OLM.objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ metadata }) => (metadata as { name: string }).name);
  const asked = cluster.inputs('olmReady', {
    // Nothing runs packageserver here, so its API is left out.
    parts: { crds, deployments: deployments.map((name) => ({ namespace: 'olm', name })), csvs: [], apiServices: [] },
    // Nor does anything empty namespaces.
    removal: OLM.removalSteps.filter(({ title }) => title !== 'namespaces').map((step) => ({ ...step, targets: step.targets.map((target) => ({ ...target })) })),
  });
  expect(await provider.check({}, asked)).toEqual({ inputs: asked, failures: [] });
  const waiting = provider.create(asked);
  await provider.line(/OLM: controllers/);
  for (const name of deployments) {
    await rolledOut(name, 1);
  }
  const { id, outputs } = await waiting;
  expect(outputs).toMatchObject({ ready: true });
  expect(await provider.read(id, outputs)).toMatchObject({ id, outputs: { drift: [] } });
  expect(await provider.diff(id, outputs, asked)).toMatchObject({ changes: false });

  await rolledOut('catalog-operator', 0);
  const drifted = await provider.read(id, outputs);
  expect(drifted.outputs['drift']).toEqual(['Deployment olm/catalog-operator: 0 of 1 pods available']);
  expect(await provider.diff(id, drifted.outputs, asked)).toMatchObject({ changes: true, replaces: [] });
  const update = provider.update(id, drifted.outputs, asked);
  await rolledOut('catalog-operator', 1);
  expect(await update).toMatchObject({ ready: true, drift: [] });

  // Remaining operators stop the removal. Recordings of other tests have also left some.
  const csv = `${OBJECTS}/v1alpha1/namespaces/olm/clusterserviceversions`;
  await cluster.send('POST', csv, {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'left.v1' },
    spec: { displayName: 'left', install: { strategy: 'deployment', spec: { deployments: [] } } },
  });
  await expect(provider.delete(id, outputs)).rejects.toThrow(/olm\/left\.v1/);
  await ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(id, { ...outputs, onDestroy: { removeOperators: true } }));
  expect(await cluster.find(path('olm-operator'))).toBeUndefined();
  expect(await provider.read(id, outputs)).toMatchObject({ id: '' });
});
