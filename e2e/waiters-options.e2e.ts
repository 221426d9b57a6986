import { setTimeout as sleep } from 'node:timers/promises';
import { mapField } from '../lib/formats/json/json-value';
import { failureOf, type ProviderProcess, type Values } from './waiters/provider-process';
import { letGo, type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { WaiterCluster } from './waiters/waiter-cluster';
import { FULL_RUN } from './programs/full-run';
import { describeWith, itWith } from '../test/needed';

/** Options of an operator's waiter, with the test in OLM's role: on a real API server, in Pulumi's process. */

const V1: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0' };
const V2: ScriptedCsv = { name: 'plain.v2.0.0', version: '2.0.0', replaces: V1.name };
const V3: ScriptedCsv = { name: 'plain.v3.0.0', version: '3.0.0', replaces: V2.name };
const APIS = ['plains', 'shareds', 'keepers'].map((plural) => ({ crd: `${plural}.options.test`, kind: plural[0]!.toUpperCase() + plural.slice(1, -1) }));

let cluster: WaiterCluster;
let provider: ProviderProcess;
/** Finalizers are force-removed after more than a minute. */
let forced: Promise<void>;

beforeAll(async () => {
  cluster = await WaiterCluster.start();
  provider = await cluster.provider();
  forced = force();
  forced.catch(() => undefined);
}, 20 * 60_000);

afterAll(async () => {
  await provider.kill();
  await cluster.stop();
});

function asked(namespace: string, values: Values): Values {
  return cluster.inputs('operatorReady', { namespace, subscription: 'plain', package: 'plain', ...values });
}

/** An installed operator, and the outputs of its waiter. */
async function installed(namespace: string, csv: ScriptedCsv, values: Values = {}): Promise<{ olm: ScriptedOlm; id: string; outputs: Values }> {
  const olm = await ScriptedOlm.inNamespace(cluster, namespace);
  await olm.subscribe();
  await olm.install(csv);
  return { olm, ...await provider.create(asked(namespace, { timeouts: { settling: 0.2 }, ...values })) };
}

function approved(namespace: string): string[] {
  return provider.lines.filter((line) => line.includes(`approves InstallPlan ${namespace}/`)).map((line) => line.replace(/^.*approves InstallPlan /, ''));
}

async function force(): Promise<void> {
  const { olm, id, outputs } = await installed('forced', { ...V1, finalizer: 'options.test/never' }, { onDestroy: { force: true } });
  // Nothing removes the finalizer of the ClusterServiceVersion.
  await provider.delete(id, outputs);
  expect(await cluster.find(olm.path('clusterserviceversions', V1.name))).toBeUndefined();
}

describeWith(FULL_RUN)('recover', () => {
  test('lets OLM retry a failed InstallPlan, as often as requested', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'recovered');
    await olm.subscribe();
    await olm.plan('install-1', [V1.name]);
    const waiting = provider.create(asked('recovered', { pin: { csv: V1.name }, recover: 1 }));
    await cluster.until(() => Promise.resolve(approved('recovered').length === 1));
    await olm.planPhase('install-1', 'Failed', 'the bundle could not be installed');
    await cluster.until(async () => await cluster.find(olm.path('installplans', 'install-1')) === undefined);
    await olm.plan('install-2', [V1.name]);
    await olm.carryOut('install-2', V1);
    expect((await waiting).outputs).toMatchObject({ ready: true, csvName: V1.name, installPlan: 'install-2' });
  });

  test('does nothing unless it is set', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'failed');
    await olm.subscribe();
    await olm.plan('install-1', [V1.name]);
    const waiting = failureOf(provider.create(asked('failed', { pin: { csv: V1.name } })));
    await cluster.until(() => Promise.resolve(approved('failed').length === 1));
    await olm.planPhase('install-1', 'Failed', 'the bundle could not be installed');
    expect((await waiting).reasons.join('\n')).toContain('the bundle could not be installed');
    expect(await cluster.find(olm.path('installplans', 'install-1'))).toBeDefined();
  });
});

