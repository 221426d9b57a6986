import { parseImageReference } from '../bundle/oci/image-reference';
import { field, isMap, type JsonMap, mapField, stringField } from '../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../formats/schema/api-groups';

/** Kind of reference to an image in a bundle. */
export enum ImagePlace {
  /** In `spec.relatedImages` of the ClusterServiceVersion. */
  RELATED_IMAGES = 'related-images',

  /** A container of a pod. */
  CONTAINER = 'container',

  /** An init container of a pod. */
  INIT_CONTAINER = 'init-container',

  /** An ephemeral container of a pod. */
  EPHEMERAL_CONTAINER = 'ephemeral-container',

  /** A volume of a pod with the files of an image. */
  VOLUME = 'volume',

  /** An environment variable, such as `RELATED_IMAGE_SERVER`: an image that the operator itself uses. */
  ENVIRONMENT = 'environment',

  /** An argument of a container, such as `--server-image=…`. */
  ARGUMENT = 'argument',

  /** The annotation `containerImage` of the ClusterServiceVersion, which consoles show. Nothing pulls it. */
  ANNOTATION = 'annotation',

  /** The image of a CatalogSource or ClusterCatalog. */
  CATALOG = 'catalog',

  /** The image of a bundle of RukPak. */
  BUNDLE = 'bundle',
}

/** Where an image is in an object. @internal */
export interface ImagePosition {
  readonly place: ImagePlace;

  /** Name of the related image, container, volume or variable, or the argument without the image. */
  readonly name: string;

  /** Fields that lead to it, such as `spec.containers[0].image`. */
  readonly path: string;
}

/** Receives an image, and returns the one to write instead. @internal */
export type ImageVisitor = (image: string, position: ImagePosition) => string;

/** Kinds whose objects have no images of their own, and can be large. */
const WITHOUT_IMAGES: readonly string[] = ['ConfigMap', 'CustomResourceDefinition', 'Secret'];

/**
 * Returns an object with other images: those of pods wherever they are in it, of catalogs, of bundles, and those that a ClusterServiceVersion lists.
 * This is the only function that knows where images are: what lists them calls it with a visitor that returns each as it is.
 *
 * @returns the same object if no image changes
 * @internal
 */
export function mapImages(object: JsonMap, visit: ImageVisitor): JsonMap {
  const kind = stringField(object, 'kind') ?? '';
  if (WITHOUT_IMAGES.includes(kind)) {
    return object;
  }
  const apiVersion = stringField(object, 'apiVersion') ?? '';
  const fields = KIND_FIELDS.filter((one) => one.kinds.includes(kind) && (apiVersion === '' || apiVersion.startsWith(`${one.group}/`)));
  return fields.reduce((changed, one) => one.map(changed, visit), inMap(object, '', visit));
}

/** Fields of a kind that are images. */
interface KindFields {
  readonly group: string;
  readonly kinds: readonly string[];
  readonly map: (object: JsonMap, visit: ImageVisitor) => JsonMap;
}

const KIND_FIELDS: readonly KindFields[] = [
  { group: OLM_GROUP, kinds: ['CatalogSource'], map: atPath(['spec', 'image'], ImagePlace.CATALOG) },
  { group: OLM_V1_GROUP, kinds: ['ClusterCatalog'], map: atPath(['spec', 'source', 'image', 'ref'], ImagePlace.CATALOG) },
  { group: OLM_GROUP, kinds: ['ClusterServiceVersion'], map: mapRelatedImages },
  { group: OLM_GROUP, kinds: ['ClusterServiceVersion'], map: atPath(['metadata', 'annotations', 'containerImage'], ImagePlace.ANNOTATION) },
  { group: RUKPAK_GROUP, kinds: ['Bundle', 'BundleDeployment'], map: atPath(['spec', 'source', 'image', 'ref'], ImagePlace.BUNDLE) },
  {
    group: RUKPAK_GROUP, kinds: ['BundleDeployment', 'BundleInstance'],
    map: atPath(['spec', 'template', 'spec', 'source', 'image', 'ref'], ImagePlace.BUNDLE),
  },
];

