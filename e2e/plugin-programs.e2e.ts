import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { load } from 'js-yaml';
import type { KubernetesObject } from './cluster/kubernetes-object';
import type { Outcome, PulumiRuntime } from './engine/engine';
import { changes, succeeded } from './engine/engines';
import { InstalledProject } from './engine/installed-project';
import type { PulumiProgram } from './engine/program-process';
import { PulumiCli } from './engine/pulumi-cli';
import { SimulatedOlm } from './engine/simulated-olm';
import { StackCluster } from './engine/stack-cluster';
import { nameOf } from './engine/urn';
import { Go } from '../languages/toolchains/go';
import { Python } from '../languages/toolchains/python';
import { installed, onPath } from '../languages/toolchains/toolchain';
import { defined } from '../lib/formats/json/defined';
import { describeWith, itWith, type Needed } from '../test/needed';

/**
 * The examples in YAML, Python and Go with the plugin of the published package, run by the real Pulumi as their README describes, on a real API
 * server on which OLM is simulated.
 */

jest.setTimeout(30 * 60_000);

const EXAMPLES = path.resolve(__dirname, '../examples');
const BUNDLES = ['quickstart', 'bundle-upgrade'].map(name => path.join(EXAMPLES, name));
const OLD = '../quickstart/bundle';
const NEW = '../bundle-upgrade/bundle-0.2.0';

/** A language, with the commands besides Pulumi's own that prepare its programs. */
interface Language {
  readonly runtime: PulumiRuntime;
  readonly prepare: readonly (readonly [command: string, ...args: string[]])[];
  readonly needed: readonly Needed<unknown>[];
}

const LANGUAGES: readonly Language[] = [
  { runtime: 'yaml', prepare: [], needed: [PulumiCli.needed('yaml')] },
  { runtime: 'python', prepare: [], needed: [PulumiCli.needed('python'), installed(new Python())] },
  { runtime: 'go', prepare: [['go', 'mod', 'tidy']], needed: [PulumiCli.needed('go'), installed(new Go())] },
];

const csv = (version: string): KubernetesObject => (
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: `hello-operator.v${version}`, namespace: 'hello' } }
);

/** A project with the published package, and its stack in the real Pulumi, on a cluster in which OLM is simulated. */
class SimulatedStack {
  /** @param program folder of the program, which is copied */
  public static async start(program: string, runtime?: PulumiRuntime): Promise<SimulatedStack> {
    const cluster = await StackCluster.start();
    const olm = new SimulatedOlm(cluster.credentials, [path.join(EXAMPLES, 'quickstart/bundle')]);
    const project = await InstalledProject.create(program, BUNDLES);
    const { kubeconfig } = cluster;
    const stack = { project: 'hello', stack: 'dev', folder: project.folder, kubeconfig, installed: true, ...defined({ runtime }) };
    return new SimulatedStack(cluster, olm, project, new PulumiCli(stack));
  }

  private constructor(
    public readonly cluster: StackCluster, public readonly olm: SimulatedOlm,
    public readonly project: InstalledProject, public readonly pulumi: PulumiCli,
  ) {}

  /** Returns the program with the path of a bundle in its settings. */
  public program(bundle: string): PulumiProgram {
    return { folder: this.project.folder, project: 'hello', stack: 'dev', config: { bundle } };
  }

  public async close(): Promise<void> {
    await this.pulumi.close();
    await this.olm.stop();
    this.project.remove();
    await this.cluster.stop();
  }
}

function failed(outcome: Outcome): Outcome {
  expect(outcome.succeeded).toBe(false);
  return outcome;
}

