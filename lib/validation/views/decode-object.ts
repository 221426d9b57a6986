import { isMap, stringField } from '../../formats/json/json-value';
import type { BundleDocument } from '../model/bundle-view';

/**
 * Result of decoding a file of manifests/ before its kind is known, as Go's tools do.
 *
 * - `object`: an object. `hidden` is set if the file starts with a document without content, which leaves its kind empty.
 * - `fault`: why the file contains no object.
 */
export type DecodedObject = { readonly object: { readonly kind: string; readonly hidden: boolean } } | { readonly fault: string };

/** Decodes a YAML or JSON file as Go's tools do. */
export function decodeObject(content: Buffer, { value, loss }: BundleDocument): DecodedObject {
  if (content.length === 0) {
    return { fault: 'the file is empty; remove it, or add a Kubernetes object' };
  }
  if (loss?.extent === 'all' || value === undefined || value === null) {
    return { object: { kind: '', hidden: loss?.extent === 'all' } };
  }
  if (!isMap(value)) {
    return { fault: `the file contains ${Array.isArray(value) ? 'a list' : 'a scalar'}, not a Kubernetes object` };
  }
  const kind = stringField(value, 'kind') ?? '';
  return kind === '' ? { fault: 'kind is missing, so the file contains no Kubernetes object' } : { object: { kind, hidden: false } };
}