/** Returns a function that maps the image at fixed fields of an object. */
function atPath(path: readonly string[], place: ImagePlace): KindFields['map'] {
  const map = (object: JsonMap, [key = '', ...others]: readonly string[], visit: ImageVisitor): JsonMap => (
    withField(object, key, (value) => (others.length === 0
      ? visited(value, { place, name: '', path: path.join('.') }, visit) : isMap(value) ? map(value, others, visit) : value))
  );
  return (object, visit) => map(object, path, visit);
}

function mapRelatedImages(object: JsonMap, visit: ImageVisitor): JsonMap {
  return withField(object, 'spec', (spec) => !isMap(spec) ? spec : withField(spec, 'relatedImages', (list) => withItems(list, (related, index) => (
    withField(related, 'image', (image) => (
      visited(image, { place: ImagePlace.RELATED_IMAGES, name: stringField(related, 'name') ?? '', path: `spec.relatedImages[${index}].image` }, visit)
    ))
  ))));
}

/** Lists of containers in a pod. */
const CONTAINERS: ReadonlyMap<string, ImagePlace> = new Map([
  ['initContainers', ImagePlace.INIT_CONTAINER], ['containers', ImagePlace.CONTAINER], ['ephemeralContainers', ImagePlace.EPHEMERAL_CONTAINER],
]);

function inValue(value: unknown, path: string, visit: ImageVisitor): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const changed = items.map((item, index) => inValue(item, `${path}[${index}]`, visit));
    return changed.every((item, index) => item === items[index]) ? items : changed;
  }
  return isMap(value) ? inMap(value, path, visit) : value;
}

function inMap(map: JsonMap, path: string, visit: ImageVisitor): JsonMap {
  let changed = map;
  // Init containers run first, so they are listed first.
  const keys = [...CONTAINERS.keys()].filter((key) => Array.isArray(field(map, key)));
  for (const key of [...keys, ...Object.keys(map).filter((other) => !keys.includes(other))]) {
    changed = withField(changed, key, (value) => inField(key, value, path === '' ? key : `${path}.${key}`, visit));
  }
  return changed;
}

function inField(key: string, value: unknown, path: string, visit: ImageVisitor): unknown {
  const place = CONTAINERS.get(key);
  if (place !== undefined && Array.isArray(value)) {
    return withItems(value, (container, index) => inContainer(container, place, `${path}[${index}]`, visit));
  }
  if (key === 'volumes' && Array.isArray(value)) {
    return withItems(value, (volume, index) => inVolume(volume, `${path}[${index}]`, visit));
  }
  return key === 'env' ? inVariables(value, path, visit) : inValue(value, path, visit);
}

function inContainer(container: JsonMap, place: ImagePlace, path: string, visit: ImageVisitor): JsonMap {
  const name = stringField(container, 'name') ?? '';
  let changed = withField(container, 'image', (image) => visited(image, { place, name, path: `${path}.image` }, visit));
  // As in the order of a list for people: the image, its variables, its arguments.
  changed = withField(changed, 'env', (env) => inVariables(env, `${path}.env`, visit));
  for (const key of ['command', 'args']) {
    changed = withField(changed, key, (list) => inArguments(list, `${path}.${key}`, visit));
  }
  return changed;
}

/** Names of environment variables whose values OLM's tools always treat as related images. */
const RELATED_IMAGE_VARIABLE = /^RELATED_IMAGE_/;

function inVariables(value: unknown, path: string, visit: ImageVisitor): unknown {
  return withItems(value, (variable, index) => {
    const name = stringField(variable, 'name') ?? '';
    return withField(variable, 'value', (image) => typeof image === 'string' && (RELATED_IMAGE_VARIABLE.test(name) || isFullReference(image))
      ? visited(image, { place: ImagePlace.ENVIRONMENT, name, path: `${path}[${index}].value` }, visit) : image);
  });
}

