import { FakeCluster } from '../fake-cluster';
import { notReady } from '../not-ready';
import { collectDuring, OPERAND } from '../operator-objects';
import { bundle, bundleDeployment, installBundle, OPERATOR_CRD, operatorDeployment } from '../rukpak-objects';
import { rukpakReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { ApiError } from '../../../lib/cluster/client/client-error';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = { kubeconfig: 'blue', kind: 'BundleDeployment', name: 'hello', timeouts: { settling: 0, total: 5 } };
const PATH = '/apis/core.rukpak.io/v1alpha2/bundledeployments/hello';
const IMAGE = 'quay.io/demo/hello@sha256:1';

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  installBundle(blue);
});

afterEach(() => jest.restoreAllMocks());

const ready = async (more: JsonMap = {}): Promise<JsonMap> => (await rukpakReady.create({ ...INPUTS, ...more })).outs;

/** Deletes the resource, while the garbage collector does its work. */
const remove = (outputs: JsonMap): Promise<void> => collectDuring(rukpakReady.delete('id', outputs), blue, PATH);

describe('the provider of RukpakReady', () => {
  it('outputs what is installed, without the objects of other bundles', async () => {
    expect(await ready()).toMatchObject({
      ready: true, drift: [], installNamespace: 'team', resolvedSource: IMAGE, contentUrl: 'https://core.rukpak-system.svc/bundles/hello.tgz', deployments: ['team/hello-op'],
      ownedApis: [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }], left: { resolvedSource: IMAGE },
    });
    expect(lines.at(-1)).toMatch(/^bundle deployment hello: ready after /);
  });

  it('keeps a resource that is not ready, with what was reached, and waits again', async () => {
    blue.add(bundleDeployment(IMAGE, 'webhookDefinitions are not supported'));
    const { reasons, properties } = await notReady(ready({ timeouts: { settling: 0, terminalGrace: 0.1 } }));
    expect(reasons.join()).toContain('BundleDeployment hello cannot be installed: webhookDefinitions are not supported');
    expect(properties).toMatchObject({ ready: false, installNamespace: 'team', resolvedSource: IMAGE });
    blue.add(bundleDeployment(IMAGE));
    expect(await rukpakReady.diff('id', properties, INPUTS)).toMatchObject({ changes: true, replaces: [] });
    expect((await rukpakReady.update('id', properties, INPUTS)).outs).toMatchObject({ ready: true });
  });

  it.each<[string, JsonMap, string, string]>([
    ['an unknown kind', { kind: 'BundleThing' }, 'kind', "must be 'Bundle', 'BundleDeployment' or 'BundleInstance'"],
    ['an unknown API version', { apiVersion: 'v1alpha2' }, 'apiVersion', "must be 'core.rukpak.io/v1alpha1' or 'core.rukpak.io/v1alpha2'"],
    ['an unknown choice', { onDestroy: { operands: 'keep' } }, 'onDestroy', "operands must be 'abort', 'ignore' or 'delete'"],
    ['an empty name', { name: '' }, 'name', 'must be a non-empty string'],
  ])('names %s', async (_, wrong, property, reason) => {
    const { failures } = await rukpakReady.check({}, { ...INPUTS, ...wrong });
    expect(failures).toEqual([{ property, reason: expect.stringContaining(reason) as string }]);
  });

  it('states what a replacement means', async () => {
    const outputs = await ready();
    lines.length = 0;
    expect(await rukpakReady.diff('id', outputs, { ...INPUTS, name: 'greet' })).toMatchObject({ replaces: ['name'], deleteBeforeReplace: true });
    expect(lines).toEqual([
      'bundle deployment hello: replace, because name changed',
      'bundle deployment hello: is removed, together with its CRDs, before it is installed again, and does not run in between; '
      + 'objects of its APIs stop the removal before anything is deleted',
    ]);
  });

  it('waits again, and replaces nothing, for the API version of another release', async () => {
    const outputs = await ready();
    expect(await rukpakReady.diff('id', outputs, { ...INPUTS, apiVersion: 'core.rukpak.io/v1alpha1' })).toMatchObject({ changes: true, replaces: [] });
  });

  it('reports on a refresh what changed, until an update', async () => {
    const outputs = await ready();
    expect((await rukpakReady.read('id', outputs)).props).toMatchObject({ drift: [] });
    blue.add(bundleDeployment('quay.io/demo/hello@sha256:2', 'no space left'), operatorDeployment(0));
    const drift = [
      'quay.io/demo/hello@sha256:2 is installed instead of quay.io/demo/hello@sha256:1', 'BundleDeployment hello cannot be installed: no space left',
      'Deployment hello-op: 0 of 1 pods available',
    ];
    const { props } = await rukpakReady.read('id', outputs);
    expect(props).toMatchObject({ drift, resolvedSource: 'quay.io/demo/hello@sha256:2' });
    expect((await rukpakReady.read('id', props)).props).toMatchObject({ drift });
    blue.remove('hello');
    expect(await rukpakReady.read('id', outputs)).toEqual({ id: '', props: {} });
  });

  it('reports on a refresh what changed without the rights to list pods and events', async () => {
    const outputs = await ready();
    blue.add(operatorDeployment(0));
    ['pods', 'events'].forEach((plural) => blue.refuse(plural, new ApiError(403, 'Forbidden', `cannot list ${plural}`)));
    expect((await rukpakReady.read('id', outputs)).props).toMatchObject({ ready: true, drift: ['Deployment hello-op: 0 of 1 pods available'] });
    expect(blue.lists.filter((path) => /pods|events/.test(path))).toEqual([]);
  });

  it('deletes the BundleDeployment, and waits until its objects are gone', async () => {
    await remove(await ready());
    expect(blue.changes).toEqual([`DELETE ${PATH}`]);
    expect(lines.at(-1)).toMatch(/^removal of bundle deployment hello: done after /);
  });

  it('lists what nothing deletes', async () => {
    const outputs = await ready();
    blue.add({ ...OPERATOR_CRD, metadata: { labels: { 'core.rukpak.io/owner-name': 'hello' }, annotations: { 'helm.sh/resource-policy': 'keep' } } });
    blue.remove('hello-op');
    await rukpakReady.delete('id', outputs);
    expect(lines).toContain('removal of bundle deployment hello: left CustomResourceDefinition hellos.demo.test: its annotation helm.sh/resource-policy keeps it');
  });

  it('deletes nothing while there are objects of its APIs', async () => {
    blue.add(OPERAND);
    await expect(remove(await ready())).rejects.toThrow('RukPak would delete one object together with the CRDs: Hello team/world');
    expect(blue.changes).toEqual([]);
  });

  it('deletes the objects of its APIs first if that is set', async () => {
    blue.add(OPERAND);
    await remove(await ready({ onDestroy: { operands: 'delete' } }));
    expect(blue.changes).toEqual(['DELETE /apis/demo.test/v1/namespaces/team/hellos/world', `DELETE ${PATH}`]);
  });

  it('keeps the operator if only waiting was turned off', async () => {
    const outputs = await ready();
    blue.add({ ...bundleDeployment(IMAGE), metadata: { generation: 1, annotations: { 'olm-constructs/waiter': 'none' } } });
    await remove(outputs);
    expect(blue.changes).toEqual([]);
    expect(lines).toContain('removal of bundle deployment hello: left BundleDeployment hello: kept, together with its operator: only waiting was turned off');
  });
});

