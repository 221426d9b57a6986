/**
 * Returns a function that keeps its result for each object or list. The operators of a namespace share the lists of a view; these and their objects
 * never change, so that going through them again for each operator would take quadratic time.
 */
export function perObject<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) };
    results.set(key, known);
    return known.result;
  };
}

/** A sequence of lists, and those that continue it. */
interface Joined {
  all?: readonly unknown[];
  readonly followedBy: (list: readonly unknown[]) => Joined;
}

const joined = (): Joined => ({ followedBy: perObject(joined) });
const START = joined();

/** Returns lists as one: always the same for the same lists, so that what is known per list is found again. */
export function joinedLists<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const filled = lists.filter(({ length }) => length > 0);
  const last = filled.reduce((before, list) => before.followedBy(list), START);
  last.all ??= filled.length === 1 ? filled[0]! : filled.flat();
  return last.all as readonly Item[];
}
