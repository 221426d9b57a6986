/** The types of Go that manifests are decoded into, as far as they decide what is refused. */
export type GoType = Scalar | ListType | MapType | StructType | ApartType | ShapesType;

/** A type without parts. */
export interface Scalar {
  readonly is: 'any' | 'boolean' | 'bytes' | 'embedded-text' | 'int-or-text' | 'int32' | 'int64' | 'number' | 'quantity' | 'release' | 'text' | 'time' | 'version';
}

/** A list. */
export interface ListType {
  readonly is: 'list';
  readonly items: GoType;
}

/** A map with keys of any name. */
export interface MapType {
  readonly is: 'map';
  readonly values: GoType;
}

/**
 * A value that sigs.k8s.io/yaml loses sight of, because its type reads itself, or is embedded in another one. No text is made of numbers and
 * booleans in it.
 */
export interface ApartType {
  readonly is: 'apart';
  readonly type: GoType;
}

/** A value that may have one of several shapes, apart as well. */
export interface ShapesType {
  readonly is: 'shapes';
  readonly map: GoType;

  /** What a list must be; undefined where none is taken. */
  readonly list?: GoType;

  /** Whether other values are ignored; where they are not, true and false are taken. */
  readonly ignoresOthers: boolean;
}

/** A map with known fields; others are ignored. */
export interface StructType {
  readonly is: 'struct';
  readonly fields: { readonly [name: string]: GoType };
}

export const ANY: GoType = { is: 'any' };
export const BOOLEAN: GoType = { is: 'boolean' };
export const INT64: GoType = { is: 'int64' };
export const NUMBER: GoType = { is: 'number' };
export const TEXT: GoType = { is: 'text' };
export const TIME: GoType = { is: 'time' };

/** Text in a type that is embedded in another one: there sigs.k8s.io/yaml makes no text of numbers and booleans. */
export const EMBEDDED_TEXT: GoType = { is: 'embedded-text' };

export function listOf(items: GoType): GoType {
  return { is: 'list', items };
}

export function mapOf(values: GoType): GoType {
  return { is: 'map', values };
}

export function struct(fields: { readonly [name: string]: GoType }): StructType {
  return { is: 'struct', fields };
}

export function apart(type: GoType): ApartType {
  return { is: 'apart', type };
}

/** Kubernetes' ObjectMeta. */
export const OBJECT_META = struct({
  name: TEXT,
  generateName: TEXT,
  namespace: TEXT,
  selfLink: TEXT,
  uid: TEXT,
  resourceVersion: TEXT,
  generation: INT64,
  creationTimestamp: TIME,
  deletionTimestamp: TIME,
  deletionGracePeriodSeconds: INT64,
  labels: mapOf(TEXT),
  annotations: mapOf(TEXT),
  ownerReferences: listOf(struct({ apiVersion: TEXT, kind: TEXT, name: TEXT, uid: TEXT, controller: BOOLEAN, blockOwnerDeletion: BOOLEAN })),
  finalizers: listOf(TEXT),
  managedFields: listOf(struct({ manager: TEXT, operation: TEXT, apiVersion: TEXT, time: TIME, fieldsType: TEXT, fieldsV1: ANY, subresource: TEXT })),
});

/** What every Kubernetes object begins with. */
export const OBJECT = { apiVersion: EMBEDDED_TEXT, kind: EMBEDDED_TEXT, metadata: OBJECT_META };
