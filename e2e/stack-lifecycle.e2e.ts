import * as path from 'node:path';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { StackCluster } from './engine/stack-cluster';
import { StandIn } from './engine/stand-in';
import { nameOf } from './engine/urn';
import { FULL_RUN } from './programs/full-run';
import { itWith } from '../test/needed';

/** The lifecycle of a stack on a real API server, run by the engine's stand-in and by the real Pulumi if it is found. */

// A busy API server needs time to delete CRDs.
jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/lifecycle-program');
const IDENTITY = { project: 'engine-program', stack: 'e2e' };
const NEW_BUNDLE = 'bundle-upgrade/bundle-0.2.0';

const SUBSCRIPTION = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello-operator', namespace: 'hello' } };
const FOREIGN_SERVICE = {
  apiVersion: 'v1', kind: 'Service', metadata: { name: 'second-catalog', namespace: 'olm' }, spec: { ports: [{ port: 1 }] },
};

let cluster: StackCluster;

beforeAll(async () => {
  cluster = await StackCluster.start();
}, 20 * 60_000);

afterAll(() => cluster.stop());

/** Asserts that steps came in a given order, with any others in between. */
function expectOrder(all: readonly string[], ...some: readonly string[]): void {
  expect(all.filter(step => some.includes(step))).toEqual(some);
}

/** Defines a test that is left to full runs. Those after it pass with and without it. */
const inFullRun = itWith(FULL_RUN);

