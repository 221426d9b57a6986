import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { OlmV1Cluster } from './olm-v1-cluster';

/** Label with the name of the ClusterExtension that an object was made for. */
const OWNER_LABEL = 'olm.operatorframework.io/owner-name';

/** Prefixes of labels and annotations by which OLM v1 and Kubernetes' controllers recognize what they made. */
const OF_CONTROLLERS = ['olm.operatorframework.io/', 'meta.helm.sh/', 'app.kubernetes.io/managed-by', 'deployment.kubernetes.io/'];

/** Metadata that the API server sets, or the owner of an object. */
const OF_SERVER = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields', 'ownerReferences', 'finalizers'];

/** Reads objects from the cluster. */
export function readAll({ olm }: OlmV1Cluster, objects: readonly KubernetesObject[]): Promise<KubernetesObject[]> {
  return Promise.all(objects.map(object => olm.cluster.client.read(object)));
}

/** Lists the objects that OLM v1 made for a ClusterExtension, of the kinds of the given objects. */
export async function madeFor({ olm }: OlmV1Cluster, extension: string, objects: readonly KubernetesObject[]): Promise<KubernetesObject[]> {
  const kinds = [...new Set(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))].map(kind => kind.split(' ') as [string, string]);
  const lists = await Promise.all(kinds.map(([apiVersion, kind]) => olm.cluster.client.list(apiVersion, kind)));
  return lists.flat().filter(({ metadata }) => (metadata['labels'] as Record<string, string> | undefined)?.[OWNER_LABEL] === extension);
}

/** Returns objects by title, without status and what controllers and the API server add to their metadata. */
export function withoutOwner(objects: readonly KubernetesObject[]): Record<string, unknown> {
  return Object.fromEntries(objects.map(({ status: _, metadata, ...rest }) => {
    const { labels, annotations, ...fields } = metadata as Record<string, unknown>;
    const own = Object.entries(fields).filter(([field]) => !OF_SERVER.includes(field));
    return [title({ ...rest, metadata }), {
      ...rest, metadata: { ...Object.fromEntries(own), labels: ownEntries(labels), annotations: ownEntries(annotations) },
    }] as const;
  }).sort(([left], [right]) => left < right ? -1 : 1));
}

/** Returns the labels or annotations that no controller added. */
function ownEntries(entries: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries ?? {}).filter(([key]) => !OF_CONTROLLERS.some(prefix => key.startsWith(prefix))));
}
