/**
 * Returns a function that keeps its result for each object or list, which never change. The operators of a namespace, for example, share the lists of
 * a view: going through them again for each operator would take quadratic time.
 */
export function perObject<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) };
    results.set(key, known);
    return known.result;
  };
}
