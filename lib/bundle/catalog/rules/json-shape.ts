import { FieldNames } from '../read/folded-keys';
import { base64Text, isByteList } from '../base64';
import { describe, isMap } from '../../json-value';
import type { ValuePath } from '../../source-position';

/** What does not fit: where, and what should be there. */
export interface ShapeFault {
  readonly path: ValuePath;
  readonly message: string;
}

/**
 * What Go can decode into a type. null fits everywhere, and so does what a map has besides the fields of a struct.
 *
 * @returns the first value that does not fit
 */
export type JsonShape = (value: unknown, path: ValuePath) => ShapeFault | undefined;

/** Text. */
export const text: JsonShape = scalar('text', (value) => typeof value === 'string');

/** True or false. */
export const truth: JsonShape = scalar('true or false', (value) => typeof value === 'boolean');

/** A whole number of 32 bits. */
export const int32: JsonShape = scalar('a whole number of 32 bits', (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31);

/** Base64, for which Go also takes a list of bytes. */
export const bytes: JsonShape = scalar('base64', (value) => (Array.isArray(value)
  ? isByteList(value)
  : typeof value === 'string' && base64Text(value) !== undefined));

/** Anything at all. */
export const anything: JsonShape = () => undefined;

/** A list of such values. */
export function listOf(item: JsonShape): JsonShape {
  return unlessNull((value, path) => {
    if (!Array.isArray(value)) {
      return { path, message: `must be a list, got ${describe(value)}` };
    }
    return firstFault(value.entries(), ([index, inner]: [number, unknown]) => item(inner, [...path, index]));
  });
}

/** A map with keys of any name and such values. */
export function mapOf(item: JsonShape): JsonShape {
  return unlessNull((value, path) => {
    if (!isMap(value)) {
      return { path, message: `must be a map, got ${describe(value)}` };
    }
    return firstFault(Object.entries(value), ([key, inner]) => item(inner, [...path, key]));
  });
}

/** A map with these fields, whatever the case of their names. */
export function struct(fields: { readonly [name: string]: JsonShape }): JsonShape {
  const names = new FieldNames(Object.keys(fields));
  return unlessNull((value, path) => {
    if (!isMap(value)) {
      return { path, message: `must be a map, got ${describe(value)}` };
    }
    const { keys, overridden } = names.in(value);
    return firstFault([...keys, ...overridden], ([name, key]) => fields[name]!(value[key], [...path, key]));
  });
}

function scalar(what: string, fits: (value: unknown) => boolean): JsonShape {
  return unlessNull((value, path) => (fits(value) ? undefined : { path, message: `must be ${what}, got ${describe(value)}` }));
}

function unlessNull(shape: JsonShape): JsonShape {
  return (value, path) => (value === null ? undefined : shape(value, path));
}

function firstFault<Item>(items: Iterable<Item>, faultOf: (item: Item) => ShapeFault | undefined): ShapeFault | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}