describe('the provider of RukpakReady for a Bundle', () => {
  const OF_BUNDLE = { ...INPUTS, kind: 'Bundle' };

  beforeEach(() => blue.add(bundle()));

  it('outputs what is unpacked, and reports what changed', async () => {
    const outputs = await ready(OF_BUNDLE);
    expect(outputs).toMatchObject({ ready: true, resolvedSource: '0123abcd' });
    expect(outputs).not.toHaveProperty('deployments');
    blue.add(bundle('unknown branch'));
    expect((await rukpakReady.read('id', outputs)).props).toMatchObject({ drift: ['Bundle hello cannot be unpacked: unknown branch'] });
  });

  it('explains why it is not unpacked', async () => {
    blue.add(bundle('found zero objects'));
    const { reasons } = await notReady(ready({ ...OF_BUNDLE, timeouts: { terminalGrace: 0.1 } }));
    expect(reasons.join()).toContain('bundle hello did not become ready: gave up immediately while unpacking\n  - Bundle hello cannot be unpacked: found zero objects');
  });

  it('is replaced by another one before it is deleted, so that what is installed from it can be upgraded', async () => {
    const outputs = await ready(OF_BUNDLE);
    expect(await rukpakReady.diff('id', outputs, { ...OF_BUNDLE, name: 'next' })).toMatchObject({ replaces: ['name'], deleteBeforeReplace: false });
  });

  it('deletes the Bundle, unless only waiting was turned off', async () => {
    const outputs = await ready(OF_BUNDLE);
    blue.add({ ...bundle(), metadata: { annotations: { 'olm-constructs/waiter': 'none' } } });
    await rukpakReady.delete('id', outputs);
    expect(blue.changes).toEqual([]);
    blue.add(bundle());
    await rukpakReady.delete('id', outputs);
    expect(blue.changes).toEqual(['DELETE /apis/core.rukpak.io/v1alpha1/bundles/hello']);
  });
});
