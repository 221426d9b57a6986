import { FakeCluster } from '../fake-cluster';
import { notReady } from '../not-ready';
import { clusterExtension, DEPRECATED, installExtension, operatorDeployment } from '../olm-v1-objects';
import { collectDuring, OPERAND } from '../operator-objects';
import { NotReadyError } from '../../../lib/pulumi/provider/resource-provider';
import { clusterExtensionReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = { kubeconfig: 'blue', name: 'hello', timeouts: { settling: 0, total: 5 } };
const PATH = '/apis/olm.operatorframework.io/v1/clusterextensions/hello';

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  installExtension(blue);
});

afterEach(() => jest.restoreAllMocks());

const ready = async (more: JsonMap = {}): Promise<JsonMap> => (await clusterExtensionReady.create({ ...INPUTS, ...more })).outs;

/** Deletes the resource, while the garbage collector does its work. */
const remove = (outputs: JsonMap): Promise<void> => collectDuring(clusterExtensionReady.delete('id', outputs), blue, PATH);

describe('the provider of ClusterExtensionReady', () => {
  it('outputs what is installed, without the objects of other extensions', async () => {
    expect(await ready()).toMatchObject({
      ready: true, drift: [], installNamespace: 'team', bundleName: 'hello.v1.0.0', installedVersion: '1.0.0', activeRevisions: [], deployments: ['hello-op'], deprecations: [],
      ownedApis: [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }], left: { bundleName: 'hello.v1.0.0' },
    });
  });

  it('prints what is deprecated as a warning', async () => {
    blue.add(clusterExtension('1.0.0', undefined, [DEPRECATED]));
    expect(await ready()).toMatchObject({ deprecations: ["package 'hello' is deprecated: use greetings"] });
    expect(lines).toContain("cluster extension hello: warning: package 'hello' is deprecated: use greetings");
  });

  it('keeps a resource that is not ready, with what was reached', async () => {
    blue.add(clusterExtension('1.0.0', 'something is wrong'));
    const { properties, reasons } = await notReady(ready());
    expect(properties).toMatchObject({ ready: false, installNamespace: 'team', bundleName: 'hello.v1.0.0' });
    expect(reasons.join()).toContain('ClusterExtension hello cannot be installed: something is wrong');
  });

  it('waits again after a failure, and for an expected version', async () => {
    const error: unknown = await ready({ version: '2.0.0', timeouts: { settling: 0, total: 1 } }).catch((thrown: unknown) => thrown);
    const { properties } = error as NotReadyError;
    expect((error as NotReadyError).reasons.join()).toContain('ClusterExtension hello has version 1.0.0 installed instead of 2.0.0');
    blue.add(clusterExtension('2.0.0'));
    const inputs = { ...INPUTS, version: '2.0.0' };
    expect(await clusterExtensionReady.diff('id', properties, inputs)).toMatchObject({ changes: true, replaces: [] });
    expect((await clusterExtensionReady.update('id', properties, inputs)).outs).toMatchObject({ ready: true, installedVersion: '2.0.0' });
  });

  it('names invalid inputs', async () => {
    const { failures } = await clusterExtensionReady.check({}, { name: 'hello', onDestroy: { operands: 'keep' } });
    expect(failures).toEqual([{ property: 'onDestroy', reason: expect.stringContaining("operands must be 'abort', 'ignore' or 'delete'") as string }]);
  });

  it('states what a replacement means', async () => {
    const outputs = await ready();
    lines.length = 0;
    expect(await clusterExtensionReady.diff('id', outputs, { ...INPUTS, name: 'greet' })).toMatchObject({ replaces: ['name'], deleteBeforeReplace: true });
    expect(lines).toEqual([
      'cluster extension hello: replace, because name changed',
      'cluster extension hello: is removed, together with its CRDs, before it is installed again, and does not run in between; '
      + 'objects of its APIs stop the removal before anything is deleted',
    ]);
  });

  it.each([
    ['ignore', 'all objects of its APIs are lost with the CRDs'], ['delete', 'all objects of its APIs are deleted'],
    ['abort', 'objects of its APIs stop the removal before anything is deleted'],
  ])('states what a replacement does with the objects of its APIs: %s', async (operands, expected) => {
    const inputs = { ...INPUTS, onDestroy: { operands } };
    await clusterExtensionReady.diff('id', await ready(inputs), { ...inputs, name: 'greet' });
    expect(lines.at(-1)).toBe('cluster extension hello: is removed, together with its CRDs, before it is installed again, and does not run in between; ' + expected);
  });

  it('states nothing of the kind for an update, and for a replacement in another cluster, where the new one comes first', async () => {
    const outputs = await ready();
    lines.length = 0;
    new FakeCluster('green');
    await clusterExtensionReady.diff('id', outputs, { ...INPUTS, version: '2.0.0' });
    expect(await clusterExtensionReady.diff('id', outputs, { ...INPUTS, kubeconfig: 'green', name: 'greet' })).toMatchObject({ deleteBeforeReplace: false });
    expect(lines).toEqual([
      'cluster extension hello: update, because version changed',
      'cluster extension hello: replace, because kubeconfig selects another cluster; name changed',
    ]);
  });

  it('finds nothing on a refresh if nothing changed, and what is there now otherwise', async () => {
    const outputs = await ready();
    expect(outputs['phaseSeconds']).toEqual(expect.objectContaining({ settling: expect.any(Number) as number }));
    expect(await clusterExtensionReady.read('id', outputs)).toEqual({ id: 'id', props: outputs });
    const older = { ...outputs, installNamespace: 'a', bundleName: 'a', installedVersion: 'a', activeRevisions: ['a'], ownedApis: [], deployments: [], deprecations: ['a'] };
    expect((await clusterExtensionReady.read('id', older)).props).toEqual(outputs);
  });

  it('reports on a refresh that its bundle is no longer installed', async () => {
    const outputs = await ready();
    const { status, ...extension } = clusterExtension('1.0.0');
    blue.add({ ...extension, status: { conditions: (status as { conditions: object[] }).conditions.slice(1) } });
    expect((await clusterExtensionReady.read('id', outputs)).props['drift']).toEqual(['bundle hello.v1.0.0 is no longer installed']);
  });

  it('knows no bundle to compare with while none was installed', async () => {
    const { left: _, ...outputs } = await ready();
    expect((await clusterExtensionReady.read('id', outputs)).props).toMatchObject({ drift: [], bundleName: 'hello.v1.0.0' });
  });

  it('reports on a refresh what changed, until an update', async () => {
    const outputs = await ready();
    expect((await clusterExtensionReady.read('id', outputs)).props).toMatchObject({ drift: [] });
    blue.add(clusterExtension('1.1.0', 'no space left'), operatorDeployment(0));
    const drift = ['hello.v1.1.0 is installed instead of hello.v1.0.0', 'ClusterExtension hello cannot be installed: no space left', 'Deployment hello-op: 0 of 1 pods available'];
    const { props } = await clusterExtensionReady.read('id', outputs);
    expect(props).toMatchObject({ drift, installedVersion: '1.1.0' });
    expect((await clusterExtensionReady.read('id', props)).props).toMatchObject({ drift });
    blue.remove('hello');
    expect(await clusterExtensionReady.read('id', outputs)).toEqual({ id: '', props: {} });
  });

  it('deletes the ClusterExtension, and waits until its objects are gone', async () => {
    await remove(await ready());
    expect(blue.changes).toEqual([`DELETE ${PATH}`]);
    expect(lines.at(-1)).toMatch(/^removal of cluster extension hello: done after /);
  });

  it('waits for its Deployments in the namespace that it was installed in, even if the ClusterExtension was deleted before', async () => {
    const outputs = await ready({ timeouts: { settling: 0, total: 0.5 } });
    ['hello', 'hellos.demo.test'].forEach((name) => blue.remove(name));
    await expect(clusterExtensionReady.delete('id', outputs)).rejects.toThrow('Deployment team/hello-op');
    blue.remove('hello-op');
    await clusterExtensionReady.delete('id', outputs);
    expect(blue.changes).toEqual([]);
  });

  it('deletes nothing while there are objects of its APIs', async () => {
    blue.add(OPERAND);
    await expect(remove(await ready())).rejects.toThrow('OLM v1 would delete one object together with the CRDs: Hello team/world');
    expect(blue.changes).toEqual([]);
  });

  it('deletes the objects of its APIs first if that is set', async () => {
    blue.add(OPERAND);
    await remove(await ready({ onDestroy: { operands: 'delete' } }));
    expect(blue.changes).toEqual(['DELETE /apis/demo.test/v1/namespaces/team/hellos/world', `DELETE ${PATH}`]);
  });

  it('keeps the operator if only waiting was turned off', async () => {
    const outputs = await ready();
    blue.add({ ...clusterExtension('1.0.0'), metadata: { generation: 1, annotations: { 'olm-constructs/waiter': 'none' } } });
    await remove(outputs);
    expect(blue.changes).toEqual([]);
    expect(lines).toContain('removal of cluster extension hello: left ClusterExtension hello: kept, together with its operator: only waiting was turned off');
  });
});
