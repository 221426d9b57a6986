import { OlmRemovalStep, OlmRemovalTarget } from 'olm-constructs';
import { KubernetesClient } from '../cluster/kubernetes-client';
import { ObjectReference, title } from '../cluster/kubernetes-object';
import { OlmCluster } from './olm-cluster';
import { waitUntil } from './wait-until';

const STEP_WITHIN_MILLISECONDS = 90_000;

/** Objects of a removal step's target. A kind that is no longer served has none. */
async function objectsOf(client: KubernetesClient, { apiVersion, kind, name, namespace }: OlmRemovalTarget): Promise<ObjectReference[]> {
  if (!await client.serves(apiVersion, kind)) {
    return [];
  }
  if (name === undefined) {
    return client.list(apiVersion, kind);
  }
  const object = { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } };
  return await client.find(object) === undefined ? [] : [object];
}

/** Deletes the objects of a removal step, and waits until all of them are gone. */
export async function carryOut(olm: OlmCluster, step: OlmRemovalStep): Promise<void> {
  const { client } = olm.cluster;
  const left = async (): Promise<ObjectReference[]> => (await Promise.all(step.targets.map(target => objectsOf(client, target)))).flat();
  for (const object of await left()) {
    await client.remove(object);
  }
  await waitUntil(`the removal of ${step.title}`, STEP_WITHIN_MILLISECONDS, async () => {
    await olm.endOrphans();
    const objects = await left();
    return objects.length === 0 || new Error(`remaining objects: ${objects.map(title).join(', ')}`);
  });
}
