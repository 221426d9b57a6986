import type { JsonMap } from '../../../lib/formats/json/json-value';
import { rukpakReady } from '../../../lib/pulumi/waiters';
import { FakeCluster, type FakeObject } from '../fake-cluster';
import { notReady } from '../not-ready';
import { printedLines } from '../printed-lines';
import { bundle, bundleDeployment, installBundle, operatorDeployment } from '../rukpak-objects';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const GROUP = '/apis/core.rukpak.io';
const IMAGE = 'quay.io/demo/hello@sha256:1';
const INPUTS = { kubeconfig: 'blue', name: 'hello', timeouts: { settling: 0, total: 1 } };
const OF_DEPLOYMENT = { ...INPUTS, kind: 'BundleDeployment' };
const OF_INSTANCE = { ...INPUTS, kind: 'BundleInstance' };
const OF_BUNDLE = { ...INPUTS, kind: 'Bundle' };
const APIS = [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }];
const RUNNING = { ownedApis: APIS, deployments: ['team/hello-op'] };

/** A BundleInstance of RukPak 0.3.0 with a Bundle installed. */
function instance(installed: string | undefined): FakeObject {
  return {
    path: `${GROUP}/v1alpha1/bundleinstances`, name: 'hello', spec: { bundleName: 'hello' },
    status: { installedBundleName: installed, conditions: [{ type: 'Installed', status: 'True', reason: 'InstallationSucceeded', message: '' }] },
  };
}

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  installBundle(blue);
  blue.add(bundle(), instance('hello'));
});

afterEach(() => jest.restoreAllMocks());

const ready = async (inputs: JsonMap): Promise<JsonMap> => (await rukpakReady.create(inputs)).outs;

describe.each<[string, string, JsonMap, JsonMap, JsonMap]>([
  ['a BundleDeployment', 'bundle deployment hello', OF_DEPLOYMENT,
    { ...RUNNING, installNamespace: 'team', resolvedSource: IMAGE, contentUrl: 'https://core.rukpak-system.svc/bundles/hello.tgz' }, { resolvedSource: IMAGE }],
  ['a BundleInstance', 'bundle instance hello', OF_INSTANCE,
    { ...RUNNING, activeBundle: 'hello', resolvedSource: '0123abcd' }, { activeBundle: 'hello', resolvedSource: '0123abcd' }],
  ['a Bundle', 'bundle hello', OF_BUNDLE, { resolvedSource: '0123abcd' }, { resolvedSource: '0123abcd' }],
])('the waiter for %s', (_, id, inputs, outputs, left) => {
  it('outputs what is there, which a refresh finds again', async () => {
    const created = await rukpakReady.create(inputs);
    expect(created).toEqual({ id, outs: {
      ...inputs, ...outputs, left, clusterUid: 'uid-of-blue', ready: true, drift: [], schemaVersion: 1,
      phaseSeconds: expect.objectContaining({ settling: expect.any(Number) as number }) as object,
    } });
    expect(await rukpakReady.read(id, created.outs)).toEqual({ id, props: created.outs });
    const older = Object.fromEntries(Object.keys(outputs).map((key) => [key, 'older']));
    expect((await rukpakReady.read(id, { ...created.outs, ...older })).props).toEqual(created.outs);
  });

  it('drops an object that was deleted from the state', async () => {
    const { outs } = await rukpakReady.create(inputs);
    blue.remove('hello');
    expect(await rukpakReady.read(id, outs)).toEqual({ id: '', props: {} });
  });

  it('plans its replacement by another name or kind', async () => {
    const state = await ready(inputs);
    const isBundle = inputs['kind'] === 'Bundle';
    for (const change of [{ name: 'greet' }, { kind: isBundle ? 'BundleInstance' : 'Bundle' }]) {
      lines.length = 0;
      const replaces = Object.keys(change);
      expect(await rukpakReady.diff(id, state, { ...inputs, ...change })).toEqual({ changes: true, replaces, deleteBeforeReplace: !isBundle });
      expect(lines).toEqual([
        `${id}: replace, because ${replaces.join()} changed`,
        ...(isBundle ? [] : [expect.stringContaining(`${id}: is removed, together with its CRDs, before it is installed again`) as string]),
      ]);
    }
  });

  it('states nothing about a removal for an update', async () => {
    const state = await ready(inputs);
    lines.length = 0;
    await rukpakReady.diff(id, state, { ...inputs, revision: 'two' });
    expect(lines).toEqual([`${id}: update, because revision changed`]);
  });
});

