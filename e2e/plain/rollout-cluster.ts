import { KubernetesClient } from '../cluster/kubernetes-client';
import { StackCluster } from '../engine/stack-cluster';
import { OlmCluster } from '../olm/olm-cluster';
import { clusterPrograms } from '../olm/olm-programs';

/** A cluster in which Deployments roll out. */
export interface RolloutCluster {
  /** Whether Kubernetes' own controllers run, with nodes that kwok simulates; otherwise the suite plays their part, without pods. */
  readonly hasPods: boolean;
  readonly kubeconfig: string;
  readonly client: KubernetesClient;
  stop(): Promise<void>;
}

/** Starts one, with Kubernetes' own controllers if they are found. */
export async function startRolloutCluster(): Promise<RolloutCluster> {
  const programs = clusterPrograms().valueOr(undefined);
  if (programs === undefined) {
    const played = await StackCluster.start();
    return { hasPods: false, kubeconfig: played.kubeconfig, client: played.client, stop: () => played.stop() };
  }
  const cluster = await OlmCluster.start(programs);
  return { hasPods: true, kubeconfig: cluster.kubeconfig, client: cluster.cluster.client, stop: () => cluster.close() };
}
