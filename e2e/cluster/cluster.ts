import { binary } from '../programs/binaries';
import { KUBECTL } from '../programs/program';
import { ControlPlane } from '../control-plane/control-plane';
import { readKubeconfig } from '../control-plane/kubeconfig';
import { Kubectl } from './kubectl';
import { KubernetesClient } from './kubernetes-client';

/** A cluster that a test suite may fill. */
export class Cluster {
  /**
   * A fresh, empty control plane; or, where KUBECONFIG is set, the cluster of its current context, in which suites
   * follow one another.
   */
  public static async open(): Promise<Cluster> {
    const kubectl = await binary(KUBECTL);
    const given = process.env['KUBECONFIG'];
    if (given !== undefined && given !== '') {
      return new Cluster(kubectl, given);
    }
    return Cluster.of(await ControlPlane.start());
  }

  /** A control plane that was started for one suite. */
  public static async of(controlPlane: ControlPlane): Promise<Cluster> {
    return new Cluster(await binary(KUBECTL), controlPlane.kubeconfig, controlPlane);
  }

  public readonly client: KubernetesClient;
  public readonly kubectl: Kubectl;

  /** Files that were applied, in order: a cluster that is not ours is left as it was found. */
  private readonly applied: string[] = [];

  private constructor(kubectl: string, kubeconfig: string, private readonly controlPlane?: ControlPlane) {
    this.client = new KubernetesClient(readKubeconfig(kubectl, kubeconfig));
    this.kubectl = new Kubectl(kubectl, kubeconfig);
  }

  /** Has what a file names deleted at the end, where the cluster outlives the tests. */
  public deleteAtEnd(file: string): void {
    this.applied.push(file);
  }

  /** Ends a control plane that was started here, or deletes what was applied to a cluster that was given. */
  public async close(): Promise<void> {
    this.client.close();
    if (this.controlPlane === undefined) {
      for (const file of this.applied.reverse()) {
        await this.kubectl.delete(file);
      }
    }
    this.kubectl.close();
    await this.controlPlane?.stop();
  }
}
