import { FieldNames } from '../json/folded-keys';
import { compareUtf8 } from '../json/go-json';
import { isMap, type JsonMap, setOwn } from '../json/json-value';

/** Go type that the upstream tools decode YAML and JSON into, limited to what determines which values are refused and how values are written. */
export type GoType = Scalar | ListType | MapType | StructType | OpaqueType | SchemaOrType;

/** A type without element types or fields. */
export interface Scalar {
  readonly is:
    | 'any' | 'boolean' | 'bytes' | 'embedded-string' | 'int-or-string' | 'int32' | 'int64' | 'number' | 'quantity' | 'release' | 'string' | 'time' | 'version';
}

/** A slice. */
export interface ListType {
  readonly is: 'list';

  /** Type of each item. */
  readonly items: GoType;
}

/** A map with arbitrary keys. */
export interface MapType {
  readonly is: 'map';

  /** Type of each value. */
  readonly values: GoType;
}

/**
 * A value whose Go type sigs.k8s.io/yaml does not see, because the type has its own `UnmarshalJSON` or is embedded in another one. Numbers and
 * booleans in it are not converted to strings.
 */
export interface OpaqueType {
  readonly is: 'opaque';

  /** Type that the value is decoded into. */
  readonly type: GoType;
}

/**
 * One of Kubernetes' types `JSONSchemaPropsOr…`, whose own `UnmarshalJSON` is case-sensitive with every reader.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apis/apiextensions/v1/marshal.go
 */
export interface SchemaOrType {
  readonly is: 'schema-or';

  /** Type of a map. */
  readonly schema: GoType;

  /** Type of a list, or undefined if no list is accepted. */
  readonly list?: GoType;

  /** Whether values of other types are ignored; if not, true and false are the only other values accepted. */
  readonly ignoresOthers: boolean;
}

/** A struct: a map with known fields; other keys are ignored. */
export interface StructType {
  readonly is: 'struct';

  /** Types of the fields by their JSON names, in the order of the Go struct. */
  readonly fields: { readonly [name: string]: GoType };

  /** Fields that are written even if they are empty: those without `omitempty`, and structs that are not pointers. */
  readonly always: readonly string[];

  /** Fields that are pointers to scalars, whose zero values are written, and those in `always` that are null when missing. */
  readonly pointers: readonly string[];
}

export const ANY: GoType = { is: 'any' };
export const BOOLEAN: GoType = { is: 'boolean' };
export const BYTES: GoType = { is: 'bytes' };
export const INT32: GoType = { is: 'int32' };
export const INT64: GoType = { is: 'int64' };
export const NUMBER: GoType = { is: 'number' };
export const STRING: GoType = { is: 'string' };
export const TIME: GoType = { is: 'time' };

/** A string in a type that is embedded in another one: sigs.k8s.io/yaml does not convert numbers and booleans to strings there. */
export const EMBEDDED_STRING: GoType = { is: 'embedded-string' };

/** Returns the type of a slice. */
export function listOf(items: GoType): GoType {
  return { is: 'list', items };
}

/** Returns the type of a map with arbitrary keys. */
export function mapOf(values: GoType): GoType {
  return { is: 'map', values };
}

/**
 * Returns the type of a struct.
 *
 * @param fields types of the fields, by their JSON names
 * @param always names of the fields that are written even if they are empty; only writers need them
 * @param pointers names of the fields whose zero values are written; only writers need them
 */
export function struct(fields: { readonly [name: string]: GoType }, always: readonly string[] = [], pointers: readonly string[] = []): StructType {
  return { is: 'struct', fields, always, pointers };
}

/** Returns a type that sigs.k8s.io/yaml does not see. */
export function opaque(type: GoType): OpaqueType {
  return { is: 'opaque', type };
}

