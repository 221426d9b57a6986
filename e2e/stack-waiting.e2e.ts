import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { renamedBundle } from './acceptance/quickstart-bundle';
import { KubernetesObject } from './cluster/kubernetes-object';
import { TcpProxy } from './faults/tcp-proxy';
import type { Outcome, PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import { InstalledProject } from './engine/installed-project';
import { SimulatedOlm } from './engine/simulated-olm';
import type { PulumiProgram } from './engine/program-process';
import { StackCluster } from './engine/stack-cluster';
import { nameOf } from './engine/urn';
import { binary } from './programs/binaries';
import { FULL_RUN } from './programs/full-run';
import { KUBECTL } from './programs/program';
import { describeWith, itWith } from '../test/needed';

/**
 * The lifecycle of a stack that waits for OLM, a catalog and an operator, with the published package: run by the engine's stand-in, and
 * by the real Pulumi if it is found. OLM's part is simulated.
 */

jest.setTimeout(20 * 60_000);

const EXAMPLES = path.resolve(__dirname, '../examples');
const FOLDER = path.join(__dirname, 'engine/waiting-program');
const IDENTITY = { project: 'waiting-program', stack: 'e2e' };
const BOTH = 'bundle-0.1.0,bundle-0.2.0';

const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'hello' } };
const SUBSCRIPTION = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'hello' } };
const GREETING = {
  apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'precious', namespace: 'hello' }, spec: { whom: 'world' },
};
const CSV = (version: string): KubernetesObject => (
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: `hello-operator.v${version}`, namespace: 'hello' } }
);
const VOLUME = {
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'operators' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const SECOND_GROUP = {
  apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'second', namespace: 'hello' }, spec: { targetNamespaces: ['hello'] },
};

let project: InstalledProject;

beforeAll(async () => {
  project = await InstalledProject.create(FOLDER);
  cpSync(path.join(EXAMPLES, 'quickstart/bundle'), path.join(project.folder, 'bundle-0.1.0'), { recursive: true });
  cpSync(path.join(EXAMPLES, 'bundle-upgrade/bundle-0.2.0'), path.join(project.folder, 'bundle-0.2.0'), { recursive: true });
  ['bundle-0.1.0', 'bundle-0.2.0'].forEach(bundle => addChannel(path.join(project.folder, bundle)));
  writeOtherPackage(path.join(project.folder, 'bundle-0.1.0'), path.join(project.folder, 'bundle-other'));
  const crds = '  customresourcedefinitions:\n';
  renamedBundle('needy', path.join(project.folder, 'bundle-needy'), {
    replacements: { [crds]: `${crds}    required: [{ name: greetings.hello.example.com, version: v1alpha1, kind: Greeting }]\n` },
  });
}, 20 * 60_000);

afterAll(() => project.remove());

