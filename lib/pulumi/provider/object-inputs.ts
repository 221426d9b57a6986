import { olmParts } from '../../cluster/waiting/olm/olm-waiter';
import { defined } from '../../formats/json/defined';
import { type JsonMap, mapField } from '../../formats/json/json-value';
import type { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { removalOrder } from '../../olm/v0/release/removal-order';
import { storageOfManifests } from '../../olm/v0/upgrade/stored-versions';

/** Objects that a program passes to a waiter. */
export type PassedObjects = readonly { readonly [field: string]: unknown }[];

/** Returns the inputs of `OlmReady` for the objects of an installation. An update that would lose objects is rejected by the release. */
export function olmReadyInputs(objects: PassedObjects): JsonMap {
  const manifests = objects as unknown as readonly KubernetesManifest[];
  return { parts: olmParts({ _manifests: manifests }), removal: removalOrder(manifests), ...detectionInputs(objects) };
}

/** Returns the inputs of `OlmDetection` for the objects that will be applied. */
export function detectionInputs(objects: PassedObjects): JsonMap {
  const release = storageOfManifests(objects as unknown as readonly KubernetesManifest[]);
  return defined({ release });
}

/** Returns the input `objects` of `PlainReady`: the fields that identify each object, except for Namespaces, which another resource removes. */
export function plainObjects(objects: PassedObjects): JsonMap[] {
  return objects.filter(({ kind }) => kind !== 'Namespace').map((object) => {
    const { name, namespace } = mapField(object, 'metadata');
    return { apiVersion: object['apiVersion'], kind: object['kind'], name, ...defined({ namespace }) };
  });
}