/** Kubernetes' ObjectMeta. */
export const OBJECT_META = struct({
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  selfLink: STRING,
  uid: STRING,
  resourceVersion: STRING,
  generation: INT64,
  creationTimestamp: TIME,
  deletionTimestamp: TIME,
  deletionGracePeriodSeconds: INT64,
  labels: mapOf(STRING),
  annotations: mapOf(STRING),
  ownerReferences: listOf(struct({ apiVersion: STRING, kind: STRING, name: STRING, uid: STRING, controller: BOOLEAN, blockOwnerDeletion: BOOLEAN })),
  finalizers: listOf(STRING),
  managedFields: listOf(struct({
    manager: STRING, operation: STRING, apiVersion: STRING, time: TIME, fieldsType: STRING, fieldsV1: ANY, subresource: STRING,
  })),
});

/** Fields of every Kubernetes object. */
export const OBJECT = { apiVersion: EMBEDDED_STRING, kind: EMBEDDED_STRING, metadata: OBJECT_META };

/**
 * Renames the keys of a value to the names of the fields that encoding/json finds for them. Nothing else changes.
 *
 * @returns the same object if every key has the right case
 */
export function withFieldNames(value: unknown, type: GoType): unknown {
  switch (type.is) {
    case 'opaque':
      return withFieldNames(value, type.type);
    case 'list':
      return Array.isArray(value) ? mapped(value, (item) => withFieldNames(item, type.items)) : value;
    case 'map':
      return isMap(value) ? mappedValues(value, (inner) => withFieldNames(inner, type.values)) : value;
    case 'struct': {
      if (!isMap(value)) {
        return value;
      }
      const named = withFieldNamesOf(value, type) ?? value;
      return mappedValues(named, (inner, name) => (Object.hasOwn(type.fields, name) ? withFieldNames(inner, type.fields[name]!) : inner));
    }
    default:
      return value;
  }
}

const fieldNames = new WeakMap<StructType, FieldNames>();

/** Returns the names of the fields of a struct, which encoding/json matches to keys case-insensitively. */
export function fieldNamesOf(type: StructType): FieldNames {
  let names = fieldNames.get(type);
  if (names === undefined) {
    names = new FieldNames(Object.keys(type.fields));
    fieldNames.set(type, names);
  }
  return names;
}

/** Returns a copy of a map with its keys renamed to the field names, or undefined if they already are. */
export function withFieldNamesOf(map: JsonMap, type: StructType): JsonMap | undefined {
  const names = fieldNamesOf(type);
  if (Object.keys(map).every((key) => (names.nameOf(key) ?? key) === key)) {
    return undefined;
  }
  const copy: { [key: string]: unknown } = {};
  // Maps that were merged already, to which further ones are added: copying them again for each would take quadratic time.
  const merged = new Set<unknown>();
  // Go reads keys sorted, so the last of several keys for one field wins; maps are merged.
  for (const key of Object.keys(map).sort(compareUtf8)) {
    const name = names.nameOf(key) ?? key;
    const after = map[key];
    const before = Object.hasOwn(copy, name) ? copy[name] : undefined;
    if (isMap(before) && isMap(after)) {
      const both = merged.has(before) ? before : { ...before };
      merged.add(both);
      Object.entries(after).forEach(([inner, value]) => setOwn(both, inner, value));
      setOwn(copy, name, both);
    } else if (before === undefined || (after !== undefined && after !== null)) {
      setOwn(copy, name, after);
    }
  }
  return copy;
}

function mapped(list: readonly unknown[], of: (item: unknown) => unknown): readonly unknown[] {
  const items = list.map(of);
  return items.some((item, index) => item !== list[index]) ? items : list;
}

function mappedValues(map: JsonMap, of: (value: unknown, key: string) => unknown): JsonMap {
  let changed: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(map)) {
    const value = of(map[key], key);
    if (value !== map[key]) {
      changed ??= { ...map };
      setOwn(changed, key, value);
    }
  }
  return changed ?? map;
}
