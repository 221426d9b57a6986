import type { ServiceError } from '@grpc/grpc-js';
import { providerService } from '../../../lib/pulumi/plugin/provider-server';
import { type RunningServer, serve } from '../../../lib/pulumi/plugin/serve';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import type { FakeCluster } from '../fake-cluster';
import { clusterWithOperator, installOperator } from '../state/cluster-objects';
import { failureOf, PluginClient, urn } from './plugin-client';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const OPERATOR = { kubeconfig: 'blue', namespace: 'team', subscription: 'hello', package: 'hello', timeouts: { settling: 0 } };
const SUBSCRIPTIONS = '/apis/operators.coreos.com/v1alpha1/subscriptions';
const CSVS = '/apis/operators.coreos.com/v1alpha1/clusterserviceversions';
const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
const secret = (value: unknown): JsonMap => ({ '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', value });

let blue: FakeCluster;
let server: RunningServer;
let plugin: PluginClient;
let shown: { readonly urn: string; readonly line: string }[];

beforeEach(async () => {
  blue = clusterWithOperator();
  shown = [];
  server = await serve(providerService({
    version: '1.2.3', schema: () => '{}', show: (of, line) => shown.push({ urn: of, line }), construct: () => Promise.reject(new Error('no components here')),
  }));
  plugin = new PluginClient(server.port);
});

afterEach(() => {
  plugin.close();
  server.stop();
});

it('creates, leaves alone, updates, refreshes and deletes an operator', async () => {
  const { inputs, failures } = await plugin.check('OperatorReady', OPERATOR);
  expect(failures).toEqual([]);
  expect(inputs).toEqual({ ...OPERATOR, kubeconfig: secret('blue') });
  const created = await plugin.create('OperatorReady', inputs);
  expect(created).toMatchObject({ id: 'operator team/hello', outputs: { ready: true, csvName: 'hello.v1.0.0', clusterUid: 'uid-of-blue', kubeconfig: secret('blue') } });
  expect(shown.at(-1)).toEqual({ urn: urn('OperatorReady'), line: expect.stringContaining('operator team/hello: ready after') as string });

  expect(await plugin.diff('OperatorReady', created, inputs)).toEqual({ changes: false, replaces: [] });
  expect(await plugin.read('OperatorReady', created)).toMatchObject({ id: created.id, outputs: { drift: [], kubeconfig: secret('blue') } });

  // Another wanted version, which OLM installs.
  const pinned = (await plugin.check('OperatorReady', { ...OPERATOR, pin: { csv: 'hello.v2.0.0' } }, inputs)).inputs;
  expect(await plugin.diff('OperatorReady', created, pinned)).toEqual({ changes: true, replaces: [] });
  const failed = await failureOf(plugin.update('OperatorReady', created, pinned, 1));
  expect(failed.reasons.join('\n')).toMatch(/did not become ready within 1 s/);
  blue.add({ path: CSVS, name: 'hello.v2.0.0', namespace: 'team', spec: { version: '2.0.0' }, status: { phase: 'Succeeded' } });
  blue.remove('hello.v1.0.0');
  blue.add({
    path: SUBSCRIPTIONS, name: 'hello', namespace: 'team', spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
    status: { state: 'AtLatestKnown', installedCSV: 'hello.v2.0.0', currentCSV: 'hello.v2.0.0' },
  });
  const updated = await plugin.update('OperatorReady', { ...failed, inputs: pinned }, pinned);
  expect(updated.outputs).toMatchObject({ ready: true, csvName: 'hello.v2.0.0', version: '2.0.0' });
  // Timeouts of the resource options are not properties.
  expect(updated.outputs).not.toHaveProperty('customTimeouts');
  expect(await plugin.diff('OperatorReady', updated, pinned)).toEqual({ changes: false, replaces: [] });

  // What others changed.
  blue.add({ path: CSVS, name: 'hello.v2.0.0', namespace: 'team', spec: { version: '2.0.0' }, status: { phase: 'Failed' } });
  const drifted = await plugin.read('OperatorReady', updated);
  expect(drifted.outputs['drift']).toEqual(['ClusterServiceVersion hello.v2.0.0 is in phase Failed']);
  expect(await plugin.diff('OperatorReady', drifted, pinned)).toEqual({ changes: true, replaces: [] });

  await plugin.delete('OperatorReady', updated);
  expect(blue.object('Subscription', 'hello')).toBeUndefined();
  expect((await plugin.read('OperatorReady', updated)).id).toBe('');
});

