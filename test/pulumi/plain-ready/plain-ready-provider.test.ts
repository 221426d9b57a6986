import { FakeCluster } from '../fake-cluster';
import { notReady } from '../not-ready';
import { OPERAND, operatorCrd, operatorDeployment, REFS, runPlainOperator, UNPULLABLE } from '../plain-objects';
import { plainReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = {
  kubeconfig: 'blue', name: 'hello', namespace: 'team', objects: REFS, bundle: { name: 'hello.v1.0.0', version: '1.0.0' }, timeouts: { settling: 0, total: 7 },
};

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  runPlainOperator(blue);
});

afterEach(() => jest.restoreAllMocks());

const ready = async (more: JsonMap = {}): Promise<JsonMap> => (await plainReady.create({ ...INPUTS, ...more })).outs;

/** Kinds and names of what was deleted or changed, in order. */
const changed = (): string[] => blue.changes.map((change) => change.replace(/ .*\/([^/]+\/[^/]+)$/, ' $1'));

describe('the provider of PlainReady', () => {
  it('outputs what runs', async () => {
    expect(await ready()).toMatchObject({
      ready: true, drift: [], bundleName: 'hello.v1.0.0', installedVersion: '1.0.0', deployments: ['hello-op'],
      ownedApis: [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }],
    });
    expect(lines.at(-1)).toMatch(/^operator team\/hello: ready after /);
  });

  it('explains a failing rollout, keeps the last version in the outputs, and waits again', async () => {
    const outputs = await ready();
    blue.add(operatorDeployment(0), UNPULLABLE);
    const next = { ...INPUTS, bundle: { name: 'hello.v1.1.0', version: '1.1.0' } };
    const { reasons, properties } = await notReady(plainReady.update('id', outputs, next));
    expect(reasons.join('\n')).toContain('container manager of pod team/hello-op-1 cannot pull image example.test/none:1 (ImagePullBackOff): not found');
    expect(properties).toMatchObject({ ready: false, bundleName: 'hello.v1.0.0', installedVersion: '1.0.0', deployments: ['hello-op'] });
    blue.add(operatorDeployment(1));
    blue.remove('hello-op-1');
    expect((await plainReady.update('id', properties, next)).outs).toMatchObject({ ready: true, bundleName: 'hello.v1.1.0', installedVersion: '1.1.0' });
  }, 20_000);

  it('names invalid inputs', async () => {
    const { failures } = await plainReady.check({}, { ...INPUTS, objects: [{ kind: 'Deployment' }], onDestroy: { deleteCrds: ['hellos'] } });
    expect(failures).toEqual([
      { property: 'objects', reason: '[0].apiVersion is required: set it to a non-empty string; [0].name is required: set it to a non-empty string' },
      { property: 'onDestroy', reason: "deleteCrds[0] must be kind and group such as 'Database.example.com', got 'hellos'" },
    ]);
  });

  it('replaces nothing, whatever changes', async () => {
    expect(await plainReady.diff('id', await ready(), { ...INPUTS, name: 'greet', namespace: 'other' })).toMatchObject({ changes: true, replaces: [] });
  });

  it('reports on a refresh what changed, until an update', async () => {
    const outputs = await ready();
    expect((await plainReady.read('id', outputs)).props).toMatchObject({ drift: [] });
    blue.add(operatorDeployment(0));
    blue.remove('vhello.demo.test');
    const drift = ['Deployment team/hello-op: 0 of 1 pods available', 'ValidatingWebhookConfiguration vhello.demo.test no longer exists'];
    const { props } = await plainReady.read('id', outputs);
    expect(props).toMatchObject({ drift });
    lines.length = 0;
    expect(await plainReady.diff('id', props, INPUTS)).toMatchObject({ changes: true, replaces: [] });
    expect(lines).toEqual([`operator team/hello: update, because ${drift.join('; ')}`]);
  });

  it('is gone when all of its objects are', async () => {
    const outputs = await ready();
    ['hello-op', 'vhello.demo.test', 'hellos.demo.test'].forEach((name) => blue.remove(name));
    expect(await plainReady.read('id', outputs)).toEqual({ id: '', props: {} });
  });

  it('refuses to delete CRDs that the operator does not own', async () => {
    const outputs = await ready();
    await expect(plainReady.diff('id', outputs, { ...INPUTS, onDestroy: { deleteCrds: ['Other.demo.test'] } }))
      .rejects.toThrow("onDestroy.deleteCrds has 'Other.demo.test', which the operator does not own; choose from its kinds: 'Hello.demo.test'");
  });
});

describe('the removal of an operator without OLM', () => {
  it('is stopped by objects of its APIs before anything is deleted', async () => {
    const outputs = await ready();
    blue.add(OPERAND);
    await expect(plainReady.delete('id', outputs)).rejects.toThrow("the operator's APIs still have one object: Hello team/world");
    expect(changed()).toEqual([]);
  });

  it('deletes webhooks, objects of its APIs, the Deployment, and CRDs, in this order', async () => {
    const outputs = await ready({ onDestroy: { operands: 'delete', deleteCrds: true } });
    blue.add(OPERAND);
    await plainReady.delete('id', outputs);
    expect(changed()).toEqual([
      'DELETE validatingwebhookconfigurations/vhello.demo.test', 'DELETE hellos/world', 'DELETE deployments/hello-op', 'DELETE services/hello-webhook',
      'DELETE customresourcedefinitions/hellos.demo.test',
    ]);
  });

  it('keeps the CRDs by default, and reports them', async () => {
    await plainReady.delete('id', await ready());
    expect(changed()).not.toContain('DELETE customresourcedefinitions/hellos.demo.test');
    expect(lines.join('\n')).toContain('CustomResourceDefinition hellos.demo.test');
    expect(lines.join('\n')).toContain('CRDs are kept');
  });

  it('deletes objects of its APIs that belong to it while it runs, without being stopped by them', async () => {
    const outputs = await ready({ objects: [...REFS, { apiVersion: 'demo.test/v1', kind: 'Hello', name: 'world', namespace: 'team' }] });
    blue.add(OPERAND);
    await plainReady.delete('id', outputs);
    expect(changed().slice(1, 3)).toEqual(['DELETE hellos/world', 'DELETE deployments/hello-op']);
  });

  it('reports a CRD that stays with a conversion webhook of the operator, or removes the webhook', async () => {
    blue.add(operatorCrd(true));
    const outputs = await ready();
    await plainReady.delete('id', outputs);
    expect(lines.join('\n')).toContain('its conversion webhook calls Service team/hello-webhook, which is deleted');
    blue.changes.length = 0;
    await plainReady.delete('id', { ...outputs, onDestroy: { resetConversion: true } });
    expect(changed()).toEqual(['PATCH customresourcedefinitions/hellos.demo.test']);
  });

  it('keeps everything when only waiting was turned off', async () => {
    const outputs = await ready();
    blue.add(operatorDeployment(1, { 'olm-constructs/waiter': 'none' }));
    await plainReady.delete('id', outputs);
    expect(changed()).toEqual([]);
    expect(lines.join('\n')).toContain('Deployment team/hello-op: kept, together with its operator: only waiting was turned off');
  });
});