describeEngines('a program, run by %s,', (engine) => {
  let stack: PulumiStack;

  beforeAll(() => {
    const options = { ...IDENTITY, folder: FOLDER, kubeconfig: cluster.kubeconfig };
    stack = stackOf(engine, options);
  });

  afterAll(() => stack.close());

  function program(config: Readonly<Record<string, string>> = {}): PulumiProgram {
    return { ...IDENTITY, folder: FOLDER, config: { kubeconfig: cluster.kubeconfigText, ...config } };
  }

  /** Names of all resources except the engine's own providers. */
  async function names(): Promise<string[]> {
    return (await stack.resources()).filter(({ urn }) => !urn.includes('::pulumi:providers:')).map(({ urn }) => nameOf(urn));
  }

  test('is previewed with an unknown value, and nothing is created', async () => {
    const before = await cluster.versions();
    const outcome = succeeded(await stack.preview(program()));
    expectOrder(changes(outcome), 'create hello-catalog/CatalogSource', 'create hello/Subscription');
    expect(await cluster.versions()).toEqual(before);
    expect(await names()).toEqual([]);
  });

  test('comes up in dependency order', async () => {
    const steps = changes(succeeded(await stack.up(program())));
    expectOrder(steps, 'create olm/CustomResourceDefinition-subscriptions.operators.coreos.com', 'create hello/Subscription');
    expectOrder(steps, 'create hello/Namespace', 'create hello/OperatorGroup', 'create hello/Subscription');
    expectOrder(steps, 'create hello-catalog/Part0', 'create hello-catalog/Deployment', 'create hello-catalog/CatalogSource', 'create hello/Subscription');

    const settings = await cluster.client.read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'settings' } });
    expect(await cluster.client.read(SUBSCRIPTION)).toMatchObject({
      spec: { source: 'hello-catalog', sourceNamespace: 'olm', config: { env: [{ name: 'SETTINGS', value: settings.metadata['uid'] }] } },
    });
  });

  test('names its resources as documented', async () => {
    const found = await names();
    expect(found.filter(name => /^hello/.test(name)).sort()).toEqual([
      'hello', 'hello-catalog', 'hello-catalog/CatalogSource', 'hello-catalog/Deployment', 'hello-catalog/NetworkPolicy', 'hello-catalog/Part0',
      'hello-catalog/Service', 'hello/Namespace', 'hello/OperatorGroup', 'hello/Subscription',
    ]);
    expect(found).toEqual(expect.arrayContaining([
      'olm', 'olm/Namespace-olm', 'olm/Deployment-olm-operator', 'olm/CustomResourceDefinition-subscriptions.operators.coreos.com',
    ]));
  });

  test('leaves no credentials in the plain state', async () => {
    const exported = await stack.exported();
    expect(exported).toContain('hello-catalog');
    expect(exported).not.toContain(cluster.token);
    expect(exported).not.toContain('certificate-authority-data');
  });

  test('changes nothing on a second up', async () => {
    const before = await cluster.versions();
    expect(changes(succeeded(await stack.up(program())))).toEqual([]);
    expect(await cluster.versions()).toEqual(before);
    if (stack instanceof StandIn) {
      expect(stack.requests).toBe(0);
    }
  });

  inFullRun('creates the ConfigMaps of a changed bundle, rolls the registry, names the wanted version, and removes the old ones last', async () => {
    const before = await cluster.versions();
    const steps = changes(succeeded(await stack.up(program({ bundle: NEW_BUNDLE }))));
    expect(steps).toEqual([
      'create-replacement hello-catalog/Part0', 'update hello-catalog/Deployment', 'update hello/Subscription', 'delete-replaced hello-catalog/Part0',
    ]);

    const after = await cluster.versions();
    const touched = Object.keys({ ...before, ...after }).filter(object => before[object] !== after[object]).sort();
    expect(touched).toEqual([
      expect.stringMatching(/^ConfigMap olm\/hello-catalog-[0-9a-f]{10}-0000$/), expect.stringMatching(/^ConfigMap olm\/hello-catalog-/),
      'Deployment olm/hello-catalog', 'Subscription hello/hello-operator',
    ]);
  });

  inFullRun('keeps everything when its components are renamed with aliases', async () => {
    const before = await cluster.versions();
    expect(changes(succeeded(await stack.up(program({ bundle: NEW_BUNDLE, name: 'greeter', previousName: 'hello' }))))).toEqual([]);
    expect(await names()).toEqual(expect.arrayContaining(['greeter/Subscription', 'greeter-catalog/Part0']));
    expect(changes(succeeded(await stack.up(program({ bundle: NEW_BUNDLE, previousName: 'greeter' }))))).toEqual([]);
    expect(await names()).toContain('hello/Subscription');
    expect(await cluster.versions()).toEqual(before);
  });

  inFullRun('detects a manual change in a refresh and does not overwrite foreign fields', async () => {
    await cluster.client.apply({ content: JSON.stringify({ ...SUBSCRIPTION, spec: { channel: 'another' } }), object: SUBSCRIPTION });
    expect(changes(succeeded(await stack.refresh()))).toContain('update hello/Subscription');
    const refused = await stack.up(program({ bundle: NEW_BUNDLE }));
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toContain('.spec.channel');
  });

  inFullRun('creates deleted objects again', async () => {
    await cluster.client.remove(SUBSCRIPTION);
    expect(changes(succeeded(await stack.refresh()))).toContain('delete hello/Subscription');
    expect(changes(succeeded(await stack.up(program({ bundle: NEW_BUNDLE }))))).toEqual(['create hello/Subscription']);
    expect(await cluster.client.read(SUBSCRIPTION)).toMatchObject({ spec: { channel: 'candidate-v0' } });
  });

  inFullRun('keeps what it created when it fails halfway, and continues from there', async () => {
    const config = { bundle: NEW_BUNDLE, second: 'true' };
    await cluster.client.apply({ content: JSON.stringify(FOREIGN_SERVICE), object: FOREIGN_SERVICE });
    const failed = await stack.up(program(config));
    expect(failed.succeeded).toBe(false);
    expect(failed.output).toContain('second-catalog');
    const made = await names();
    expect(made).not.toContain('second-catalog/CatalogSource');

    await cluster.client.remove(FOREIGN_SERVICE);
    const again = changes(succeeded(await stack.up(program(config))));
    expect(again).toEqual(expect.arrayContaining(['create second-catalog/Service', 'create second-catalog/CatalogSource']));
    expect(again.filter(step => made.some(name => step === `create ${name}`))).toEqual([]);

    const without = changes(succeeded(await stack.up(program({ bundle: NEW_BUNDLE }))));
    expectOrder(without, 'delete second-catalog/CatalogSource', 'delete second-catalog/Deployment', 'delete second-catalog/Part0');
    expect(without.every(step => step.startsWith('delete second-catalog'))).toBe(true);
  });

  inFullRun('keeps a protected component and its dependencies on destroy, and nothing else', async () => {
    succeeded(await stack.up(program({ bundle: NEW_BUNDLE, protect: 'true' })));
    const before = await names();
    const refused = await stack.destroy();
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toContain('protected');
    expect(await cluster.client.read(SUBSCRIPTION)).toMatchObject({ spec: { channel: 'candidate-v0' } });
    const needed = (all: readonly string[]): string[] => all.filter(name => /^hello|CustomResourceDefinition|Namespace/.test(name));
    const kept = await names();
    expect(needed(kept)).toEqual(needed(before));
    expect(kept).not.toContain('olm/Deployment-olm-operator');

    const again = changes(succeeded(await stack.up(program({ bundle: NEW_BUNDLE }))));
    expect(again).toContain('create olm/Deployment-olm-operator');
    expect((await names()).sort()).toEqual(before.sort());
  });

  test('is destroyed without its program, in reverse order', async () => {
    const steps = changes(succeeded(await stack.destroy()));
    expectOrder(steps, 'delete hello/Subscription', 'delete hello-catalog/CatalogSource', 'delete hello-catalog/Deployment', 'delete hello-catalog/Part0');
    expectOrder(steps, 'delete hello/Subscription', 'delete hello/OperatorGroup', 'delete hello/Namespace');
    expectOrder(steps, 'delete hello/Subscription', 'delete olm/CustomResourceDefinition-subscriptions.operators.coreos.com');
    expect(await names()).toEqual([]);
    expect(Object.keys(await cluster.versions()).filter(object => /olm|hello|operators|settings/.test(object))).toEqual([]);
  });
});
