import { fieldAt, isMap, mapField, mapListField, stringField } from '../formats/json/json-value';

/** Fields of a pod with containers. */
const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'];

/** Names of environment variables whose values OLM's tools treat as images. */
const RELATED_IMAGE_VARIABLE = /^RELATED_IMAGE_/;

/** Returns the images of all pods in an object, wherever they are in it. */
export function manifestImages(object: unknown): string[] {
  const kind = stringField(object, 'kind');
  const spec = mapField(object, 'spec');
  const ofKind = kind === 'CatalogSource' ? [stringField(spec, 'image')]
    : kind === 'ClusterCatalog' ? [stringField(fieldAt(spec, 'source', 'image'), 'ref')]
      : kind === 'ClusterServiceVersion' ? mapListField(spec, 'relatedImages').map((related) => stringField(related, 'image')) : [];
  return [...ofKind, ...podImages(object)].filter((image) => image !== undefined);
}

function podImages(value: unknown): (string | undefined)[] {
  if (Array.isArray(value)) {
    return value.flatMap(podImages);
  }
  if (!isMap(value)) {
    return [];
  }
  const containers = CONTAINERS.flatMap((key) => mapListField(value, key));
  const volumes = containers.length === 0 ? [] : mapListField(value, 'volumes');
  return [
    ...containers.flatMap((container) => [
      stringField(container, 'image'),
      ...mapListField(container, 'env').filter((variable) => RELATED_IMAGE_VARIABLE.test(stringField(variable, 'name') ?? ''))
        .map((variable) => stringField(variable, 'value')),
    ]),
    ...volumes.map((volume) => stringField(mapField(volume, 'image'), 'reference')),
    ...Object.values(value).flatMap(podImages),
  ];
}
