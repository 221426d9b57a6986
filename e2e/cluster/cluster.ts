import { binary } from '../programs/binaries';
import { KUBECTL } from '../programs/program';
import { ControlPlane } from '../control-plane/control-plane';
import { readKubeconfig } from '../control-plane/kubeconfig';
import { Kubectl } from './kubectl';
import { KubernetesClient } from './kubernetes-client';

/** A cluster that a test suite may write to. */
export class Cluster {
  /**
   * Opens an empty control plane or, if KUBECONFIG is set, the cluster of its current context, which suites use one
   * after the other.
   */
  public static async open(): Promise<Cluster> {
    const kubectl = await binary(KUBECTL);
    const given = process.env['KUBECONFIG'];
    if (given !== undefined && given !== '') {
      return new Cluster(kubectl, given);
    }
    return Cluster.of(await ControlPlane.start());
  }

  /** Wraps a control plane that was started for one suite. */
  public static async of(controlPlane: ControlPlane): Promise<Cluster> {
    return new Cluster(await binary(KUBECTL), controlPlane.kubeconfig, controlPlane);
  }

  public readonly client: KubernetesClient;
  public readonly kubectl: Kubectl;

  /** Applied files, in order: an existing cluster is left as it was found. */
  private readonly applied: string[] = [];

  private constructor(kubectl: string, kubeconfig: string, private readonly controlPlane?: ControlPlane) {
    this.client = new KubernetesClient(readKubeconfig(kubectl, kubeconfig));
    this.kubectl = new Kubectl(kubectl, kubeconfig);
  }

  /** Registers a file whose objects are deleted at the end, if the cluster outlives the tests. */
  public deleteAtEnd(file: string): void {
    this.applied.push(file);
  }

  /** Stops a control plane that was started here, or deletes what was applied to an existing cluster. */
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
