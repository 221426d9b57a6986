import * as path from 'node:path';
import { InClusterProgram } from 'olm-constructs';
import { applyServerSide } from '../acceptance/apply-file';
import { clusterContent } from '../command-line/cluster-content';
import { JobPods } from '../olm/job-pods';
import { Kubelets } from '../olm/kubelets';
import { OlmCluster } from '../olm/olm-cluster';
import { OlmPrograms } from '../olm/olm-programs';
import { CsvStatus, findCsv } from '../olm/operator-state';
import { buildSingleFile } from '../../scripts/package/single-file';
import { ApplicationView } from './application-view';
import { ArgoCdControllers } from './argocd-controllers';
import { ArgoCdPrograms } from './argocd-programs';
import { GitRepository } from './git-repository';

/** A cluster with Argo CD and a git repository, in which OLM's own controllers run as soon as their Deployments exist. */
export class ArgoCdLab {
  /** Starts the cluster and Argo CD. */
  public static async start(olmPrograms: OlmPrograms, argoCdPrograms: ArgoCdPrograms): Promise<ArgoCdLab> {
    const olm = await OlmCluster.start(olmPrograms);
    try {
      const program = path.join(olm.newFolder('program'), 'olm-constructs.js');
      await buildSingleFile(program);
      await ArgoCdControllers.start(olm, argoCdPrograms);
      const repository = new GitRepository(argoCdPrograms.git, olm.newFolder('repository'));
      const jobs = new JobPods(olm.cluster, olm.kubeconfig, true);
      return new ArgoCdLab(olm, new Kubelets(olm, olmPrograms), jobs, repository, InClusterProgram.fromFile(program));
    } catch (error) {
      await olm.close();
      throw error;
    }
  }

  private constructor(
    public readonly olm: OlmCluster, private readonly kubelets: Kubelets, private readonly jobs: JobPods, public readonly repository: GitRepository,
    /** Program of the Jobs. */
    public readonly program: InClusterProgram,
  ) {}

  /** Applies a file as a user does who sets up Argo CD: server-side, over what is there. */
  public async apply(file: string): Promise<void> {
    expect(await applyServerSide(this.olm.cluster, file)).toEqual([]);
  }

  /** Begins to look at an Application. */
  public application(name: string): ApplicationView {
    return new ApplicationView(this.olm, name);
  }

  /** Phase of a ClusterServiceVersion; undefined if it does not exist. */
  public async csvPhase(namespace: string, name: string): Promise<CsvStatus['phase']> {
    return await this.olm.cluster.client.serves('operators.coreos.com/v1alpha1', 'ClusterServiceVersion')
      ? (await findCsv(this.olm, namespace, name))?.status?.phase : undefined;
  }

  /** Names of the ConfigMaps with the content of the catalogs in a namespace. */
  public async catalogConfigMaps(namespace: string): Promise<string[]> {
    const found = await this.olm.cluster.client.list('v1', 'ConfigMap', namespace);
    return found.map(({ metadata }) => metadata.name).filter(name => name.includes('-catalog')).sort();
  }

  /** Everything in the cluster, as `Kind namespace/name`. Fails if an API is registered and not served. */
  public content(): Promise<string[]> {
    return clusterContent(this.olm.cluster.kubectl);
  }

  public async close(): Promise<void> {
    await this.jobs.stop();
    await this.kubelets.stop();
    await this.olm.close();
  }
}
