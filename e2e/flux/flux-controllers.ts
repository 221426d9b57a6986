import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Cluster } from '../cluster/cluster';
import { readYamlDocuments } from '../cluster/yaml-documents';
import { GENEROUS_MEMORY } from '../control-plane/go-memory';
import { GuardedProcess } from '../control-plane/guarded-process';
import { freePorts, LOOPBACK } from '../control-plane/ports';
import { KUSTOMIZE_CONTROLLER, Program, SOURCE_CONTROLLER } from '../programs/program';

/** Namespace of Flux, and of its objects. */
export const FLUX_NAMESPACE = 'flux-system';

/** Paths of Flux' controllers. */
export interface FluxPrograms {
  readonly sourceController: string;
  readonly kustomizeController: string;
}

/** The controllers, for `programsOnRequest`. */
export const FLUX_PROGRAMS = { sourceController: SOURCE_CONTROLLER, kustomizeController: KUSTOMIZE_CONTROLLER };

/** Flux' source-controller and kustomize-controller as processes, with the settings of their own manifests. */
export class FluxControllers {
  /** Installs Flux' CRDs in a cluster, and starts the controllers. */
  public static async start(programs: FluxPrograms, cluster: Cluster, kubeconfig: string): Promise<FluxControllers> {
    for (const program of [SOURCE_CONTROLLER, KUSTOMIZE_CONTROLLER]) {
      await applyDefinitions(cluster, program);
    }
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: FLUX_NAMESPACE } };
    await cluster.client.apply({ object: namespace, content: JSON.stringify(namespace) });
    const folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-flux-'));
    const ports = await freePorts(5);
    const [storage, ...others] = ports.map(port => `${LOOPBACK}:${String(port)}`) as [string, string, string, string, string];
    const run = (name: string, program: string, [metrics, health]: string[], ...args: string[]): GuardedProcess => new GuardedProcess(name, program, [
      '--enable-leader-election=false', '--log-encoding=json', `--metrics-addr=${metrics!}`, `--health-addr=${health!}`, ...args,
    ], path.join(folder, `${name}.log`), {
      environment: { ...GENEROUS_MEMORY, KUBECONFIG: kubeconfig, RUNTIME_NAMESPACE: FLUX_NAMESPACE }, workingDirectory: folder,
    });
    return new FluxControllers(folder, [
      run('source-controller', programs.sourceController, others.slice(0, 2),
        `--storage-path=${folder}`, `--storage-addr=${storage}`, `--storage-adv-addr=${storage}`),
      run('kustomize-controller', programs.kustomizeController, others.slice(2)),
    ]);
  }

  private constructor(private readonly folder: string, private readonly processes: readonly GuardedProcess[]) {}

  /** Error of a controller that ended, if any. */
  public get failure(): Error | undefined {
    return this.processes.find(({ alive }) => !alive)?.failure('ended');
  }

  /** Ends the controllers, and deletes their files. */
  public async stop(): Promise<void> {
    await Promise.all(this.processes.map(process => process.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Applies the CRDs in the Go module of a controller. */
async function applyDefinitions(cluster: Cluster, { moduleFolder, mainPackage }: Program): Promise<void> {
  const output = execFileSync('go', ['mod', 'download', '-json', mainPackage], { cwd: moduleFolder, encoding: 'utf8' });
  const folder = path.join((JSON.parse(output) as { Dir: string }).Dir, 'config/crd/bases');
  for (const document of readdirSync(folder).sort().flatMap(name => readYamlDocuments(path.join(folder, name)))) {
    const { refusal } = await cluster.client.apply(document);
    if (refusal !== '') {
      throw new Error(`the API server rejected a CRD of Flux: ${refusal}`);
    }
    await cluster.client.waitUntilEstablished(document.object);
  }
}
