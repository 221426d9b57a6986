import { Cluster } from '../cluster/cluster';
import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { readYamlDocuments } from '../cluster/yaml-documents';

/** Deletes what one file has and the next does not, as Argo CD and Flux do after applying the next one. Returns what was deleted. */
export async function prune(cluster: Cluster, before: string, after: string): Promise<KubernetesObject[]> {
  const kept = new Set(readYamlDocuments(after).map(({ object }) => title(object)));
  const removed = readYamlDocuments(before).map(({ object }) => object).filter(object => !kept.has(title(object)));
  for (const object of removed) {
    await cluster.client.remove(object);
  }
  return removed;
}
