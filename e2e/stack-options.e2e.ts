import { cpSync } from 'node:fs';
import * as path from 'node:path';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import { InstalledProject } from './engine/installed-project';
import type { PulumiProgram } from './engine/program-process';
import { SimulatedOlm } from './engine/simulated-olm';
import { StackCluster } from './engine/stack-cluster';
import { nameOf } from './engine/urn';
import { FULL_RUN } from './programs/full-run';

/** What the options of resources do to a component with waiters, with the published package: in the state, and to an operator in the cluster. */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/options-program');
const IDENTITY = { project: 'options-program', stack: 'e2e' };
const WAITERS = ['hello/OperatorPlace', 'hello/OperatorReady'];

const csv = (namespace: string): { apiVersion: string; kind: string; metadata: { name: string; namespace: string } } => (
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'hello-operator.v0.1.0', namespace } }
);
const subscription = (namespace: string): ReturnType<typeof csv> => (
  { ...csv(namespace), kind: 'Subscription', metadata: { name: 'hello', namespace } }
);
const namespace = (name: string): { apiVersion: string; kind: string; metadata: { name: string } } => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

let project: InstalledProject;

beforeAll(async () => {
  project = await InstalledProject.create(FOLDER);
  cpSync(path.resolve(__dirname, '../examples/quickstart/bundle'), path.join(project.folder, 'bundle'), { recursive: true });
}, 20 * 60_000);

afterAll(() => project.remove());

