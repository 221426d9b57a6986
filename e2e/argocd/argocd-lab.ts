import * as path from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { InClusterProgram } from 'olm-constructs/gitops';
import { buildSingleFile } from '../../scripts/package/single-file';
import { applyServerSide } from '../acceptance/apply-file';
import { clusterContent } from '../command-line/cluster-content';
import { JobPods } from '../olm/job-pods';
import { Kubelets } from '../olm/kubelets';
import { OlmCluster } from '../olm/olm-cluster';
import { OlmPrograms } from '../olm/olm-programs';
import { ApplicationState, ApplicationView } from './application-view';
import { ArgoCdControllers } from './argocd-controllers';
import { ArgoCdHost } from './argocd-host';
import { ArgoCdPrograms } from './argocd-programs';
import { GitRepository } from './git-repository';
import { SimulatedHost } from './simulated-host';

/** A cluster, with the programs or simulations of OLM and of kubelets in it. */
interface Surroundings {
  readonly host: ArgoCdHost;

  /** Makes a bundle known to a simulation of OLM, which does not read catalogs. */
  readonly publish: (folder: string) => void;

  /** Slows down a Deployment of OLM; a simulation has none. */
  readonly slow: (deployment: string, milliseconds: number) => Promise<void>;

  readonly stop: () => Promise<void>;
}

/** A cluster with Argo CD and a git repository. OLM's own controllers run as soon as their Deployments exist, or a simulation of them. */
export class ArgoCdLab {
  /**
   * Starts the cluster and Argo CD.
   *
   * @param olm OLM's own programs; undefined to simulate OLM
   * @param bundles folders of the bundles that the simulation knows
   */
  public static async start(argoCd: ArgoCdPrograms, olm: OlmPrograms | undefined, bundles: readonly string[]): Promise<ArgoCdLab> {
    const around = await (olm === undefined ? simulated(bundles) : real(olm));
    try {
      const { host } = around;
      const program = path.join(host.newFolder('program'), 'olm-constructs.js');
      await buildSingleFile(program);
      await ArgoCdControllers.start(host, argoCd);
      return new ArgoCdLab(around, new GitRepository(argoCd.git, host.newFolder('repository')), InClusterProgram.fromFile(program));
    } catch (error) {
      await around.stop();
      throw error;
    }
  }

  private constructor(
    private readonly around: Surroundings, public readonly repository: GitRepository,
    /** Program of the Jobs. */
    public readonly program: InClusterProgram,
  ) {}

  public get host(): ArgoCdHost {
    return this.around.host;
  }

  /** Applies a file as a user does who sets up Argo CD: server-side, over what is there. */
  public async apply(file: string): Promise<void> {
    expect(await applyServerSide(this.host.cluster, file)).toEqual([]);
  }

  /** Makes a bundle known to a simulation of OLM, which does not read catalogs. */
  public publish(folder: string): void {
    this.around.publish(folder);
  }

  /** Slows down a Deployment of OLM's own controllers; 0 ends it. */
  public slow(deployment: string, milliseconds: number): Promise<void> {
    return this.around.slow(deployment, milliseconds);
  }

  /** Starts to observe an Application. */
  public application(name: string): ApplicationView {
    return new ApplicationView(this.host, name);
  }

  /** Returns a check that what is shown as Synced and Healthy in a commit has this bundle running. */
  public runsWhenHealthy(namespace: string, { name }: Bundle, commit: string): (state: ApplicationState) => Promise<void> {
    return async ({ sync, health, revision }) => {
      if (sync === 'Synced' && health === 'Healthy' && revision === commit) {
        expect(await this.csvPhase(namespace, name)).toBe('Succeeded');
      }
    };
  }

  /** Phase of a ClusterServiceVersion, or undefined if it does not exist. */
  public async csvPhase(namespace: string, name: string): Promise<string | undefined> {
    const { client } = this.host.cluster;
    const apiVersion = 'operators.coreos.com/v1alpha1';
    if (!await client.serves(apiVersion, 'ClusterServiceVersion')) {
      return undefined;
    }
    const csv = await client.find({ apiVersion, kind: 'ClusterServiceVersion', metadata: { name, namespace } });
    return (csv?.['status'] as { readonly phase?: string } | undefined)?.phase;
  }

  /** Whether a cluster-scoped object exists. */
  public async exists(apiVersion: string, kind: string, name: string): Promise<boolean> {
    return await this.host.cluster.client.find({ apiVersion, kind, metadata: { name } }) !== undefined;
  }

  /** Names of the ConfigMaps with the content of the catalogs in a namespace. */
  public async catalogConfigMaps(namespace: string): Promise<string[]> {
    const found = await this.host.cluster.client.list('v1', 'ConfigMap', namespace);
    return found.map(({ metadata }) => metadata.name).filter(name => name.includes('-catalog')).sort();
  }

  /** Everything in the cluster, as `Kind namespace/name`. Fails if an API is registered and not served. */
  public content(): Promise<string[]> {
    return clusterContent(this.host.cluster.kubectl);
  }

  public close(): Promise<void> {
    return this.around.stop();
  }
}

async function real(programs: OlmPrograms): Promise<Surroundings> {
  const host = await OlmCluster.start(programs);
  const [kubelets, jobs] = [new Kubelets(host, programs), new JobPods(host.cluster, host.kubeconfig, true)];
  return {
    host, publish: () => undefined, slow: (deployment, milliseconds) => host.slow(deployment, milliseconds),
    stop: async () => {
      await jobs.stop();
      await kubelets.stop();
      await host.close();
    },
  };
}

async function simulated(bundles: readonly string[]): Promise<Surroundings> {
  const host = await SimulatedHost.start(bundles);
  return { host, publish: folder => host.olm.publish(folder), slow: () => Promise.resolve(), stop: () => host.close() };
}