/** Adds a bundle to a second channel. */
function addChannel(folder: string): void {
  const file = path.join(folder, 'metadata/annotations.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('channels.v1: candidate-v0', 'channels.v1: candidate-v0,fast-v0'));
}

/** The same operator as a package with another name. */
function writeOtherPackage(from: string, to: string): void {
  for (const folder of ['manifests', 'metadata']) {
    mkdirSync(path.join(to, folder), { recursive: true });
    for (const file of readdirSync(path.join(from, folder))) {
      writeFileSync(path.join(to, folder, file), readFileSync(path.join(from, folder, file), 'utf8').replaceAll('hello-operator', 'other-operator'));
    }
  }
}

function failed(outcome: Outcome): Outcome {
  expect(outcome.succeeded).toBe(false);
  return outcome;
}

/** Number of occurrences of a string in another. */
function count(part: string, within: string): number {
  return within.split(part).length - 1;
}

/** Defines a test that is left to full runs. Those after it pass with and without it. */
const inFullRun = itWith(FULL_RUN);

describeEngines('a stack that waits, run by %s,', (engine) => {
  let cluster: StackCluster;
  let proxy: TcpProxy;
  let olm: SimulatedOlm;
  let stack: PulumiStack;

  beforeAll(async () => {
    cluster = await StackCluster.start();
    proxy = await TcpProxy.start(cluster.port);
    olm = new SimulatedOlm(cluster.credentials, ['bundle-0.1.0', 'bundle-0.2.0', 'bundle-other', 'bundle-needy'].map(bundle => path.join(project.folder, bundle)));
    const options = { ...IDENTITY, folder: project.folder, kubeconfig: cluster.kubeconfig, installed: true };
    stack = stackOf(engine, options);
  }, 20 * 60_000);

  afterAll(async () => {
    await stack.close();
    await olm.stop();
    await proxy.close();
    await cluster.stop();
  });

  function program(config: Readonly<Record<string, string>> = {}): PulumiProgram {
    const waitersKubeconfig = cluster.kubeconfigText.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${proxy.port}`);
    return { ...IDENTITY, folder: project.folder, config: { kubeconfig: cluster.kubeconfigText, waitersKubeconfig, bundles: BOTH, ...config } };
  }

  async function idOf(name: string): Promise<string | undefined> {
    return (await stack.resources()).find(({ urn }) => nameOf(urn) === name)?.id;
  }

  test('waits for OLM and for the catalog', async () => {
    const outcome = succeeded(await stack.up(program({ operator: 'false' })));
    expect(changes(outcome).filter(step => step.endsWith('Ready'))).toEqual(['create olm/OlmReady', 'create catalog/CatalogReady']);
    expect(outcome.output).toMatch(/OLM: ready after/);
    expect(outcome.output).toMatch(/catalog olm\/hello-operator-catalog: ready after/);
  });

  test('keeps an operator that does not become ready, explains why once, and creates nothing that depends on it', async () => {
    await cluster.client.apply({ content: JSON.stringify(NAMESPACE), object: NAMESPACE });
    await cluster.client.apply({ content: JSON.stringify(SECOND_GROUP), object: SECOND_GROUP });
    const { output } = failed(await stack.up(program({ createNamespace: 'false' })));
    expect(count('hello has 2 OperatorGroups', output)).toBeGreaterThan(0);
    expect(await idOf('hello/OperatorReady')).toBe('operator hello/hello');
    expect(await idOf('after')).toBeUndefined();
  });

  test('continues waiting where it failed, and ends when the cluster is right', async () => {
    await cluster.client.remove(SECOND_GROUP);
    const steps = changes(succeeded(await stack.up(program({ createNamespace: 'false' }))));
    expect(steps).toEqual(['update hello/OperatorReady', 'create after']);
    expect(await cluster.client.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'after', namespace: 'default' } })).toMatchObject({
      data: { version: '0.1.0' },
    });
  });

  test('does nothing, and sends no request, when nothing changed', async () => {
    const before = proxy.connections;
    expect(changes(succeeded(await stack.preview(program({ createNamespace: 'false' }))))).toEqual([]);
    expect(changes(succeeded(await stack.up(program({ createNamespace: 'false' }))))).toEqual([]);
    expect(proxy.connections).toBe(before);
  });

  inFullRun('does nothing when the component is renamed with an alias', async () => {
    const config = { createNamespace: 'false', component: 'greeter', previousComponent: 'hello' };
    expect(changes(succeeded(await stack.preview(program(config))))).toEqual([]);
  });

  inFullRun('has its resources changed by transforms, waiters included', async () => {
    const steps = changes(succeeded(await stack.preview(program({ createNamespace: 'false', transform: 'true' }))));
    expect(steps.filter(step => !step.startsWith('update catalog/'))).toEqual([]);
    expect(steps).toEqual(expect.arrayContaining(['update catalog/Service', 'update catalog/CatalogSource', 'update catalog/CatalogReady']));
  });

  test('keeps secrets out of the plain state, and a short handler for each waiter', async () => {
    const exported = await stack.exported();
    expect(exported).not.toContain(cluster.token);
    expect(exported).not.toContain('certificate-authority-data');
    const handlers = [...exported.matchAll(/"__provider":\s*("(?:[^"\\]|\\.)*")/g)].map(([, handler]) => JSON.parse(handler!) as string);
    expect([...new Set(handlers)].map(handler => /\.(\w+);/.exec(handler)?.[1]).sort()).toEqual(['catalogReady', 'olmReady', 'operatorPlace', 'operatorReady']);
    expect(handlers.filter(handler => Buffer.byteLength(handler) > 700)).toEqual([]);
  });

  inFullRun('reports a manually changed OperatorGroup in a refresh', async () => {
    await cluster.setTargetNamespaces('hello', ['hello', 'default']);
    const refreshed = succeeded(await stack.refresh());
    expect(changes(refreshed)).toContain('update hello/OperatorReady');
    expect(refreshed.output).toContain('the OperatorGroup was changed from');
    expect(changes(succeeded(await stack.refresh()))).toContain('update hello/OperatorReady');

    await cluster.setTargetNamespaces('hello', ['hello']);
    succeeded(await stack.refresh());
    expect(changes(succeeded(await stack.preview(program({ createNamespace: 'false' }))))).not.toContain('update hello/OperatorReady');
  });

  inFullRun('reports a missing operator in a refresh, and waits for it again', async () => {
    const { metadata: { name, namespace, labels, annotations }, spec } = await cluster.client.read(CSV('0.1.0'));
    await cluster.client.remove(CSV('0.1.0'));
    const refreshed = succeeded(await stack.refresh());
    expect(changes(refreshed)).toContain('update hello/OperatorReady');
    expect(refreshed.output).toContain('hello-operator.v0.1.0 no longer exists');
    const preview = succeeded(await stack.preview(program({ createNamespace: 'false' })));
    // Outputs that show the operator's version may change.
    expect(changes(preview).filter(step => !step.endsWith(' after'))).toEqual(['update hello/OperatorReady']);

    const again = { ...CSV('0.1.0'), metadata: { name, namespace: namespace!, labels, annotations }, spec };
    await cluster.client.apply({ content: JSON.stringify(again), object: again });
    expect(changes(succeeded(await stack.refresh()))).not.toContain('update hello/OperatorReady');
  });

  test('plans and applies a change of version as an update, with its reason', async () => {
    const preview = succeeded(await stack.preview(program({ createNamespace: 'false', version: '0.2.0' })));
    expect(changes(preview).filter(step => step.startsWith('update hello/'))).toEqual(['update hello/Subscription', 'update hello/OperatorReady']);
    expect(preview.output).toMatch(/operator hello\/hello: update, because pin changed/);

    const upgraded = succeeded(await stack.up(program({ createNamespace: 'false', version: '0.2.0' })));
    expect(upgraded.output).toContain('operator hello/hello: ready after');
    expect(await cluster.client.find(CSV('0.1.0'))).toBeUndefined();
    expect(await cluster.client.read(CSV('0.2.0'))).toMatchObject({ status: { phase: 'Succeeded' } });
  });

  inFullRun('plans new catalog content as an update of what waits for it', async () => {
    const preview = succeeded(await stack.preview(program({ createNamespace: 'false', version: '0.2.0', bundles: `${BOTH},bundle-other` })));
    expect(changes(preview)).toEqual(expect.arrayContaining(['create-replacement catalog/Part0', 'update catalog/CatalogReady']));
    expect(changes(preview).filter(step => step.includes('hello/'))).toEqual([]);
    expect(preview.output).toMatch(/catalog olm\/hello-operator-catalog: update, because revision changed/);
  });

  inFullRun.each([
    ['another name', { subscription: 'renamed' }],
    ['another namespace', { namespace: 'elsewhere', createNamespace: 'true' }],
    ['another package', { package: 'other-operator', version: '0.1.0' }],
  ] as const)('plans %s as a replacement, with its reason', async (_, config) => {
    const all = { createNamespace: 'false', version: '0.2.0', bundles: `${BOTH},bundle-other` };
    const preview = succeeded(await stack.preview(program({ ...all, ...config })));
    expect(changes(preview)).toEqual(expect.arrayContaining(['create-replacement hello/Subscription', 'create-replacement hello/OperatorReady']));
    expect(preview.output).toMatch(/operator hello\/hello: replace, because .*subscription may change/);
    expect(preview.output).toMatch(/operator hello\/hello: is removed before it is installed .*, and does not run in between; objects of its APIs stop the removal/);
  });

  inFullRun('plans another channel as an update with its reason, and applies it without touching the operator', async () => {
    const { metadata: before } = await cluster.client.read(CSV('0.2.0'));
    const config = { createNamespace: 'false', version: '0.2.0', channel: 'fast-v0' };
    const preview = succeeded(await stack.preview(program(config)));
    // Outputs that show the operator's version may change.
    expect(changes(preview).filter(step => !step.endsWith(' after'))).toEqual(['update hello/Subscription', 'update hello/OperatorReady']);
    expect(preview.output).toContain('operator hello/hello: update, because channel changed');

    const changed = succeeded(await stack.up(program(config)));
    expect(changes(changed)).toEqual(['update hello/Subscription', 'update hello/OperatorReady']);
    expect(await cluster.client.read(SUBSCRIPTION)).toMatchObject({ spec: { channel: 'fast-v0' } });
    expect((await cluster.client.read(CSV('0.2.0'))).metadata['uid']).toBe(before['uid']);
  });

  inFullRun('is not replaced while the operator has objects, and names them', async () => {
    await cluster.client.apply({ content: JSON.stringify(GREETING), object: GREETING });
    const refused = failed(await stack.up(program({ createNamespace: 'false', version: '0.1.0', package: 'other-operator', bundles: `${BOTH},bundle-other` })));
    expect(refused.output).toMatch(/still have one object: Greeting hello\/precious/);
    expect(await cluster.client.read(CSV('0.2.0'))).toMatchObject({ status: { phase: 'Succeeded' } });
    expect(await cluster.client.read(SUBSCRIPTION)).toMatchObject({ spec: { name: 'hello-operator' } });
    await cluster.client.remove(GREETING);
  });

  inFullRun('removes the old operator before one of another package is installed under its name', async () => {
    const config = { createNamespace: 'false', package: 'other-operator', bundles: `${BOTH},bundle-other` };
    const steps = changes(succeeded(await stack.up(program(config))));
    const order = ['delete-replaced hello/OperatorReady', 'delete-replaced hello/Subscription', 'create-replacement hello/Subscription',
      'create-replacement hello/OperatorReady'];
    expect(steps.filter(step => order.includes(step))).toEqual(order);
    expect((await cluster.client.list('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'hello')).map(({ metadata }) => metadata.name))
      .toEqual(['other-operator.v0.1.0']);
    expect(changes(succeeded(await stack.up(program(config))))).toEqual([]);
  });

  describeWith(FULL_RUN)('with an operator that requires another one', () => {
    const DEPENDENCY = 'hello-operator-candidate-v0-hello-operator-catalog-olm';
    const needy = (namespace: string, config: Readonly<Record<string, string>> = {}): PulumiProgram => program({
      component: 'needy', subscription: 'needy', package: 'needy-operator', namespace, bundles: `${BOTH},bundle-needy`,
      dependencyCsvs: 'hello-operator.v0.2.0', ...config,
    });
    const without = (): PulumiProgram => program({ operator: 'false', bundles: `${BOTH},bundle-needy` });

    async function operatorsIn(namespace: string): Promise<string[]> {
      const [subscriptions, csvs] = await Promise.all(['Subscription', 'ClusterServiceVersion']
        .map(kind => cluster.client.list('operators.coreos.com/v1alpha1', kind, namespace)));
      return [...subscriptions!, ...csvs!].map(({ metadata }) => metadata.name).sort();
    }

    test('outputs what OLM installed as its dependency', async () => {
      succeeded(await stack.up(without()));
      succeeded(await stack.up(needy('needy')));
      const resources = await stack.resources() as unknown as { urn: string; outputs: object }[];
      expect(resources.find(({ urn }) => nameOf(urn) === 'needy/OperatorReady')?.outputs).toMatchObject({
        csvName: 'needy-operator.v0.1.0',
        dependencies: [{ package: 'hello-operator', namespace: 'needy', subscription: DEPENDENCY, csv: 'hello-operator.v0.2.0', version: '0.2.0' }],
      });
      expect(await operatorsIn('needy')).toEqual([DEPENDENCY, 'hello-operator.v0.2.0', 'needy', 'needy-operator.v0.1.0']);
      expect(changes(succeeded(await stack.refresh()))).toEqual([]);
      expect(changes(succeeded(await stack.up(needy('needy'))))).toEqual([]);
    });

    test('keeps it on removal, and prints the command that removes it', async () => {
      const { output } = succeeded(await stack.up(without()));
      const [, command] = new RegExp(`removal of operator needy/needy: left Subscription needy/${DEPENDENCY}: OLM installed hello-operator.v0.2.0 as a dependency, `
        + 'and nothing in the namespace requires it any longer; to remove it, run kubectl (delete .*)').exec(output)!;
      expect(output).toContain(`left Namespace needy: in use by Subscription needy/${DEPENDENCY}`);
      expect(await operatorsIn('needy')).toEqual([DEPENDENCY, 'hello-operator.v0.2.0']);

      execFileSync(await binary(KUBECTL), ['--kubeconfig', cluster.kubeconfig, ...command!.trim().split(' ')], { timeout: 60_000 });
      expect(await operatorsIn('needy')).toEqual([]);
    });

    test('removes it on request, unless it has objects', async () => {
      const greeting = { ...GREETING, metadata: { name: 'precious', namespace: 'needy-too' } };
      succeeded(await stack.up(needy('needy-too', { deleteDependencies: 'true' })));
      await cluster.client.apply({ content: JSON.stringify(greeting), object: greeting });
      const refused = failed(await stack.up(without()));
      expect(refused.output).toContain('the APIs of its dependency hello-operator.v0.2.0 still have one object: Greeting needy-too/precious');
      expect(await operatorsIn('needy-too')).toHaveLength(4);

      await cluster.client.remove(greeting);
      const { output } = succeeded(await stack.up(without()));
      expect(output).toContain(`(Subscription needy-too/${DEPENDENCY})`);
      expect(output).not.toContain('to remove it, run');
      expect(await operatorsIn('needy-too')).toEqual([]);
      expect(await cluster.client.find({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'needy-too' } })).toBeUndefined();
    });
  });

  inFullRun('continues after its process was killed while waiting', async () => {
    succeeded(await stack.up(program({ operator: 'false' })));
    olm.connects = false;
    await stack.crash(program({ createNamespace: 'false' }), /operator hello\/hello: \w+.*, waiting for/);
    expect(await cluster.client.find(SUBSCRIPTION)).toBeDefined();
    olm.connects = true;
    expect(changes(succeeded(await stack.up(program({ createNamespace: 'false' }))))).toEqual(
      expect.arrayContaining(['create hello/OperatorReady', 'create after']),
    );
  });

  inFullRun('keeps OLM when only waiting for it is turned off, and waits for it again', async () => {
    const off = succeeded(await stack.up(program({ createNamespace: 'false', waitForOlm: 'false' })));
    expect(changes(off).sort()).toEqual([
      'delete olm/OlmReady', 'delete olm/OperatorPlace-olm', 'delete olm/OperatorPlace-operators', 'update olm/Deployment-olm-operator',
    ]);
    expect(off.output).toContain('removal of OLM: left Deployment olm/olm-operator: kept, together with OLM: only waiting was turned off');
    expect(changes(succeeded(await stack.up(program({ createNamespace: 'false' }))))).toContain('create olm/OlmReady');
  });

  test('is not destroyed while the operator has objects, and names them', async () => {
    await cluster.client.apply({ content: JSON.stringify(GREETING), object: GREETING });
    const refused = failed(await stack.destroy());
    expect(refused.output).toMatch(/still have one object: Greeting hello\/precious/);
    expect(await cluster.client.list('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'hello')).toMatchObject([{ status: { phase: 'Succeeded' } }]);
    await cluster.client.remove(GREETING);
  });

  test('is destroyed without its program: the operator first, then OLM in order, except for a Namespace with a foreign volume', async () => {
    await cluster.client.apply({ content: JSON.stringify(VOLUME), object: VOLUME });
    const outcome = succeeded(await stack.destroy());
    const order = ['delete hello/OperatorReady', 'delete hello/Subscription', 'delete catalog/CatalogReady', 'delete olm/OlmReady', 'delete olm/OperatorPlace-olm'];
    expect(changes(outcome).filter(step => order.includes(step))).toEqual(order);
    expect(outcome.output).toContain('removal of operator namespace operators: left Namespace operators: in use by PersistentVolumeClaim operators/data');
    expect(await stack.resources()).toEqual([]);
    expect(Object.keys(await cluster.versions()).filter(object => /olm|operators/.test(object))).toEqual(['Namespace operators']);
  });
});
