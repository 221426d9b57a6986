import * as path from 'node:path';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { KubernetesObject, ObjectReference } from './cluster/kubernetes-object';
import { readKubeconfig } from './control-plane/kubeconfig';
import { OperatorInstaller } from './control-plane/operator-installer';
import { binary } from './programs/binaries';
import { FULL_RUN } from './programs/full-run';
import { KUBECTL } from './programs/program';
import type { Outcome, PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import { StackCluster } from './engine/stack-cluster';

/** The Namespace and the OperatorGroup of an operator: existing ones, and what happens to them on `destroy`. */

// The real Pulumi starts a dozen processes for each step, which takes time on a busy machine.
jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/namespaces-program');
const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });
const GROUPS = 'operators.coreos.com/v1';
const OPERATORS = 'operators.coreos.com/v1alpha1';

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
  expect(await cluster.client.apply({ content: JSON.stringify(object), object })).toMatchObject({ accepted: true });
}

function find(apiVersion: string, kind: string, name: string, namespace?: string): Promise<KubernetesObject | undefined> {
  const object: ObjectReference = { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace } };
  return cluster.client.find(object);
}

const namespaceNamed = (name: string): Promise<KubernetesObject | undefined> => find('v1', 'Namespace', name);
const groupsIn = async (namespace: string): Promise<string[]> => (
  (await cluster.client.list(GROUPS, 'OperatorGroup', namespace)).map(({ metadata }) => metadata.name)
);

/** Objects of a team that does not use this library. */
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