describe('a canceled operation', () => {
  it('ends within a second with what it was waiting for, and the next one continues', async () => {
    const { inputs } = await plugin.check('OperatorReady', { ...OPERATOR, pin: { csv: 'hello.v2.0.0' }, timeouts: { settling: 0 } });
    const creation = failureOf(plugin.create('OperatorReady', inputs));
    await new Promise((resolve) => setTimeout(resolve, 400));
    const before = performance.now();
    await plugin.cancel();
    const failed = await creation;
    expect(performance.now() - before).toBeLessThan(1000);
    expect(failed.id).toBe('operator team/hello');
    expect(failed.reasons.join('\n')).toMatch(/^operator team\/hello did not become ready: canceled after \d+ (?:m?s), .*waiting for .*hello\.v2\.0\.0.*; run it again to continue/);
    expect(failed.outputs).toMatchObject({ ready: false, kubeconfig: secret('blue'), clusterUid: 'uid-of-blue' });
    expect(await plugin.diff('OperatorReady', failed, inputs)).toEqual({ changes: true, replaces: [] });
  });

  it('is a failure of a removal, which leaves the resource', async () => {
    const created = await plugin.create('OperatorReady', OPERATOR);
    blue.hold('hello');
    const removal: Promise<ServiceError | undefined> = plugin.delete('OperatorReady', created).then(() => undefined, (error: unknown) => error as ServiceError);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await plugin.cancel();
    expect((await removal)?.details).toMatch(/removal of operator team\/hello|operator team\/hello was not removed: canceled after/);
  });
});

describe('check', () => {
  it.each<[string, string, JsonMap, string[]]>([
    ['a wrong type', 'OperatorReady', { ...OPERATOR, subscription: 7 }, ['subscription must be a non-empty string, got 7: write it in quotes']],
    ['an unknown property', 'OperatorReady', { ...OPERATOR, chanel: 'stable' },
      ["chanel unknown property 'chanel'; known properties: 16, and the nearest is 'channel'"]],
    ['a missing property', 'CatalogReady', { kubeconfig: 'blue', name: 'shop' }, ['namespace is missing']],
    ['an empty kubeconfig', 'CatalogReady', { kubeconfig: null, name: 'shop', namespace: 'olm' }, [expect.stringMatching(/^the kubeconfig is empty/)]],
    ['missing objects', 'OlmReady', { kubeconfig: 'blue' }, ['objects is missing: set it to the objects of the installation']],
    ['objects of another type', 'OlmReady', { kubeconfig: 'blue', objects: 'all' },
      ['objects must be a list of Kubernetes objects, each with apiVersion, kind and metadata']],
    ['unknown values', 'OlmReady', { kubeconfig: UNKNOWN, objects: UNKNOWN }, []],
    ['values of other types that are unknown', 'OperatorReady', {
      ...OPERATOR, recover: '3eeb2bf0-c639-47a8-9e75-3b44932eb421', adopt: '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7', pin: 'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
    }, []],
    ['unknown fields of objects', 'OlmReady', { kubeconfig: 'blue', objects: [{ kind: UNKNOWN }] }, []],
  ])('with %s', async (_, type, inputs, failures) => {
    expect((await plugin.check(type, inputs)).failures).toEqual(failures);
  });

  it('keeps what the program marks as secret, and takes a kubeconfig as an object', async () => {
    const { inputs, failures } = await plugin.check('OperatorReady', { ...OPERATOR, kubeconfig: { clusters: [] }, channel: secret('stable') });
    expect({ inputs, failures }).toMatchObject({ inputs: { kubeconfig: secret('{"clusters":[]}'), channel: secret('stable') }, failures: [] });
  });

  it('reports a type that the plugin does not have', async () => {
    await expect(plugin.check('Operator', {})).rejects.toThrow(/has no resource of type olm-constructs:index:Operator; its resources are olm-constructs:index:CatalogReady/);
  });
});

