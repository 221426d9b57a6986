import { KubernetesObject } from '../cluster/kubernetes-object';
import { FluxCluster } from './flux-cluster';
import { findKustomization } from './stage-states';

/** ID of an object in an inventory: namespace, name, group and kind. A colon in a name is two underscores. */
const ID = /^([^_]*)_(.*)_([^_]*)_([^_]*)$/;

const FIELD_MANAGER = 'kustomize-controller';

interface ManagedFields {
  readonly manager: string;
  readonly subresource?: string;
  readonly time: string;
}

/** Returns when Flux last changed each object of Kustomizations, by the ID of the object in the inventory. */
export async function writtenBy(flux: FluxCluster, names: readonly string[]): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  for (const name of names) {
    const entries = (await findKustomization(flux, name))?.status?.inventory?.entries ?? [];
    for (const { id, v } of entries) {
      const [, namespace, object, group, kind] = ID.exec(id) as unknown as [string, string, string, string, string];
      const found = await flux.cluster.client.read({
        apiVersion: group === '' ? v : `${group}/${v}`, kind, metadata: { name: object.replaceAll('__', ':'), ...(namespace === '' ? {} : { namespace }) },
      });
      times.set(id, lastWrite(found));
    }
  }
  return times;
}

function lastWrite({ metadata }: KubernetesObject): string {
  const fields = (metadata['managedFields'] as readonly ManagedFields[] | undefined) ?? [];
  return fields.filter(({ manager, subresource }) => manager === FIELD_MANAGER && subresource === undefined).map(({ time }) => time).join();
}
