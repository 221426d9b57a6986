import * as path from 'node:path';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { KubernetesObject, ObjectReference } from './cluster/kubernetes-object';
import { readKubeconfig } from './control-plane/kubeconfig';
import { OperatorInstaller } from './control-plane/operator-installer';
import { binary } from './programs/binaries';
import { KUBECTL } from './programs/program';
import type { Outcome, PulumiStack } from './pulumi-engine/engine';
import { ENGINES, changes, stackOf, succeeded, tellWhatIsMissing } from './pulumi-engine/engines';
import { StackCluster } from './pulumi-engine/stack-cluster';

/** The Namespace and the OperatorGroup of an operator: those that are there already, and what becomes of them on `destroy`. */

// The real Pulumi starts a dozen processes for each step, which takes its time where others work too.
jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'pulumi-engine/place-program');
const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });
const GROUPS = 'operators.coreos.com/v1';
const OPERATORS = 'operators.coreos.com/v1alpha1';

tellWhatIsMissing();

let cluster: StackCluster;
let installer: OperatorInstaller;

beforeAll(async () => {
  cluster = await StackCluster.start();
  for (const crd of OLM.objects.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
    await apply(crd as unknown as KubernetesObject);
    await cluster.client.waitUntilEstablished(crd as unknown as KubernetesObject);
  }
  installer = new OperatorInstaller(readKubeconfig(await binary(KUBECTL), cluster.kubeconfig));
}, 20 * 60_000);

afterAll(async () => {
  await installer.stop();
  await cluster.stop();
});

async function apply(object: KubernetesObject): Promise<void> {
  expect(await cluster.client.apply({ text: JSON.stringify(object), object })).toMatchObject({ accepted: true });
}

function find(apiVersion: string, kind: string, name: string, namespace?: string): Promise<KubernetesObject | undefined> {
  const object: ObjectReference = { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace } };
  return cluster.client.find(object);
}

const namespaceNamed = (name: string): Promise<KubernetesObject | undefined> => find('v1', 'Namespace', name);
const groupsIn = async (namespace: string): Promise<string[]> => (
  (await cluster.client.list(GROUPS, 'OperatorGroup', namespace)).map(({ metadata }) => metadata.name)
);

/** What a team makes that does not use this library. */
async function theirNamespace(name: string, labels: Readonly<Record<string, string>> = {}): Promise<void> {
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
}

async function theirGroup(namespace: string, name: string): Promise<void> {
  await apply({ apiVersion: GROUPS, kind: 'OperatorGroup', metadata: { name, namespace }, spec: { targetNamespaces: [namespace] } });
}

async function theirOperator(namespace: string): Promise<void> {
  await apply({
    apiVersion: OPERATORS, kind: 'Subscription', metadata: { name: 'theirs', namespace },
    spec: { name: 'theirs', source: 'approved', sourceNamespace: 'olm' },
  });
}

