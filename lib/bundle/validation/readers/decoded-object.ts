import { isMap, textField } from '../../json-value';
import type { SubjectDocument } from '../subject';

/**
 * What Go's tools see in a file of manifests/ before they know its kind.
 *
 * - `object`: an object. Its kind is empty when the file begins with a document without content, whatever follows.
 * - `fault`: what makes the file none.
 */
export type SeenObject = { readonly object: { readonly kind: string; readonly hidden: boolean } } | { readonly fault: string };

/** What Go's tools see in a file that is YAML or JSON. */
export function seenObject(content: Buffer, { value, loss }: SubjectDocument): SeenObject {
  if (content.length === 0) {
    return { fault: 'the file is empty; remove it, or put a Kubernetes object into it' };
  }
  if (loss?.extent === 'all' || value === undefined || value === null) {
    return { object: { kind: '', hidden: loss?.extent === 'all' } };
  }
  if (!isMap(value)) {
    return { fault: `the file holds ${Array.isArray(value) ? 'a list' : 'a scalar'}, not a Kubernetes object; only objects may stand here` };
  }
  const kind = textField(value, 'kind') ?? '';
  return kind === '' ? { fault: 'the object does not say its kind; a file that is no Kubernetes object must not stand here' } : { object: { kind, hidden: false } };
}
