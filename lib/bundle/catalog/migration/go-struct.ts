import { plainJson } from '../json-lines';
import { compareUtf8, goJson } from '../../go-json';
import { field, isMap } from '../../json-value';

/**
 * Writing JSON as Go writes it after decoding into a struct: fields in the struct's order, unknown ones lost, empty ones left out where
 * the struct says so. A value of another type than the field's counts as empty.
 */

/** Writes a value of one Go type; undefined for the type's empty value. */
export type GoType = (value: unknown) => string | undefined;

/** A field of a struct. */
export interface GoField {
  readonly key: string;
  readonly type: GoType;
  /** What is written for the empty value; undefined where it is left out. */
  readonly empty?: string;
}

export const goText: GoType = (value) => (typeof value === 'string' && value !== '' ? plainJson(value) : undefined);

export const goBoolean: GoType = (value) => (value === true ? 'true' : undefined);

export const goInteger: GoType = (value) => (Number.isSafeInteger(value) && value !== 0 ? String(value) : undefined);

/** A value that Go does not decode: it stays as it was written, which for a manifest is as Go writes maps. */
export const goRaw: GoType = (value) => (value === undefined ? undefined : goJson(value));

/** A map of texts; its keys are sorted. */
export const goTextMap: GoType = (value) => {
  const entries = isMap(value) ? Object.entries(value).filter(([, text]) => typeof text === 'string') : [];
  const sorted = entries.sort(([left], [right]) => compareUtf8(left, right));
  return sorted.length === 0 ? undefined : `{${sorted.map(([key, text]) => `${plainJson(key)}:${plainJson(text)}`).join(',')}}`;
};

export function goList(item: GoType, emptyItem: string): GoType {
  return (value) => (Array.isArray(value) && value.length > 0 ? `[${value.map((entry: unknown) => item(entry) ?? emptyItem).join(',')}]` : undefined);
}

/** A struct is never empty to Go: without fields it is `{}`. */
export function goStruct(...fields: readonly GoField[]): GoType {
  return (value) => {
    const written = fields.map(({ key, type, empty }) => ({ key, text: type(field(value, key)) ?? empty })).filter(({ text }) => text !== undefined);
    return `{${written.map(({ key, text }) => `${plainJson(key)}:${text!}`).join(',')}}`;
  };
}

/** A field that is left out when it is empty. */
export function optional(key: string, type: GoType): GoField {
  return { key, type };
}

/** A field that is written also when it is empty. */
export function required(key: string, type: GoType, empty = '""'): GoField {
  return { key, type, empty };
}