function inArguments(value: unknown, path: string, visit: ImageVisitor): unknown {
  if (!Array.isArray(value)) {
    return value;
  }
  const list: unknown[] = value;
  const changed = list.map((argument, index) => {
    const [name, image] = typeof argument === 'string' ? argumentParts(argument) : ['', ''];
    if (!isFullReference(image)) {
      return argument;
    }
    const mapped = visited(image, { place: ImagePlace.ARGUMENT, name, path: `${path}[${index}]` }, visit) as string;
    return name === '' ? mapped : `${name}=${mapped}`;
  });
  return changed.every((argument, index) => argument === list[index]) ? list : changed;
}

function inVolume(volume: JsonMap, path: string, visit: ImageVisitor): JsonMap {
  return withField(volume, 'image', (image) => !isMap(image) ? image : withField(image, 'reference', (reference) => (
    visited(reference, { place: ImagePlace.VOLUME, name: stringField(volume, 'name') ?? '', path: `${path}.image.reference` }, visit)
  )));
}

/** Splits `--flag=value`. The name is empty if the argument is only a value. */
function argumentParts(argument: string): readonly [name: string, value: string] {
  const equals = argument.startsWith('-') ? argument.indexOf('=') : -1;
  return [argument.slice(0, Math.max(equals, 0)), argument.slice(equals + 1)];
}

/** Whether a string is almost certainly an image: a reference with a registry that has a dot or port, and with a tag or digest. */
function isFullReference(value: string): boolean {
  const { domain = '', tag, digest } = parseImageReference(withoutScheme(value)) ?? {};
  return /[.:]/.test(domain) && (tag ?? digest) !== undefined;
}

/** An empty reference is none. */
function visited(value: unknown, position: ImagePosition, visit: ImageVisitor): unknown {
  if (typeof value !== 'string' || value === '') {
    return value;
  }
  return withImage(value, (image) => visit(image, position));
}

/** Returns a reference, which may have a scheme, with another image. @internal */
export function withImage(reference: string, change: (image: string) => string): string {
  const image = withoutScheme(reference);
  return `${reference.slice(0, reference.length - image.length)}${change(image)}`;
}

/** Returns an image without the scheme that some operators require of images that they pull themselves, as in `oci://quay.io/org/filter:v1`. @internal */
export function withoutScheme(image: string): string {
  return image.replace(/^(?:oci|docker):\/\//, '');
}

/** Returns a map with another value of a field, or the same map if the value stays the same. */
function withField(map: JsonMap, key: string, change: (value: unknown) => unknown): JsonMap {
  const value = field(map, key);
  const changed = value === undefined ? undefined : change(value);
  return changed === value ? map : { ...map, [key]: changed };
}

/** Returns a list with other maps in it, or the same list if they stay the same. */
function withItems(value: unknown, change: (item: JsonMap, index: number) => JsonMap): unknown {
  if (!Array.isArray(value)) {
    return value;
  }
  const list: unknown[] = value;
  const changed = list.map((item, index) => isMap(item) ? change(item, index) : item);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

/** Returns the images that an object pulls, with where they are. @internal */
export function placedImages(object: JsonMap): { readonly image: string; readonly position: ImagePosition }[] {
  const found: { readonly image: string; readonly position: ImagePosition }[] = [];
  mapImages(object, (image, position) => {
    if (position.place !== ImagePlace.ANNOTATION) {
      found.push({ image, position });
    }
    return image;
  });
  return found;
}

/** Returns the images that an object pulls. @internal */
export function manifestImages(object: unknown): string[] {
  return isMap(object) ? placedImages(object).map(({ image }) => image) : [];
}

/** Returns the name of an object for lists: `Kind/name`. @internal */
export function objectName(object: unknown): string {
  return `${stringField(object, 'kind') ?? 'object'}/${stringField(mapField(object, 'metadata'), 'name') ?? ''}`;
}
