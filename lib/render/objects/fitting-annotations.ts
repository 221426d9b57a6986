import { compareUtf8 } from '../../formats/json/go-json';

/** Maximum size of all annotations of an object, keys and values, in Kubernetes. */
const MAX_BYTES = 262_144;

/**
 * Returns annotations with the required ones, which take precedence. If all together are larger than the API server accepts, the largest that are not
 * required are omitted: these are examples and properties that only OLM and consoles read. OLM v1 keeps them, and the API server then refuses
 * the Deployment.
 */
export function fittingAnnotations(
  annotations: { readonly [key: string]: string }, required: { readonly [key: string]: string },
): { readonly [key: string]: string } {
  let rest = MAX_BYTES - sizeOf(Object.entries(required));
  const optional = Object.entries(annotations).filter(([key]) => !Object.hasOwn(required, key));
  const sorted = [...optional].sort((left, right) => sizeOf([left]) - sizeOf([right]) || compareUtf8(left[0], right[0]));
  const kept = new Set<string>();
  for (const [key, value] of sorted) {
    rest -= sizeOf([[key, value]]);
    if (rest >= 0) {
      kept.add(key);
    }
  }
  return { ...Object.fromEntries(optional.filter(([key]) => kept.has(key))), ...required };
}

function sizeOf(entries: readonly (readonly [string, string])[]): number {
  return entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
}