describe.each(LANGUAGES)('$runtime', ({ runtime, prepare, needed }) => {
  describeWith(...needed)('a program', () => {
    let simulated: SimulatedStack;
    let cluster: StackCluster;
    let olm: SimulatedOlm;
    let project: InstalledProject;
    let stack: PulumiCli;
    let before: readonly string[];

    beforeAll(async () => {
      simulated = await SimulatedStack.start(path.join(EXAMPLES, `pulumi-${runtime}`), runtime);
      ({ cluster, olm, project, pulumi: stack } = simulated);
      before = Object.keys(await cluster.versions());
    }, 30 * 60_000);

    afterAll(() => simulated.close());

    const program = (bundle: string): PulumiProgram => simulated.program(bundle);

    test('gets the package that Pulumi generates for its language', async () => {
      const { succeeded: isInstalled, output } = await stack.command('install', '--no-plugins');
      expect(isInstalled ? '' : output).toBe('');
      for (const [command, ...args] of prepare) {
        await project.run(command, args);
      }
    });

    test('has the same package after it is added', async () => {
      const before = readFileSync(path.join(project.folder, 'Pulumi.yaml'), 'utf8');
      expect(await stack.command('package', 'add', './node_modules/olm-constructs/pulumi-plugin')).toMatchObject({ succeeded: true });
      expect(load(readFileSync(path.join(project.folder, 'Pulumi.yaml'), 'utf8'))).toEqual(load(before));
    });

    test('is previewed, and nothing is created', async () => {
      const steps = changes(succeeded(await stack.preview(program(OLD))));
      expect(steps).toEqual(expect.arrayContaining(['create olm', 'create olm/OlmReady', 'create hello', 'create hello/OperatorReady']));
      expect(Object.keys(await cluster.versions())).toEqual(before);
    });

    test('comes up, with its progress and outputs', async () => {
      const outcome = succeeded(await stack.up(program(OLD)));
      expect(outcome.output).toMatch(/olm-constructs:index:OperatorReady.*hello\/OperatorReady.*operator hello\/hello-operator: ready after/);
      expect(await cluster.client.read(csv('0.1.0'))).toMatchObject({ status: { phase: 'Succeeded' } });
      expect((await stack.command('stack', 'output', 'version')).output.trim()).toBe('0.1.0');
      const types = (await stack.resources()).map(({ urn }) => urn.split('::')[2]!);
      expect(types.filter(type => type.includes('pulumi-nodejs'))).toEqual([]);
      expect(await stack.exported()).not.toContain(cluster.token);
    });

    test('changes nothing on a second up', async () => {
      expect(changes(succeeded(await stack.up(program(OLD))))).toEqual([]);
    });

    test('ends a wait on Ctrl-C, and keeps what it was waiting for', async () => {
      olm.connects = false;
      const { milliseconds, ...outcome } = await stack.interrupt(program(NEW), /waiting for/);
      process.stdout.write(`${runtime}: ended ${Math.round(milliseconds)} ms after Ctrl-C\n`);
      expect(failed(outcome).output).toMatch(/did not become ready: canceled after \d+ s, .*; run it again to continue/);
      expect((await stack.resources()).map(({ urn }) => nameOf(urn))).toContain('hello/OperatorReady');
    });

    test('continues with the upgrade', async () => {
      olm.publish(path.join(EXAMPLES, 'bundle-upgrade/bundle-0.2.0'));
      olm.connects = true;
      const outcome = succeeded(await stack.up(program(NEW)));
      expect(changes(outcome)).toContain('update hello/OperatorReady');
      expect(await cluster.client.find(csv('0.1.0'))).toBeUndefined();
      expect((await stack.command('stack', 'output', 'version')).output.trim()).toBe('0.2.0');
      expect(changes(succeeded(await stack.up(program(NEW))))).toEqual([]);
    });

    test('reports drift in a refresh', async () => {
      await cluster.setTargetNamespaces('hello', ['hello', 'default']);
      const refreshed = succeeded(await stack.refresh());
      expect(changes(refreshed)).toContain('update hello/OperatorReady');
      expect(refreshed.output).toContain('the OperatorGroup was changed from');
      await cluster.setTargetNamespaces('hello', ['hello']);
      succeeded(await stack.refresh());
      expect(changes(succeeded(await stack.preview(program(NEW))))).not.toContain('update hello/OperatorReady');
    });

    test('imports an installed operator, and writes its code', async () => {
      const imported = await stack.command('import', 'olm-constructs:index:OperatorReady', 'imported', 'hello/hello-operator', '--yes', '--protect=false');
      expect(imported).toMatchObject({ succeeded: true });
      expect(imported.output).toContain('hello-operator');
      const found = (await stack.resources()).find(({ urn }) => nameOf(urn) === 'imported')!;
      expect(found).toMatchObject({ id: 'operator hello/hello-operator', outputs: { version: '0.2.0', drift: [] } });
      expect(await stack.command('state', 'delete', found.urn, '--yes')).toMatchObject({ succeeded: true });
    });

    test('is destroyed without its program, to an empty cluster except for the CRDs of the operator', async () => {
      const steps = changes(succeeded(await stack.destroy()));
      const order = ['delete hello/OperatorReady', 'delete olm/OlmReady'];
      expect(steps.filter(step => order.includes(step))).toEqual(order);
      expect(await stack.resources()).toEqual([]);
      const kept = Object.keys(await cluster.versions()).filter(object => !before.includes(object));
      expect(kept).toEqual(['CustomResourceDefinition greetings.hello.example.com']);
    });
  });
});

