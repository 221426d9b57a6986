import { OlmRemovalStep, OlmRemovalTarget } from 'olm-constructs';
import { KubernetesClient } from '../cluster/kubernetes-client';
import { ObjectReference, title } from '../cluster/kubernetes-object';
import { OlmCluster } from './olm-cluster';
import { waitUntil } from './wait-until';

const STEP_WITHIN_MILLISECONDS = 90_000;

/** The objects that a target of a removal means. A kind that is not served any more has none. */
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

/** Deletes what a step of a removal names, and waits until all of it is gone. */
export async function carryOut(olm: OlmCluster, step: OlmRemovalStep): Promise<void> {
  const { client } = olm.cluster;
  const left = async (): Promise<ObjectReference[]> => (await Promise.all(step.targets.map(target => objectsOf(client, target)))).flat();
  for (const object of await left()) {
    await client.remove(object);
  }
  await waitUntil(`the removal of ${step.title}`, STEP_WITHIN_MILLISECONDS, async () => {
    await olm.endOrphans();
    const objects = await left();
    return objects.length === 0 || new Error(`left are ${objects.map(title).join(', ')}`);
  });
}