itWith(FULL_RUN)('a ClusterServiceVersion deleted by hand is reinstalled by the next up, without a setting', async () => {
  const olm = await ScriptedOlm.inNamespace(cluster, 'deleted');
  await olm.subscribe();
  await olm.plan('install-1', [V1.name]);
  const inputs = asked('deleted', { pin: { csv: V1.name }, timeouts: { settling: 0.2, terminalGrace: 1 } });
  const [{ id, outputs }] = await Promise.all([provider.create(inputs), olm.carryOut('install-1', V1)]);
  await cluster.send('DELETE', olm.path('clusterserviceversions', V1.name));
  await letGo(cluster, olm.path('clusterserviceversions', V1.name));

  const seen = await provider.read(id, outputs);
  expect(seen.outputs).toMatchObject({ drift: [`ClusterServiceVersion ${V1.name} no longer exists`] });
  const update = provider.update(id, seen.outputs, inputs);
  await cluster.until(async () => await cluster.find(olm.path('installplans', 'install-1')) === undefined);
  await cluster.until(async () => mapField(await cluster.find(olm.path('subscriptions', 'plain')), 'status')['installedCSV'] === undefined);
  await olm.plan('install-2', [V1.name]);
  await olm.carryOut('install-2', V1);
  expect(await update).toMatchObject({ ready: true, csvName: V1.name, installPlan: 'install-2' });
});

describeWith(FULL_RUN)('a stepwise upgrade', () => {
  test('approves the listed hops one after another', async () => {
    const { olm, id, outputs } = await installed('stepwise', V1);
    const upgrade = provider.update(id, outputs, asked('stepwise', { pin: { csv: V3.name, intermediateCsvs: [V2.name] } }));
    await olm.plan('install-2', [V2.name]);
    await olm.carryOut('install-2', V2);
    await olm.plan('install-3', [V3.name]);
    await olm.carryOut('install-3', V3);
    expect(await upgrade).toMatchObject({ ready: true, csvName: V3.name, version: '3.0.0' });
    expect(approved('stepwise')).toEqual([`stepwise/install-2, which installs ${V2.name}`, `stepwise/install-3, which installs ${V3.name}`]);
  });

  test('rejects any other, by its name', async () => {
    const { olm, id, outputs } = await installed('foreign', V1);
    const upgrade = failureOf(provider.update(id, outputs, asked('foreign', { pin: { csv: V3.name, intermediateCsvs: [V2.name] }, timeouts: { terminalGrace: 1 } })));
    await olm.plan('install-2', [V2.name, 'stranger.v1.0.0']);
    const { reasons, properties } = await upgrade;
    expect(reasons.join('\n')).toContain(
      `InstallPlan foreign/install-2 would install ${V2.name} and stranger.v1.0.0; not allowed: stranger.v1.0.0`,
    );
    expect(approved('foreign')).toEqual([]);
    expect(await cluster.find(olm.path('installplans', 'install-2'))).toMatchObject({ spec: { approved: false } });

    // Once allowed as a dependency, the next `up` installs it.
    const next = asked('foreign', { pin: { csv: V2.name, dependencyCsvs: ['stranger.v1.0.0'] } });
    expect(await provider.diff(id, properties, next)).toMatchObject({ changes: true, replaces: [] });
    const [updated] = await Promise.all([provider.update(id, properties, next), olm.carryOut('install-2', V2)]);
    expect(updated).toMatchObject({ ready: true, csvName: V2.name });
  });
});

