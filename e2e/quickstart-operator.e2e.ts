import { ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chart, Yaml } from 'cdk8s';
import { BundleDeployment, InstallMode, PlainEngine } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { applyServerSide } from './acceptance/apply-file';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { ControlPlane } from './control-plane/control-plane';
import { freePorts } from './control-plane/ports';

const EXAMPLES = path.resolve(__dirname, '..', 'examples');

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef: { readonly fieldPath: string } };
}

interface OperatorContainer {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly EnvironmentVariable[];
}

/** The operator's Deployment, with the parts that the kubelet would use. */
interface OperatorDeployment {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly annotations: { readonly [name: string]: string } };
      readonly spec: { readonly containers: readonly [OperatorContainer] };
    };
  };
}

/** The operator as the kubelet would start it: its command with its environment, and a token of its ServiceAccount. */
class RunningOperator {
  public static async start(cluster: Cluster, controlPlane: ControlPlane, namespace: string): Promise<RunningOperator> {
    const account = synthesizer.folder();
    const { stdout: token } = await cluster.kubectl.shell(`kubectl create token hello-operator -n ${namespace}`);
    writeFileSync(path.join(account, 'token'), token.trim());
    const { stdout } = await cluster.kubectl.shell(`kubectl get deployment hello-operator -n ${namespace} -o json`);
    const { spec: { template: { metadata: { annotations }, spec: { containers } } } } = JSON.parse(stdout) as OperatorDeployment;
    const [{ command, args, env }] = containers;
    const declared = env.map(({ name, value, valueFrom }) => [name, value ?? annotations[/'(.+)'/.exec(valueFrom!.fieldRef.fieldPath)![1]!] ?? '']);
    const [port] = await freePorts(1) as [number];
    expect(command).toEqual(['node']);
    const process_ = spawn(process.execPath, args, {
      env: {
        ...Object.fromEntries(declared) as { [name: string]: string },
        ACCOUNT: account,
        NODE_EXTRA_CA_CERTS: controlPlane.certificateAuthorityFile,
        HEALTH_PORT: String(port),
        KUBERNETES_SERVICE_HOST: '127.0.0.1',
        KUBERNETES_SERVICE_PORT: String(controlPlane.port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new RunningOperator(process_, port);
  }

  private output = '';

  private constructor(private readonly child: ChildProcess, private readonly port: number) {
    [child.stdout!, child.stderr!].forEach((stream) => stream.on('data', (text: Buffer) => this.output += text.toString('utf8')));
  }

  /** Whether the readiness probe would succeed. */
  public async isReady(): Promise<boolean> {
    return await fetch(`http://127.0.0.1:${this.port}/`).then(({ status }) => status === 200, () => false);
  }

  /** Ends the operator as the kubelet does, and returns its output. */
  public async stop(): Promise<{ readonly exitCode: number | null; readonly output: string }> {
    const exitCode = await new Promise<number | null>((resolve) => {
      this.child.once('close', resolve);
      this.child.kill('SIGTERM');
    });
    return { exitCode, output: this.output };
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !await condition(); tries++) {
    if (tries > 150) {
      throw new Error('it did not happen within half a minute');
    }
    await sleep(200);
  }
}

describe('the operator of the quick start', () => {
  let controlPlane: ControlPlane;
  let cluster: Cluster;
  beforeAll(async () => {
    controlPlane = await ControlPlane.start();
    cluster = await Cluster.of(controlPlane);
  }, 20 * 60_000);
  afterAll(async () => {
    await cluster.close();
  });

  const line = async (command: string): Promise<string> => (await cluster.kubectl.shell(command)).stdout;

  it.each([
    ['quickstart/bundle', InstallMode.ownNamespace(), { whom: 'world' }, { whom: 'cluster' }, 'Hello, world!', 'Hello, cluster!'],
    ['bundle-upgrade/bundle-0.2.0', InstallMode.allNamespaces(), { whom: 'mondo', language: 'eo' }, { whom: 'you' }, 'Saluton, mondo!', 'Hello, you!'],
    ['pulumi-upgrade/bundle-0.3.0', InstallMode.ownNamespace(), { whom: 'you', times: 2 }, { whom: 'you' }, 'Hello, you! Hello, you!', 'Hello, you!'],
  ])('writes what a Greeting asks for, with no more than its own rights: %s', async (folder, installMode, first, second, said, saidThen) => {
    const namespace = path.dirname(folder);
    const files = synthesizer.synthesize((app) => {
      const crdScope = new Chart(app, 'crds');
      new BundleDeployment(new Chart(app, 'operator'), 'hello', {
        bundle: Bundle.fromDirectory(path.join(EXAMPLES, folder)), engine: new PlainEngine({ crdScope }), namespace, installMode,
      });
    });
    for (const file of files) {
      expect(await applyServerSide(cluster, file)).toEqual([]);
    }
    const greet = async (name: string, spec: object): Promise<void> => {
      const file = path.join(synthesizer.folder(), 'greeting.yaml');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, Yaml.stringify({ apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name, namespace }, spec }));
      expect(await cluster.kubectl.apply(file)).toMatchObject({ exitCode: 0 });
    };
    const saidTo = (name: string): Promise<string> => line(`kubectl get greeting ${name} -n ${namespace} -o jsonpath='{.status.said}'`);
    await greet('before', first);

    const operator = await RunningOperator.start(cluster, controlPlane, namespace);
    await until(async () => await saidTo('before') === said);
    expect(await operator.isReady()).toBe(true);
    expect(await line(`kubectl get configmap before-greeting -n ${namespace} -o jsonpath='{.data.greeting} {.metadata.ownerReferences[0].kind}'`)).toBe(`${said} Greeting`);
    expect(await line(`kubectl get greetings -n ${namespace} --no-headers`)).toMatch(new RegExp(`^before +${first.whom} +${said.replace(/[!,]/g, '.')}\n$`));

    await greet('later', first);
    await until(async () => await saidTo('later') === said);
    await greet('later', second);
    await until(async () => await saidTo('later') === saidThen);
    expect(await line(`kubectl get configmap later-greeting -n ${namespace} -o jsonpath='{.data.greeting}'`)).toBe(saidThen);

    const { exitCode, output } = await operator.stop();
    expect(exitCode).toBe(0);
    expect(output.split('\n').filter((logged) => logged !== '' && !/^\S+\/(before|later): "/.test(logged))).toEqual([]);
    expect(output.split('\n').length).toBeLessThan(20);
  });

  it('is not ready while it may not read its API', async () => {
    await cluster.kubectl.shell('kubectl delete rolebinding --all -n quickstart');
    const operator = await RunningOperator.start(cluster, controlPlane, 'quickstart');
    await until(async () => (await fetch(`http://127.0.0.1:${operator['port']}/`).then(({ status }) => status, () => 0)) === 503);
    await sleep(1500);
    expect(await operator.isReady()).toBe(false);
    expect((await operator.stop()).output).toMatch(/greetings.*403/);
  });
});