describe('import', () => {
  it('reads an installed operator, so that the next preview has no changes', async () => {
    await plugin.configure({ kubeconfig: secret('blue') });
    const found = await plugin.import('OperatorReady', 'team/hello');
    expect(found.inputs).toEqual({ namespace: 'team', subscription: 'hello', package: 'hello' });
    expect(found).toMatchObject({
      id: 'operator team/hello',
      outputs: { ready: true, csvName: 'hello.v1.0.0', left: { csvName: 'hello.v1.0.0' }, clusterUid: 'uid-of-blue', schemaVersion: 1 },
    });
    const { inputs } = await plugin.check('OperatorReady', { namespace: 'team', subscription: 'hello', package: 'hello' });
    expect(await plugin.diff('OperatorReady', found, inputs)).toEqual({ changes: false, replaces: [] });
    expect((await plugin.import('OperatorReady', 'team/other')).id).toBe('');
  });

  it.each([
    ['OperatorReady', 'hello', "the ID must have the form NAMESPACE/SUBSCRIPTION, got 'hello'"],
    ['RukpakReady', 'Pod/hello', "the ID must have the form KIND/NAME: kind must be 'Bundle', 'BundleDeployment' or 'BundleInstance', got 'Pod'"],
    ['OlmReady', 'olm', 'cannot be imported: declare it in the program and run `pulumi up`, which adopts what exists'],
  ])('of a %s as %s explains what is wrong', async (type, id, message) => {
    await plugin.configure({ kubeconfig: 'blue' });
    await expect(plugin.import(type, id)).rejects.toThrow(message);
  });
});

it('explains a state of a newer release', async () => {
  const { id, outputs } = await plugin.create('OperatorReady', OPERATOR);
  const newer = { id, inputs: {}, outputs: { ...outputs, schemaVersion: 99 } };
  await expect(plugin.diff('OperatorReady', newer, OPERATOR)).rejects.toThrow(/its state was written by a newer olm-constructs .*or the plugin olm-constructs/);
});

describe('settings', () => {
  it('select the cluster of resources that select none', async () => {
    await plugin.configure({ kubeconfig: 'blue', context: 'dev', deleteUnreachable: 'true' });
    const { kubeconfig: _, ...others } = OPERATOR;
    expect((await plugin.check('OperatorReady', others)).inputs).toMatchObject({ kubeconfig: secret('blue'), context: 'dev', deleteUnreachable: true });
    expect((await plugin.check('OperatorReady', { ...others, kubeconfig: 'green' })).inputs).not.toHaveProperty('context');
  });

  it('are checked, and never replace resources', async () => {
    expect(await plugin.checkConfig({ kubeconfig: '', kubeConfig: 'x', deleteUnreachable: 'often', version: '1.0.0' })).toEqual([
      expect.stringContaining("kubeConfig unknown setting 'kubeConfig'"), expect.stringContaining('the kubeconfig is empty'), 'deleteUnreachable must be true or false',
    ]);
    expect((await plugin.diffConfig({ context: 'a' }, { context: 'b' })).getReplacesList()).toEqual([]);
  });
});

it('has a version and accepts secrets', async () => {
  expect(await plugin.version()).toBe('1.2.3');
  expect((await plugin.configure({})).getAcceptsecrets()).toBe(true);
});

it('continues what a dynamic resource of a TypeScript program has begun', async () => {
  const { id, outputs } = await plugin.create('OperatorReady', OPERATOR);
  const dynamic = { id, inputs: OPERATOR, outputs: { ...outputs, __provider: 'exports.handler = …', customTimeouts: { create: 60 } } };
  const { inputs } = await plugin.check('OperatorReady', OPERATOR, { ...OPERATOR, __provider: 'exports.handler = …' });
  expect(await plugin.diff('OperatorReady', dynamic, inputs)).toEqual({ changes: false, replaces: [] });
  installOperator(blue);
  await plugin.delete('OperatorReady', dynamic);
  expect(blue.object('Subscription', 'hello')).toBeUndefined();
});