describeWith(FULL_RUN)('a removal', () => {
  const objects = (namespace: string, plural: string): string => `/apis/options.test/v1/namespaces/${namespace}/${plural}`;
  const object = (kind: string, metadata: object): object => ({ apiVersion: 'options.test/v1', kind, metadata });

  test('deletes operands while the operator still runs, and waits for their cleanup', async () => {
    const { olm, id, outputs } = await installed('operands', { ...V1, apis: APIS.slice(0, 1) }, { onDestroy: { operands: 'delete' } });
    await cluster.send('POST', objects('operands', 'plains'), object('Plain', { name: 'precious', finalizers: ['options.test/backup'] }));
    const removal = ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(id, outputs));
    await provider.line(/operands, waiting for Plain operands\/precious to be deleted/);
    await sleep(1_000);
    expect(await cluster.find(olm.path('subscriptions', 'plain'))).toBeUndefined();
    expect(await cluster.find(olm.path('clusterserviceversions', V1.name))).toMatchObject({ status: { phase: 'Succeeded' } });
    await letGo(cluster, `${objects('operands', 'plains')}/precious`);
    await removal;
    expect(await cluster.find(olm.path('clusterserviceversions', V1.name))).toBeUndefined();
    expect(await cluster.find(objects('operands', 'plains'))).toMatchObject({ items: [] });
  });

  test('deletes CRDs without another owner and without objects, and reports why the others stay', async () => {
    const { id, outputs } = await installed('crds', { ...V1, apis: APIS }, { onDestroy: { operands: 'ignore', deleteCrds: true } });
    const other = await ScriptedOlm.inNamespace(cluster, 'crds-too');
    await other.subscribe();
    await other.install({ name: 'other.v1.0.0', version: '1.0.0', apis: [APIS[1]!] });
    await cluster.send('POST', objects('crds-too', 'keepers'), object('Keeper', { name: 'kept' }));
    await ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(id, outputs));
    const there = await Promise.all(APIS.map(({ crd }) => cluster.find(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd}`)));
    expect(there.map((crd) => crd !== undefined)).toEqual([false, true, true]);
    expect(provider.lines.filter((line) => line.includes('operator crds/plain: left')).map((line) => line.replace(/^.*: left /, ''))).toEqual(
      expect.arrayContaining([
        'CustomResourceDefinition shareds.options.test: ClusterServiceVersion crds-too/other.v1.0.0 also owns it',
        'CustomResourceDefinition keepers.options.test: it still has one object',
      ]),
    );
  });

  test('lists operands although their conversion webhook is gone, and removes the webhook on request', async () => {
    const crd = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/converts.options.test';
    const schema = { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    await cluster.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'converts.options.test' },
      spec: {
        group: 'options.test', scope: 'Namespaced', names: { plural: 'converts', kind: 'Convert', singular: 'convert', listKind: 'ConvertList' },
        versions: [{ name: 'v1', served: true, storage: false, schema }, { name: 'v2', served: true, storage: true, schema }],
        conversion: {
          strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { namespace: 'converted', name: 'convert-service' } } },
        },
      },
    });
    const served = (version: string): string => `/apis/options.test/${version}/namespaces/converted/converts`;
    await cluster.until(async () => await cluster.find(served('v2')) !== undefined);
    // The operator owns version v1.
    const { id, outputs } = await installed('converted', { ...V1, apis: [{ crd: 'converts.options.test', kind: 'Convert' }] });
    await cluster.send('POST', served('v2'), { apiVersion: 'options.test/v2', kind: 'Convert', metadata: { name: 'kept' } });
    await expect(cluster.client.request({ method: 'GET', path: served('v1') }, AbortSignal.timeout(3_000))).rejects.toThrow();

    await expect(provider.delete(id, outputs)).rejects.toThrow("the operator's APIs still have one object: Convert converted/kept");

    const ignoring = { ...outputs, onDestroy: { operands: 'ignore' } };
    const reported = 'left CustomResourceDefinition converts.options.test: its conversion webhook calls Service converted/convert-service, which is deleted';
    await ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(id, ignoring));
    expect(provider.lines.filter((line) => line.includes(reported))).toHaveLength(1);

    await ScriptedOlm.whileCleaningUp(cluster, () => provider.delete(id, { ...outputs, onDestroy: { operands: 'ignore', resetConversion: true } }));
    expect(mapField(mapField(await cluster.find(crd), 'spec'), 'conversion')).toEqual({ strategy: 'None' });
    expect(await cluster.find(served('v1'))).toMatchObject({ items: [{ metadata: { name: 'kept' } }] });
  });

  test('removes finalizers from objects stuck for a minute if force is set', async () => {
    await forced;
    expect(provider.lines.filter((line) => line.includes('because force is set'))).toEqual([
      `removal of operator forced/plain: removes the finalizers options.test/never from ClusterServiceVersion forced/${V1.name}, because force is set`,
    ]);
  });
});