describe('the waiter for an installation', () => {
  it.each<[string, JsonMap, string]>([
    ['BundleDeployments of v1alpha1', { ...OF_DEPLOYMENT, apiVersion: 'core.rukpak.io/v1alpha1' }, 'v1alpha1/bundledeployments'],
    ['BundleDeployments of v1alpha2', { ...OF_DEPLOYMENT, apiVersion: 'core.rukpak.io/v1alpha2' }, 'v1alpha2/bundledeployments'],
    ['BundleDeployments of v1alpha2 by default', OF_DEPLOYMENT, 'v1alpha2/bundledeployments'],
    ['BundleInstances', OF_INSTANCE, 'v1alpha1/bundleinstances'],
    ['BundleInstances, whatever the API version', { ...OF_INSTANCE, apiVersion: 'core.rukpak.io/v1alpha2' }, 'v1alpha1/bundleinstances'],
  ])('reads and deletes %s', async (_, inputs, path) => {
    blue.remove('hello');
    blue.remove('hello-op');
    blue.remove('hellos.demo.test');
    blue.add({ path: `${GROUP}/${path}`, name: 'hello', spec: {} });
    const state = { ...inputs, ready: true, drift: [] };
    expect((await rukpakReady.read('id', state)).id).toBe('id');
    await rukpakReady.delete('id', state);
    expect(blue.changes).toEqual([`DELETE ${GROUP}/${path}/hello`]);
  });

  it('reports another Bundle, or none, until an update', async () => {
    const outputs = await ready(OF_INSTANCE);
    blue.add(instance('next'));
    expect((await rukpakReady.read('id', outputs)).props).toMatchObject({ drift: ['next is installed instead of hello'], activeBundle: 'next' });
    blue.add(instance(undefined));
    expect((await rukpakReady.read('id', outputs)).props['drift']).toEqual(['hello is no longer installed']);
  });

  it('reports a source that is no longer known, and no error before RukPak has processed the object', async () => {
    const outputs = await ready(OF_DEPLOYMENT);
    blue.add({ ...bundleDeployment(IMAGE, 'no space left'), status: {} });
    expect((await rukpakReady.read('id', outputs)).props['drift']).toEqual([`${IMAGE} is no longer installed`]);
    const { left: _, ...unknown } = outputs;
    expect((await rukpakReady.read('id', unknown)).props['drift']).toEqual([]);
  });

  it('reports an unavailable Deployment without listing pods and events', async () => {
    const outputs = await ready(OF_DEPLOYMENT);
    blue.add(operatorDeployment(0));
    blue.lists.length = 0;
    expect((await rukpakReady.read('id', outputs)).props['drift']).toEqual(['Deployment hello-op: 0 of 1 pods available']);
    expect(blue.lists.filter((path) => /\/(pods|events)$/.test(path))).toEqual([]);
  });

  it('keeps what it reached if it does not become ready', async () => {
    blue.add(operatorDeployment(0));
    const { reasons, properties } = await notReady(rukpakReady.create(OF_DEPLOYMENT));
    expect(reasons.join()).toContain('Deployment hello-op (0 of 1 pods available)');
    expect(properties).toMatchObject({
      ...RUNNING, resolvedSource: IMAGE, left: { resolvedSource: IMAGE }, phaseSeconds: { starting: expect.any(Number) as number },
    });
  });
});

test('a Bundle is kept together with its content if only waiting was turned off', async () => {
  const outputs = await ready(OF_BUNDLE);
  blue.add({ ...bundle(), metadata: { annotations: { 'olm-constructs/waiter': 'none' } } });
  await rukpakReady.delete('id', outputs);
  expect(lines).toContain('removal of bundle hello: left Bundle hello: kept, together with its content: only waiting was turned off');
});