describeWith(PulumiCli.needed('yaml'))('a program in TypeScript', () => {
  let simulated: SimulatedStack;

  beforeAll(async () => { simulated = await SimulatedStack.start(path.join(__dirname, 'engine/moving-program')); }, 30 * 60_000);
  afterAll(() => simulated.close());

  test('moves to the plugin without a change in the cluster', async () => {
    const { cluster, project, pulumi: stack } = simulated;
    const program = simulated.program(OLD);
    succeeded(await stack.up(program));
    const isDynamic = ({ urn }: { readonly urn: string }): boolean => urn.split('::')[2]!.includes('pulumi-nodejs:dynamic');
    const waiters = (await stack.resources()).filter(isDynamic).map(({ urn }) => nameOf(urn)).sort();
    expect(waiters).toEqual(expect.arrayContaining(['hello/OperatorReady', 'olm/OlmReady']));
    const before = await cluster.versions();

    copyFileSync(path.join(EXAMPLES, 'pulumi-yaml/Pulumi.yaml'), path.join(project.folder, 'Pulumi.yaml'));
    const withoutProviders = ({ steps }: Outcome): string[] => changes({ steps: steps.filter(({ type }) => !type.startsWith('pulumi:providers:')) });
    expect(withoutProviders(succeeded(await stack.preview(program)))).toEqual([]);
    expect(withoutProviders(succeeded(await stack.up(program)))).toEqual([]);
    expect(await cluster.versions()).toEqual(before);
    const moved = (await stack.resources()).filter(({ urn }) => urn.includes('olm-constructs:index:')).map(({ urn }) => nameOf(urn));
    expect(moved).toEqual(expect.arrayContaining(waiters));
    expect((await stack.resources()).filter(isDynamic)).toEqual([]);

    succeeded(await stack.destroy());
    expect(await stack.resources()).toEqual([]);
  });
});

/** Languages of packages, with the command that compiles one, in its folder. */
const PACKAGES: readonly (readonly [language: string, host: string, command: readonly [string, ...string[]]])[] = [
  ['python', 'pulumi-language-python', ['python3', '-m', 'compileall', '-q', '.']],
  ['dotnet', 'pulumi-language-dotnet', ['dotnet', 'build']],
  ['java', 'pulumi-language-java', ['gradle', '--console=plain', 'build']],
];

describe('the package that Pulumi generates', () => {
  let project: InstalledProject;
  let stack: PulumiCli;

  beforeAll(async () => {
    project = await InstalledProject.create(path.join(EXAMPLES, 'pulumi-yaml'), BUNDLES);
    stack = new PulumiCli({ project: 'hello', stack: 'dev', folder: project.folder, kubeconfig: '/dev/null', installed: true, runtime: 'yaml' });
  }, 20 * 60_000);

  afterAll(async () => {
    await stack.close();
    project.remove();
  });

  for (const [language, host, [command, ...args]] of PACKAGES) {
    // The program in Go compiles all of its package. That for .NET gets an icon from the network, so it is generated where it can be compiled.
    itWith(PulumiCli.needed(), PulumiCli.programs([host]), ...(language === 'dotnet' ? [onPath(command)] : []))(`for ${language} is generated`, async () => {
      const generated = await stack.command('package', 'gen-sdk', './node_modules/olm-constructs/pulumi-plugin', '--language', language, '--out', './sdk');
      expect(generated.succeeded ? '' : generated.output).toBe('');
      const files = readdirSync(path.join(project.folder, 'sdk', language), { recursive: true, encoding: 'utf8' });
      expect(files.filter(file => /bundle_?deployment(_?args)?\.\w+$/i.test(file))).not.toEqual([]);
    });

    itWith(PulumiCli.needed(), PulumiCli.programs([host]), onPath(command))(`for ${language} compiles`, async () => {
      await project.run(command, args, path.join('sdk', language));
    });
  }
});
