import { goJson, goJsonUnescaped } from '../go-json';
import { writeDocument } from './document-fields';
import type { FieldWriter } from './document-fields';
import type { CatalogDocument } from './wire';

const LINE_SEPARATORS = /[\u2028\u2029]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * opm keeps `<`, `>` and `&` as they are where it writes a field of its own, keeps the raw text of property values, and writes what it
 * does not know with sorted keys.
 */
const JSON_WRITER: FieldWriter<string> = {
  value: goJsonUnescaped,
  opaque: goJsonUnescaped,
  property: ({ raw }) => raw,
  list: (items) => `[${items.join(',')}]`,
  map: (fields) => `{${fields.map(([key, value]) => `${goJsonUnescaped(key)}:${value}`).join(',')}}`,
};

/** Documents as compact JSON, one a line: the bytes of `opm render -o json` without its indentation. */
export function documentsToJsonLines(documents: readonly CatalogDocument[]): string {
  return documents.map((document) => `${documentToJson(document)}\n`).join('');
}

/** One document as compact JSON. */
export function documentToJson(document: CatalogDocument): string {
  return writeDocument(document, JSON_WRITER);
}

/** JSON as Go's encoder writes structs when told not to escape HTML: fields in their own order. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === 'string' ? field.replace(LONE_SURROGATE, '\ufffd') : field))
    .replace(LINE_SEPARATORS, (letter) => goJson(letter).slice(1, -1));
}
