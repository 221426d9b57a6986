import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { readYamlDocuments } from '../cluster/yaml-documents';
import { OlmCluster } from './olm-cluster';
import { WITHIN_MILLISECONDS } from './operator-state';
import { waitUntil } from './wait-until';

/** The part of a Deployment that a rollout needs. */
interface Deployment extends KubernetesObject {
  readonly metadata: KubernetesObject['metadata'] & { readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly observedGeneration?: number; readonly updatedReplicas?: number; readonly availableReplicas?: number };
}

/** Waits until all Deployments of files, which were applied, have rolled out; returns their titles. */
export async function rolledOut(nodes: OlmCluster, files: readonly string[]): Promise<string[]> {
  const deployments = files.flatMap(readYamlDocuments).map(({ object }) => object).filter(({ kind }) => kind === 'Deployment');
  for (const deployment of deployments) {
    await waitUntil(title(deployment), WITHIN_MILLISECONDS, async () => {
      const { metadata, spec: { replicas }, status = {} } = await nodes.cluster.client.read(deployment) as Deployment;
      const { observedGeneration, updatedReplicas = 0, availableReplicas = 0 } = status;
      const isDone = observedGeneration === metadata.generation && updatedReplicas === replicas && availableReplicas === replicas;
      return isDone || (nodes.failure ?? new Error(`its status is ${JSON.stringify(status)}`));
    });
  }
  return deployments.map(title);
}