describeEngines('the options of a component, in a stack run by %s:', (engine) => {
  let east: StackCluster;
  let west: StackCluster;
  let controllers: SimulatedOlm[];
  let stack: PulumiStack;

  beforeAll(async () => {
    [east, west] = [await StackCluster.start(), await StackCluster.start()];
    controllers = [east, west].map(({ credentials }) => new SimulatedOlm(credentials, [path.join(project.folder, 'bundle')]));
    // The ambient cluster is another one than that of the program.
    stack = stackOf(engine, { ...IDENTITY, folder: project.folder, kubeconfig: west.kubeconfig, installed: true });
  }, 20 * 60_000);

  afterAll(async () => {
    await stack.close();
    await Promise.all(controllers.map(each => each.stop()));
    await Promise.all([east, west].map(each => each.stop()));
  });

  function program(option: string, config: Readonly<Record<string, string>> = {}): PulumiProgram {
    return { ...IDENTITY, folder: project.folder, config: { east: east.kubeconfigText, option, ...config } };
  }

  /** Names of the resources of the operator. */
  async function ofOperator(): Promise<string[]> {
    return (await stack.resources()).map(({ urn }) => nameOf(urn)).filter(name => /^(hello|greeter)(\/|$)/.test(name)).sort();
  }

  async function isRunning(cluster: StackCluster, where: string): Promise<boolean> {
    const objects = await Promise.all([csv(where), subscription(where)].map(object => cluster.client.read(object).catch(() => undefined)));
    return objects.every(object => object !== undefined);
  }

  async function exists(cluster: StackCluster, name: string): Promise<boolean> {
    return (await cluster.client.list('v1', 'Namespace')).some(({ metadata }) => metadata.name === name);
  }

  test('transforms change every resource, and the waiters follow an operator that they move', async () => {
    succeeded(await stack.up(program('transforms')));
    expect(await isRunning(east, 'moved')).toBe(true);
    expect(await exists(east, 'hello')).toBe(false);
    for (const object of [namespace('moved'), subscription('moved')]) {
      expect(await east.client.read(object)).toMatchObject({ metadata: { labels: { marked: 'yes' } } });
    }
    const state = await stack.exported();
    expect([...state.matchAll(/"total": ?299/g)].length).toBeGreaterThan(0);
    expect(changes(succeeded(await stack.up(program('transforms'))))).toEqual([]);
  });

  test('an operator that transforms moved is removed where it is', async () => {
    const steps = changes(succeeded(await stack.up(program('off'))));
    expect(steps).toEqual(expect.arrayContaining(WAITERS.map(name => `delete ${name}`)));
    expect(await exists(east, 'moved')).toBe(false);
  });

  test('a component in `apply` is not in a preview that does not know the value, and waits and is removed as outside of it', async () => {
    expect(changes(succeeded(await stack.preview(program('apply')))).filter(step => step.includes('hello'))).toEqual([]);
    const steps = changes(succeeded(await stack.up(program('apply'))));
    expect(steps).toEqual(expect.arrayContaining(WAITERS.map(name => `create ${name}`)));
    expect(await isRunning(east, 'hello')).toBe(true);
    expect(changes(succeeded(await stack.up(program('apply'))))).toEqual([]);
    expect(changes(succeeded(await stack.up(program('none'))))).toEqual(['delete late']);
  });

  test('aliases carry a renamed component with its waiters below another parent', async () => {
    expect(changes(succeeded(await stack.up(program('aliases'))))).toEqual(['create platform']);
    expect(await ofOperator()).toContain('greeter/OperatorReady');
    expect(await isRunning(east, 'hello')).toBe(true);
  });

  test('without the aliases, the operator would be removed and installed again', async () => {
    const steps = changes(succeeded(await stack.preview(program('none'))));
    expect(steps).toEqual(expect.arrayContaining(['create hello/OperatorReady', 'delete greeter/OperatorReady']));
    // Back to the state before.
    expect(changes(succeeded(await stack.up(program('aliases'))))).toEqual([]);
    succeeded(await stack.up(program('off')));
    expect(await isRunning(east, 'hello')).toBe(false);
  });

  test('a transformation that protects only the Subscription protects the operator', async () => {
    succeeded(await stack.up(program('protect')));
    const refused = await stack.up(program('off'));
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toContain('protected');
    expect(await isRunning(east, 'hello')).toBe(true);
    expect(await ofOperator()).toContain('hello/OperatorReady');
    succeeded(await stack.up(program('none')));
  });

  test.each(['retainOnDelete', 'retainedParent'])('with %s, nothing of the operator is removed from the cluster', async (option) => {
    succeeded(await stack.up(program('off')));
    const where = option.toLowerCase();
    succeeded(await stack.up(program(option, { namespace: where })));
    const steps = changes(succeeded(await stack.up(program('off'))));
    expect(steps).toEqual(expect.arrayContaining(WAITERS.map(name => `delete ${name}`)));
    expect(await ofOperator()).toEqual([]);
    expect(await isRunning(east, where)).toBe(true);
  });

  test('two providers: each operator and its waiters are in the cluster of their provider', async () => {
    const outcome = succeeded(await stack.up(program('none', { namespace: 'east', west: west.kubeconfigText })));
    expect(changes(outcome)).toEqual(expect.arrayContaining(['create hello/OperatorReady', 'create west-hello/OperatorReady']));
    expect(outcome.output).not.toContain('no kubeconfig is given');
    expect([await isRunning(east, 'east'), await exists(east, 'west')]).toEqual([true, false]);
    expect([await isRunning(west, 'west'), await exists(west, 'east')]).toEqual([true, false]);
    succeeded(await stack.up(program('none', { namespace: 'east' })));
    expect([await isRunning(east, 'east'), await exists(west, 'west')]).toEqual([true, false]);
  });

  test('with deletedWith, the waiter does not remove the operator if what it is deleted with is deleted, too', async () => {
    succeeded(await stack.up(program('deletedWith', { namespace: 'east' })));
    const destroyed = await stack.destroy();
    const steps = changes(destroyed);
    expect(steps).toEqual(expect.arrayContaining(WAITERS.map(name => `delete ${name}`)));
    expect(destroyed.output).not.toContain('removal of operator east/hello');
    expect(await ofOperator()).toEqual([]);
  });
}, FULL_RUN);
