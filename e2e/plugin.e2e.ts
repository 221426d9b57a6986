import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServiceError } from '@grpc/grpc-js';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { describeWith } from '../test/needed';
import { failureOf, PluginClient, urn } from '../test/pulumi/plugin/plugin-client';
import { InstalledProject } from './engine/installed-project';
import { RecordingMonitor } from './engine/recording-monitor';
import { endWithTests } from './processes/end-with-tests';
import { TracePlayer } from './waiters/trace-player';
import { WaiterCluster } from './waiters/waiter-cluster';

/**
 * The plugin for all languages as Pulumi runs it: the program of the published package, called over gRPC as the engine would, against a real API
 * server on which recordings of OLM's controllers are played, and with the services that components register their resources with.
 */

const BUNDLES = resolve(__dirname, '../examples/quickstart');

let project: InstalledProject;
let monitor: RecordingMonitor;
let child: ChildProcess;
let plugin: PluginClient;

beforeAll(async () => {
  project = await InstalledProject.create(BUNDLES);
}, 20 * 60_000);

afterAll(() => project.remove());

beforeEach(async () => {
  monitor = await RecordingMonitor.start();
  await startPlugin();
});

afterEach(async () => {
  plugin.close();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  monitor.close();
});

describe('the plugin', () => {
  test('has the schema and the version of the package', async () => {
    expect(await plugin.version()).toBe('0.0.0');
    const schema = await plugin.schema();
    expect(schema).toMatchObject({ name: 'olm-constructs', version: '0.0.0', dependencies: [{ name: 'kubernetes', version: expect.stringMatching(/^4\./) as unknown }] });
    expect(Object.keys(schema['resources'] as object)).toContain('olm-constructs:index:OperatorReady');
  });

  test('creates the resources of a component from a bundle beside the program', async () => {
    const { urn: created, state } = await plugin.construct(monitor.address, 'BundleDeployment', 'hello', { bundle: './bundle', namespace: 'team' });
    expect(created).toBe('urn:pulumi:dev::shop::olm-constructs:index:BundleDeployment::hello');
    expect(state).toMatchObject({ namespace: 'team' });
    const types = monitor.resources.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining([
      'olm-constructs:index:BundleDeployment', 'kubernetes:core/v1:Namespace', 'olm-constructs:index:CatalogReady', 'olm-constructs:index:OperatorReady',
      'olm-constructs:index:OperatorNamespace',
    ]));
    expect(types.filter((type) => type.startsWith('pulumi-nodejs:'))).toEqual([]);
    const ready = monitor.resources.find(({ type }) => type === 'olm-constructs:index:OperatorReady')!;
    expect(ready).toMatchObject({ parent: created, inputs: { namespace: 'team', package: 'hello-operator' }, aliases: ['pulumi-nodejs:dynamic/olm-constructs:OperatorReady'] });
  });

  test('keeps a kubeconfig that is the secret output of another resource a secret', async () => {
    const kubeconfig = { '4dabf18193072939515e22adb298388d': 'd0e6a833031e9bbcd3f4e8bde6ca49a4', value: 'apiVersion: v1', secret: true, dependencies: [] };
    await plugin.construct(monitor.address, 'BundleDeployment', 'hello', { bundle: './bundle', namespace: 'team', wait: { kubeconfig } });
    const waiters = monitor.resources.filter(({ type }) => type.startsWith('olm-constructs:') && !type.endsWith(':BundleDeployment'));
    expect(waiters.length).toBeGreaterThan(2);
    for (const { inputs } of waiters) {
      expect(inputs['kubeconfig']).toEqual({ '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', value: 'apiVersion: v1' });
    }
  });

  test('checks components together, whichever comes last', async () => {
    const bundle = { bundle: './bundle', wait: { skip: true } };
    await plugin.construct(monitor.address, 'BundleDeployment', 'one', { ...bundle, namespace: 'team' });
    await expect(plugin.construct(monitor.address, 'BundleDeployment', 'two', { ...bundle, namespace: 'team' })).rejects.toThrow(/BundleDeployment\/\w+.*'team'/);
  });

  test('applies the policies of its settings to components', async () => {
    const policies = JSON.stringify([{ name: 'platform', allowedPackages: ['prometheus'] }]);
    expect(await plugin.checkConfig({ policies })).toEqual([]);
    await plugin.configure({ policies });
    await expect(plugin.construct(monitor.address, 'BundleDeployment', 'hello', { bundle: './bundle', namespace: 'team' }))
      .rejects.toThrow("policy-package: [BundleDeployment/hello] package 'hello-operator' is installed, and the allowed packages are 'prometheus'");
    await expect(plugin.configure({ checks: 'all' })).rejects.toThrow(/settings of the provider olm-constructs: checks: checks must be JSON/);
  });

  test('explains a component that cannot be created', async () => {
    await expect(plugin.construct(monitor.address, 'BundleDeployment', 'hello', { bundle: './bundles' })).rejects.toThrow(
      /args of BundleDeployment 'hello': bundle: '.\/bundles' does not exist: there is no .*\/bundles, .*relative to the folder of the Pulumi program/,
    );
  });

  test('leaves no process behind when it is killed', async () => {
    await plugin.construct(monitor.address, 'OperatorRegistry', 'hello', { bundles: ['./bundle'], namespace: 'olm', wait: { skip: true } });
    const [host] = childrenOf(child.pid!);
    expect(host).toMatch(/^\d+$/);
    child.kill('SIGKILL');
    await ended(Number(host));
    child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    endWithTests(child);
  });
});

