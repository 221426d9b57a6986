import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Cluster } from '../cluster/cluster';
import { ControlLoop } from '../control-plane/control-loop';
import { ControlPlane } from '../control-plane/control-plane';
import { GuardedProcess } from '../control-plane/guarded-process';
import { readKubeconfig } from '../control-plane/kubeconfig';
import { NamespaceFinalizer } from '../control-plane/namespace-finalizer';
import { Workloads } from '../control-plane/workloads';
import { SimulatedOlm } from '../engine/simulated-olm';
import { JobPods } from '../olm/job-pods';
import { binary } from '../programs/binaries';
import { KUBECTL } from '../programs/program';
import { ArgoCdHost } from './argocd-host';
import { MissingCatalogs } from './missing-catalogs';

/** A cluster without Kubernetes' controllers, nodes and OLM: their parts are simulated, as far as an installation and its removal need them. */
export class SimulatedHost implements ArgoCdHost {
  /**
   * Starts one.
   *
   * @param bundles folders of the bundles in all catalogs
   */
  public static async start(bundles: readonly string[]): Promise<SimulatedHost> {
    // Nothing would remove the finalizer of a foreground deletion.
    const controlPlane = await ControlPlane.start({ apiServerArguments: ['--enable-garbage-collector=false'] });
    const credentials = readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig);
    const cluster = await Cluster.of(controlPlane);
    return new SimulatedHost(controlPlane, cluster, new JobPods(cluster, controlPlane.kubeconfig, false), new SimulatedOlm(credentials, bundles), [
      new NamespaceFinalizer(credentials), new Workloads(credentials), new MissingCatalogs(credentials),
    ]);
  }

  private readonly processes: GuardedProcess[] = [];
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-simulated-'));

  private constructor(
    private readonly controlPlane: ControlPlane, public readonly cluster: Cluster, private readonly jobs: JobPods,
    public readonly olm: SimulatedOlm, private readonly loops: readonly ControlLoop[],
  ) {}

  public get kubeconfig(): string {
    return this.controlPlane.kubeconfig;
  }

  public get failure(): Error | undefined {
    return this.processes.find(({ alive }) => !alive)?.failure('ended');
  }

  public adopt(process: GuardedProcess): void {
    this.processes.push(process);
  }

  public newFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Ends everything and removes its files. */
  public async close(): Promise<void> {
    await this.jobs.stop();
    for (const process of this.processes.reverse()) {
      await process.stop();
    }
    for (const loop of [this.olm, ...this.loops]) {
      await loop.stop();
    }
    await this.cluster.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
