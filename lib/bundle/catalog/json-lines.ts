import { goJson } from '../go-json';
import type { BundleDocument, CatalogDocument } from './wire';

const LINE_SEPARATORS = /[\u2028\u2029]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * One document as compact JSON: the bytes of `opm render -o json` without its indentation.
 *
 * opm keeps `<`, `>` and `&` as they are where it writes a field of its own, and keeps the raw text of property values.
 */
export function documentToJson(document: CatalogDocument): string {
  return document.schema === 'olm.bundle' ? bundleToJson(document) : plainJson(document);
}

function bundleToJson(bundle: BundleDocument): string {
  const { properties, relatedImages, ...head } = bundle;
  const fields = [plainJson(head).slice(1, -1)];
  if (properties.length > 0) {
    fields.push(`"properties":[${properties.map(({ type, raw }) => `{"type":${plainJson(type)},"value":${raw}}`).join(',')}]`);
  }
  if (relatedImages.length > 0) {
    fields.push(`"relatedImages":${plainJson(relatedImages)}`);
  }
  return `{${fields.join(',')}}`;
}

/** JSON as Go's encoder writes structs when told not to escape HTML: fields in their own order. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === 'string' ? field.replace(LONE_SURROGATE, '\ufffd') : field))
    .replace(LINE_SEPARATORS, (letter) => goJson(letter).slice(1, -1));
}
