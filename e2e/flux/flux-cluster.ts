import { Cluster } from '../cluster/cluster';
import { ControlPlane } from '../control-plane/control-plane';
import { readKubeconfig } from '../control-plane/kubeconfig';
import { NamespaceFinalizer } from '../control-plane/namespace-finalizer';
import { Workloads } from '../control-plane/workloads';
import { SimulatedOlm } from '../engine/simulated-olm';
import { JobPods } from '../olm/job-pods';
import { Kubelets } from '../olm/kubelets';
import { OlmCluster } from '../olm/olm-cluster';
import { OlmPrograms } from '../olm/olm-programs';
import { binary } from '../programs/binaries';
import { KUBECTL } from '../programs/program';
import { FluxControllers, FluxPrograms } from './flux-controllers';
import { GitRepository } from './git-repository';

/** Programs beside the API server: OLM's own programs, or a simulation of OLM. */
interface Surroundings {
  readonly cluster: Cluster;
  readonly kubeconfig: string;
  readonly failure: () => Error | undefined;
  /** Slows down a Deployment of OLM; a simulation has none. */
  readonly slow: (deployment: string, milliseconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** An empty cluster with Flux, and a git repository that it can pull. */
export class FluxCluster {
  /**
   * Starts one.
   *
   * @param olm OLM's own programs; undefined to simulate OLM
   * @param bundles folders of the bundles that the simulation knows
   */
  public static async start(flux: FluxPrograms, olm: OlmPrograms | undefined, bundles: readonly string[]): Promise<FluxCluster> {
    const around = await (olm === undefined ? simulated(bundles) : real(olm));
    try {
      const controllers = await FluxControllers.start(flux, around.cluster, around.kubeconfig);
      return new FluxCluster(around, controllers, await GitRepository.serve(), new JobPods(around.cluster, around.kubeconfig, olm !== undefined));
    } catch (error) {
      await around.stop();
      throw error;
    }
  }

  private constructor(
    private readonly around: Surroundings,
    private readonly flux: FluxControllers,
    public readonly repository: GitRepository,
    private readonly jobs: JobPods,
  ) {}

  public get cluster(): Cluster {
    return this.around.cluster;
  }

  /** Path of its kubeconfig. */
  public get kubeconfig(): string {
    return this.around.kubeconfig;
  }

  /** Error of a process that ended unexpectedly, if any: nothing more happens then. */
  public get failure(): Error | undefined {
    return this.flux.failure ?? this.around.failure();
  }

  /** Slows down a Deployment of OLM's own controllers; 0 ends it. */
  public slow(deployment: string, milliseconds: number): Promise<void> {
    return this.around.slow(deployment, milliseconds);
  }

  /** Ends everything. */
  public async close(): Promise<void> {
    await this.jobs.stop();
    await this.flux.stop();
    await this.repository.close();
    await this.around.stop();
  }
}

async function real(programs: OlmPrograms): Promise<Surroundings> {
  const olm = await OlmCluster.start(programs);
  const kubelets = new Kubelets(olm, programs);
  return {
    cluster: olm.cluster, kubeconfig: olm.kubeconfig, failure: () => olm.failure,
    slow: (deployment, milliseconds) => olm.slow(deployment, milliseconds),
    stop: async () => {
      await kubelets.stop();
      await olm.close();
    },
  };
}

async function simulated(bundles: readonly string[]): Promise<Surroundings> {
  const controlPlane = await ControlPlane.start({ apiServerArguments: ['--enable-garbage-collector=false'] });
  const credentials = readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig);
  const cluster = await Cluster.of(controlPlane);
  const loops = [new NamespaceFinalizer(credentials), new Workloads(credentials), new SimulatedOlm(credentials, bundles)];
  return {
    cluster, kubeconfig: controlPlane.kubeconfig, failure: () => undefined, slow: () => Promise.resolve(),
    stop: async () => {
      await Promise.all(loops.map(loop => loop.stop()));
      await cluster.close();
    },
  };
}