describe('the process', () => {
  test('ends when Pulumi was killed', async () => {
    const start = `const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify([program(), monitor.address])}, { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.once('data', () => console.log(child.pid));`;
    const pulumi = spawn(process.execPath, ['-e', start], { cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'] });
    endWithTests(pulumi);
    const [pid] = await once(createInterface(pulumi.stdout), 'line') as [string];
    expect(isRunning(Number(pid))).toBe(true);
    pulumi.kill('SIGKILL');
    await ended(Number(pid));
  });

  test('is the same if Pulumi runs the folder with PulumiPlugin.yaml', async () => {
    const folder = join(project.folder, 'node_modules/olm-constructs/pulumi-plugin');
    expect(readFileSync(join(folder, 'PulumiPlugin.yaml'), 'utf8')).toBe('runtime: nodejs\n');
    const runner = spawn(process.execPath, [require.resolve('@pulumi/pulumi/cmd/run-plugin'), folder, monitor.address], {
      cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithTests(runner);
    const [port] = await once(createInterface(runner.stdout), 'line') as [string];
    const other = new PluginClient(Number(port));
    expect(await other.schema()).toMatchObject({ name: 'olm-constructs' });
    expect((await other.check('CatalogReady', { namespace: 'olm' })).failures).toEqual(['name is missing']);
    other.close();
    runner.kill();
  });
});

describeWith(TRACES)('an operator', () => {
  let cluster: WaiterCluster;

  beforeAll(async () => {
    cluster = await WaiterCluster.start(false);
  }, 20 * 60_000);

  afterAll(() => cluster.stop());

  test('is waited for, canceled, waited for again, imported and refreshed', async () => {
    const player = new TracePlayer(cluster.client, 'install-manual-then-upgrade');
    const { namespace } = player;
    const wanted = { kubeconfig: cluster.kubeconfig, namespace, subscription: 'plain', package: 'plain', pin: { csv: 'plain.v0.1.0' } };
    const { inputs, failures } = await plugin.check('OperatorReady', wanted);
    expect(failures).toEqual([]);

    const creation = failureOf(plugin.create('OperatorReady', inputs));
    await new Promise((done) => setTimeout(done, 1500));
    const before = performance.now();
    await plugin.cancel();
    const canceled = await creation;
    const took = performance.now() - before;
    process.stdout.write(`canceled after ${Math.round(took)} ms:\n${canceled.reasons.join('\n')}\n`);
    expect(took).toBeLessThan(1000);
    expect(canceled.reasons.join('\n')).toMatch(/did not become ready: canceled after \d+ s, .*; run it again to continue/);
    // Each operation of Pulumi has its own process.
    plugin.close();
    child.kill();
    await startPlugin();

    const [continued] = await Promise.all([plugin.update('OperatorReady', { ...canceled, inputs }, inputs), player.playUntil(14)]);
    expect(continued.outputs).toMatchObject({ ready: true, csvName: 'plain.v0.1.0', version: '0.1.0' });
    expect(monitor.lines.filter(({ line }) => line.startsWith(`operator ${namespace}/plain: ready after`))).toEqual([
      { urn: urn('OperatorReady'), line: expect.any(String) as unknown },
    ]);
    expect(await plugin.diff('OperatorReady', continued, inputs)).toEqual({ changes: false, replaces: [] });

    await plugin.configure({ kubeconfig: cluster.kubeconfig });
    const imported = await plugin.import('OperatorReady', `${namespace}/plain`);
    expect(imported).toMatchObject({ id: `operator ${namespace}/plain`, inputs: { namespace, subscription: 'plain', package: 'plain' }, outputs: { ready: true, csvName: 'plain.v0.1.0', drift: [] } });

    await cluster.merge(`/apis/operators.coreos.com/v1/namespaces/${namespace}/operatorgroups/og`, { spec: { targetNamespaces: [namespace, 'more'] } });
    const drifted = await plugin.read('OperatorReady', continued);
    expect(drifted.outputs['drift']).toEqual([`the OperatorGroup was changed from og (${namespace}) to og (${namespace}, more)`]);
    expect(await plugin.diff('OperatorReady', drifted, inputs)).toEqual({ changes: true, replaces: [] });
  });

  test('in a cluster that does not answer is a failure with the reason', async () => {
    const unreachable = cluster.kubeconfig.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1');
    const { inputs } = await plugin.check('CatalogReady', { kubeconfig: unreachable, namespace: 'olm', name: 'shop', timeouts: { total: 2 } });
    const failed = await failureOf(plugin.create('CatalogReady', inputs));
    expect(failed.reasons.join('\n')).toMatch(/127\.0\.0\.1:1/);
    const error = await plugin.delete('OperatorReady', { id: 'x', inputs: {}, outputs: { ...inputs, subscription: 'shop', timeouts: { total: 2 } } })
      .then(() => undefined, (thrown: unknown) => thrown as ServiceError);
    expect(error?.details).toMatch(/PULUMI_K8S_DELETE_UNREACHABLE=true/);
  });
});

/** Starts the plugin as Pulumi does, in the folder of the program. */
async function startPlugin(): Promise<void> {
  child = spawn(process.execPath, [program(), monitor.address], { cwd: project.folder, stdio: ['ignore', 'pipe', 'inherit'] });
  endWithTests(child);
  const [port] = await once(createInterface(child.stdout!), 'line') as [string];
  plugin = new PluginClient(Number(port));
  await plugin.configure({});
}

function program(): string {
  return join(project.folder, 'node_modules/olm-constructs/build/lib/pulumi/resource-plugin.js');
}

async function ended(pid: number): Promise<void> {
  for (let tries = 0; isRunning(pid); tries++) {
    expect(tries).toBeLessThan(600);
    await new Promise((done) => setTimeout(done, 50));
  }
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