describeEngines('by %s, the namespace of an operator', (engine) => {
  // Each engine has its own namespaces.
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

  /** The operator's objects and its namespace, with their uids. */
  const identities = async (): Promise<string[]> => {
    const found = [
      await namespaceNamed(namespace), ...await cluster.client.list(GROUPS, 'OperatorGroup', namespace),
      ...await cluster.client.list(OPERATORS, 'Subscription', namespace), ...await cluster.client.list(OPERATORS, 'ClusterServiceVersion', namespace),
    ].filter(object => object !== undefined);
    return found.map(object => `${object.kind} ${object.metadata.name} ${String(object.metadata['uid'])}`);
  };

  test('is deleted when nothing else uses it', async () => {
    succeeded(await up());
    expect(await groupsIn(namespace)).toEqual(['plain']);
    expect(changes(succeeded(await up()))).toEqual([]);
    const destroyed = succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
    expect(destroyed.output).toContain(`removal of operator namespace ${namespace}: deletes the Namespace, which is no longer used (Namespace ${namespace})`);
  });

  test('stays if another team has an operator in it, and this is reported', async () => {
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

  test('is an error if it exists, unless it is adopted or shared', async () => {
    await theirNamespace(namespace);
    const failed = await up();
    expect(failed.succeeded).toBe(false);
    expect(failed.output).toContain('already');
    succeeded(await up({ existingNamespace: 'share' }));
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeDefined();
  });

  test('is shared: it receives the labels in addition to others, loses them again, and is never deleted', async () => {
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

  test('is not shared against conflicting fields, but adopted against them', async () => {
    await theirNamespace(namespace, { 'example.com/team': 'b' });
    const failed = await up({ existingNamespace: 'share' });
    expect(failed.succeeded).toBe(false);
    expect(failed.output).toContain('example.com/team');
    succeeded(await up({ existingNamespace: 'adopt' }));
    expect((await namespaceNamed(namespace))!.metadata['labels']).toMatchObject({ 'example.com/team': 'a' });
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('is adopted with its OperatorGroup, and deleted like one that the stack created', async () => {
    await theirNamespace(namespace);
    await theirGroup(namespace, 'plain');
    succeeded(await up({ existingNamespace: 'adopt', existingOperatorGroup: 'adopt' }));
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('is the same object through all changes of the option', async () => {
    succeeded(await up());
    const { uid } = (await namespaceNamed(namespace))!.metadata as { uid?: string };
    const both = (existing: string): Readonly<Record<string, string>> => ({ existingNamespace: existing, existingOperatorGroup: existing });
    for (const config of [both('adopt'), both('fail'), both('share'), both('adopt'), { ...both('share'), wait: 'false' }]) {
      succeeded(await up(config['wait'] === undefined ? config : both('share')));
      expect((await namespaceNamed(namespace))!.metadata['uid']).toBe(uid);
      expect((await namespaceNamed(namespace))!['status']).toMatchObject({ phase: 'Active' });
      expect(await groupsIn(namespace)).toEqual(['plain']);
    }
    // A shared object may belong to others: the stack does not take it over implicitly.
    const failed = await up();
    expect(failed.succeeded).toBe(false);
    expect(await namespaceNamed(namespace)).toBeDefined();
  });

  test('is deleted after an operator of a chart that was installed into it', async () => {
    const steps = changes(succeeded(await up({ guest: 'true' })));
    expect(steps.indexOf('create guest/operator/Subscription')).toBeGreaterThan(steps.indexOf('create hello/OperatorPlace'));
    const removed = changes(succeeded(await stack.destroy()));
    expect(removed.indexOf('delete guest/operator/OperatorReady')).toBeLessThan(removed.indexOf('delete hello/OperatorPlace'));
    expect(await identities()).toEqual([]);
  });

  test('stays with its operator when waiting is turned off, and is deleted with it after waiting was turned on again', async () => {
    succeeded(await up());
    const before = await identities();
    const off = succeeded(await up({ wait: 'false' }));
    expect(changes(off)).toEqual(expect.arrayContaining(['update hello/Subscription', 'delete hello/OperatorReady', 'delete hello/OperatorPlace']));
    // The real Pulumi hides secret settings of the stack, the namespace here.
    expect(off.output).toMatch(/left Subscription \S+\/plain: kept, together with its operator/);
    expect(await identities()).toEqual(before);
    expect(before).toHaveLength(4);

    succeeded(await up());
    expect(await identities()).toEqual(before);
    succeeded(await stack.destroy());
    expect(await identities()).toEqual([]);
  });

  test('stays with its operator when the waiters are retained and then removed from the program', async () => {
    succeeded(await up());
    const before = await identities();
    succeeded(await up({ retain: 'true' }));
    const off = succeeded(await up({ wait: 'false' }));
    expect(off.output).not.toContain('removal of');
    expect(await identities()).toEqual(before);
  });

  test('is unaffected by changes of the option where nothing waits', async () => {
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

  test('has one OperatorGroup when that is renamed or belongs to another team', async () => {
    succeeded(await up());
    succeeded(await up({ subscription: 'renamed' }));
    expect(await groupsIn(namespace)).toEqual(['renamed']);
    await theirGroup(namespace, 'theirs');
    succeeded(await up({ subscription: 'renamed', theirGroup: 'theirs' }));
    expect(await groupsIn(namespace)).toEqual(['theirs']);
    expect(succeeded(await stack.destroy()).output).toContain(`left Namespace ${namespace}: in use by OperatorGroup ${namespace}/theirs`);
  });

  test('keeps its operator running when the Subscription is renamed with its previous name', async () => {
    succeeded(await up());
    const [before] = await cluster.client.list(OPERATORS, 'ClusterServiceVersion', namespace);
    const config = { subscription: 'renamed', previousName: 'plain' };
    const result = succeeded(await up(config));
    expect(changes(result)).toEqual(expect.arrayContaining(['create-replacement hello/Subscription', 'update hello/OperatorReady']));
    expect(result.output).toContain(`hands over: Subscription ${namespace}/plain is deleted without its operator, and Subscription ${namespace}/renamed adopts`);
    const [after, ...others] = await cluster.client.list(OPERATORS, 'ClusterServiceVersion', namespace);
    expect(others).toEqual([]);
    expect(after!.metadata['uid']).toBe(before!.metadata['uid']);
    const installedCSV = before!.metadata.name;
    expect(await cluster.client.list(OPERATORS, 'Subscription', namespace)).toMatchObject([{ metadata: { name: 'renamed' }, status: { installedCSV } }]);
    expect(await groupsIn(namespace)).toEqual(['renamed']);
    expect(changes(succeeded(await up(config)))).toEqual([]);
    succeeded(await up({ subscription: 'renamed' }));
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('stays when another operator is installed in it', async () => {
    succeeded(await up());
    const { uid } = (await namespaceNamed(namespace))!.metadata as { uid?: string };
    succeeded(await up({ package: 'other', subscription: 'plain' }));
    expect((await namespaceNamed(namespace))!.metadata['uid']).toBe(uid);
    expect((await cluster.client.list(OPERATORS, 'ClusterServiceVersion', namespace)).map(({ metadata }) => metadata.name)).toEqual(['other.v1.0.0']);
    succeeded(await stack.destroy());
    expect(await namespaceNamed(namespace)).toBeUndefined();
  });

  test('is deleted when the operator moves to another one', async () => {
    succeeded(await up());
    const steps = changes(succeeded(await up({ namespace: `${namespace}-new` })));
    expect(steps.filter(step => /OperatorPlace/.test(step))).toEqual(['create-replacement hello/OperatorPlace', 'delete-replaced hello/OperatorPlace']);
    expect(await namespaceNamed(namespace)).toBeUndefined();
    expect(await groupsIn(`${namespace}-new`)).toEqual(['plain']);
    succeeded(await stack.destroy());
    expect(await namespaceNamed(`${namespace}-new`)).toBeUndefined();
  });
}, FULL_RUN);
