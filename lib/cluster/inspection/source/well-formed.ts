import { isMap, JsonMap } from '../../../formats/json/json-value';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';

/** A field of the metadata of an object: what it must be, and whether a value is that. */
interface FieldShape {
  readonly shape: string;
  readonly isValid: (value: unknown) => boolean;
}

const isString = (value: unknown): boolean => typeof value === 'string';

const STRING: FieldShape = { shape: 'a string', isValid: isString };
const STRINGS: FieldShape = { shape: 'a map of strings', isValid: (value) => isMap(value) && Object.values(value).every(isString) };
const MAPS: FieldShape = { shape: 'a list of maps', isValid: (value) => Array.isArray(value) && value.every(isMap) };

/** Fields of the metadata on whose types an inspection relies. */
const METADATA: { readonly [field: string]: FieldShape } = {
  name: STRING, namespace: STRING, uid: STRING, resourceVersion: STRING, creationTimestamp: STRING, deletionTimestamp: STRING,
  generation: { shape: 'a number', isValid: (value) => typeof value === 'number' },
  labels: STRINGS, annotations: STRINGS, managedFields: MAPS,
  finalizers: { shape: 'a list of strings', isValid: (value) => Array.isArray(value) && value.every(isString) },
  ownerReferences: {
    shape: 'a list of owners with kind and name', isValid: (value) => MAPS.isValid(value) && (value as JsonMap[]).every(({ kind, name }) => isString(kind) && isString(name)),
  },
};

/** Returns an object without fields of its metadata that are null, or what is wrong with it. */
export function wellFormed(value: JsonMap): KubernetesObject | string {
  const { metadata, spec, status } = value;
  if (!isMap(metadata) || metadata['name'] === undefined || metadata['name'] === null || metadata['name'] === '') {
    return 'metadata.name is missing';
  }
  const fields = Object.entries(metadata).filter(([, found]) => found !== undefined && found !== null);
  const wrong = fields.find(([key, found]) => Object.hasOwn(METADATA, key) && !METADATA[key]!.isValid(found));
  if (wrong !== undefined) {
    return `metadata.${wrong[0]} must be ${METADATA[wrong[0]]!.shape}`;
  }
  for (const [key, found] of Object.entries({ spec, status })) {
    if (found !== undefined && found !== null && !isMap(found)) {
      return `${key} must be a map`;
    }
  }
  return { ...value, metadata: Object.fromEntries(fields) } as unknown as KubernetesObject;
}