describe.each(ENGINES)('by %s, the place of an operator', (engine) => {
  // No two engines share a namespace.
  const short = engine === 'the stand-in' ? 's' : 'p';
  let stack: PulumiStack;
  let namespace: string;
  let count = 0;

  beforeEach(() => {
    namespace = `team-${short}${++count}`;
    const options = { project: 'place-program', stack: 'e2e', folder: FOLDER, kubeconfig: cluster.kubeconfig };
    stack = stackOf(engine, options);
  });

  afterEach(() => stack.close());

  const up = (config: Readonly<Record<string, string>> = {}): Promise<Outcome> => (
    stack.up({ project: 'place-program', stack: 'e2e', folder: FOLDER, config: { namespace, ...config } })
  );

  /** What there is of the operator and its place, none of it made anew. */
  const identities = async (): Promise<string[]> => {
    const found = [
      await namespaceNamed(namespace), ...await cluster.client.list(GROUPS, 'OperatorGroup', namespace),
      ...await cluster.client.list(OPERATORS, 'Subscription', namespace), ...await cluster.client.list(OPERATORS, 'ClusterServiceVersion', namespace),
    ].filter(object => object !== undefined);
    return found.map(object => `${object.kind} ${object.metadata.name} ${String(object.metadata['uid'])}`);
  };

  test('goes when nobody else uses it', async () => {
    succeeded(await up());
    expect(await groupsIn(namespace)).toEqual(['plain']);
    expect(changes(succeeded(await up()))).toEqual([]);
    const destroyed = succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
    expect(destroyed.output).toContain(`removal of place ${namespace}: deletes the Namespace in which nothing is left (Namespace ${namespace})`);
  });

  test('stays when another team has an operator in it, which is told', async () => {
    succeeded(await up());
    await theirOperator(namespace);
    const destroyed = succeeded(await stack.destroy());
    expect(destroyed.output).toMatch(new RegExp(`left OperatorGroup ${namespace}/plain: in use by Subscription ${namespace}/theirs`));
    expect(destroyed.output).toMatch(new RegExp(`left Namespace ${namespace}: in use by .*Subscription ${namespace}/theirs`));
    expect(await groupsIn(namespace)).toEqual(['plain']);
    expect((await cluster.client.list(OPERATORS, 'Subscription', namespace)).map(({ metadata }) => metadata.name)).toEqual(['theirs']);
    expect((await namespaceNamed(namespace))!['status']).toMatchObject({ phase: 'Active' });
    expect(await stack.resources()).toEqual([]);
  });

  test('that is there already is an error, unless it is to be taken over or shared', async () => {
    await theirNamespace(namespace);
    const failed = await up();
    expect(failed.succeeded).toBe(false);
    expect(failed.output).toContain('already');
    succeeded(await up({ existingNamespace: 'share' }));
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeDefined();
  });

  test('is shared: it gets the labels beside those of others, gives them back, and nobody deletes it', async () => {
    await theirNamespace(namespace, { owner: 'platform' });
    await theirGroup(namespace, 'plain');
    succeeded(await up({ existingNamespace: 'share', existingOperatorGroup: 'share' }));
    expect((await namespaceNamed(namespace))!.metadata['labels']).toMatchObject({ 'owner': 'platform', 'example.com/team': 'a' });
    expect(changes(succeeded(await up({ existingNamespace: 'share', existingOperatorGroup: 'share' })))).toEqual([]);
    succeeded(await stack.destroy());
    const left = (await namespaceNamed(namespace))!;
    expect(left.metadata['labels']).toMatchObject({ owner: 'platform' });
    expect(left.metadata['labels']).not.toHaveProperty(['example.com/team']);
    expect(await find(GROUPS, 'OperatorGroup', 'plain', namespace)).toMatchObject({ spec: { targetNamespaces: [namespace] } });
  });

  test('is not shared against what others say of it, and is taken over against that', async () => {
    await theirNamespace(namespace, { 'example.com/team': 'b' });
    const failed = await up({ existingNamespace: 'share' });
    expect(failed.succeeded).toBe(false);
    expect(failed.output).toContain('example.com/team');
    succeeded(await up({ existingNamespace: 'adopt' }));
    expect((await namespaceNamed(namespace))!.metadata['labels']).toMatchObject({ 'example.com/team': 'a' });
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('is taken over with its OperatorGroup, and goes like one\'s own', async () => {
    await theirNamespace(namespace);
    await theirGroup(namespace, 'plain');
    succeeded(await up({ existingNamespace: 'adopt', existingOperatorGroup: 'adopt' }));
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('is the same through all changes of mind', async () => {
    succeeded(await up());
    const { uid } = (await namespaceNamed(namespace))!.metadata as { uid?: string };
    const both = (existing: string): Readonly<Record<string, string>> => ({ existingNamespace: existing, existingOperatorGroup: existing });
    for (const config of [both('adopt'), both('fail'), both('share'), both('adopt'), { ...both('share'), wait: 'false' }]) {
      succeeded(await up(config['wait'] === undefined ? config : both('share')));
      expect((await namespaceNamed(namespace))!.metadata['uid']).toBe(uid);
      expect((await namespaceNamed(namespace))!['status']).toMatchObject({ phase: 'Active' });
      expect(await groupsIn(namespace)).toEqual(['plain']);
    }
    // What was shared may be others': it does not become the stack's own unasked.
    const failed = await up();
    expect(failed.succeeded).toBe(false);
    expect(await namespaceNamed(namespace)).toBeDefined();
  });

  test('goes with an operator of a chart that came into it, after that one', async () => {
    const steps = changes(succeeded(await up({ guest: 'true' })));
    expect(steps.indexOf('create guest/operator/Subscription')).toBeGreaterThan(steps.indexOf('create hello/OperatorPlace'));
    const removed = changes(succeeded(await stack.destroy()));
    expect(removed.indexOf('delete guest/operator/OperatorReady')).toBeLessThan(removed.indexOf('delete hello/OperatorPlace'));
    expect(await identities()).toEqual([]);
  });

  test('stays with its operator when waiting is turned off, and goes with it after waiting was turned on again', async () => {
    succeeded(await up());
    const before = await identities();
    const off = succeeded(await up({ wait: 'false' }));
    expect(changes(off)).toEqual(expect.arrayContaining(['update hello/Subscription', 'delete hello/OperatorReady', 'delete hello/OperatorPlace']));
    // The real Pulumi hides what is a secret setting of the stack, the namespace here.
    expect(off.output).toMatch(/left Subscription \S+\/plain: it stays, and its operator with it/);
    expect(await identities()).toEqual(before);
    expect(before).toHaveLength(4);

    succeeded(await up());
    expect(await identities()).toEqual(before);
    succeeded(await stack.destroy());
    expect(await identities()).toEqual([]);
  });

  test('stays with its operator when the waiters are retained, and then left out', async () => {
    succeeded(await up());
    const before = await identities();
    succeeded(await up({ retain: 'true' }));
    const off = succeeded(await up({ wait: 'false' }));
    expect(off.output).not.toContain('removal of');
    expect(await identities()).toEqual(before);
  });

  test('is left alone by changes of mind where nothing is waited for', async () => {
    succeeded(await up({ wait: 'false' }));
    const { uid } = (await namespaceNamed(namespace))!.metadata as { uid?: string };
    for (const existing of ['adopt', 'fail', 'share', 'adopt']) {
      succeeded(await up({ wait: 'false', existingNamespace: existing, existingOperatorGroup: existing }));
      expect((await namespaceNamed(namespace))!.metadata['uid']).toBe(uid);
    }
    succeeded(await up({ wait: 'false' }));
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('has one OperatorGroup when that gets another name, or is another team\'s', async () => {
    succeeded(await up());
    succeeded(await up({ subscription: 'renamed' }));
    expect(await groupsIn(namespace)).toEqual(['renamed']);
    await theirGroup(namespace, 'theirs');
    succeeded(await up({ subscription: 'renamed', theirGroup: 'theirs' }));
    expect(await groupsIn(namespace)).toEqual(['theirs']);
    expect(succeeded(await stack.destroy()).output).toContain(`left Namespace ${namespace}: in use by OperatorGroup ${namespace}/theirs`);
  });

  test('stays when another operator comes into it', async () => {
    succeeded(await up());
    const { uid } = (await namespaceNamed(namespace))!.metadata as { uid?: string };
    succeeded(await up({ package: 'other', subscription: 'plain' }));
    expect((await namespaceNamed(namespace))!.metadata['uid']).toBe(uid);
    expect((await cluster.client.list(OPERATORS, 'ClusterServiceVersion', namespace)).map(({ metadata }) => metadata.name)).toEqual(['other.v1.0.0']);
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('goes when the operator moves to another one', async () => {
    succeeded(await up());
    const steps = changes(succeeded(await up({ namespace: `${namespace}-new` })));
    expect(steps.filter(step => /OperatorPlace/.test(step))).toEqual(['create-replacement hello/OperatorPlace', 'delete-replaced hello/OperatorPlace']);
    expect(await namespaceNamed(namespace)).toBeUndefined();
    expect(await groupsIn(`${namespace}-new`)).toEqual(['plain']);
    succeeded(await stack.destroy());
    expect(await namespaceNamed(`${namespace}-new`)).toBeUndefined();
  });
});
