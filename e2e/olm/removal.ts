import { OlmRemovalStep, OlmRemovalTarget } from 'olm-constructs';
import { mapField, mapListField, stringField, stringMapField } from '../../lib/formats/json/json-value';
import { selectsLabels } from '../../lib/formats/schema/label-selector';
import { KubernetesClient } from '../cluster/kubernetes-client';
import { type KubernetesObject, title } from '../cluster/kubernetes-object';
import { OlmCluster } from './olm-cluster';
import { waitUntil } from './wait-until';

const STEP_WITHIN_MILLISECONDS = 90_000;

/** Objects of a removal step's target. A kind that is no longer served has none. */
async function objectsOf(client: KubernetesClient, target: OlmRemovalTarget): Promise<KubernetesObject[]> {
  const { apiVersion, kind, name, namespace, labels = {} } = target;
  if (!await client.serves(apiVersion, kind)) {
    return [];
  }
  if (name === undefined) {
    const found = await client.list(apiVersion, kind);
    return found.filter(({ metadata }) => selectsLabels({ matchLabels: labels }, stringMapField(metadata, 'labels')));
  }
  const object = { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } };
  const found = await client.find(object);
  return found === undefined ? [] : [found];
}

/** Title of an object, and why it is still there: a Namespace has conditions about its deletion. */
function remaining(object: KubernetesObject): string {
  const conditions = mapListField(mapField(object, 'status'), 'conditions').filter(condition => stringField(condition, 'status') === 'True');
  return [title(object), ...conditions.map(condition => stringField(condition, 'message') ?? '')].join(': ');
}

/** Deletes the objects of a removal step, and waits until all of them are gone. */
export async function carryOut(olm: OlmCluster, step: OlmRemovalStep): Promise<void> {
  const { client } = olm.cluster;
  const left = async (): Promise<KubernetesObject[]> => (await Promise.all(step.targets.map(target => objectsOf(client, target)))).flat();
  for (const object of await left()) {
    await client.remove(object);
  }
  await waitUntil(`the removal of ${step.title}`, STEP_WITHIN_MILLISECONDS, async () => {
    await olm.endOrphans();
    const objects = await left();
    return objects.length === 0 || new Error(`remaining objects: ${objects.map(remaining).join(', ')}`);
  });
}
