/**
 * Returns a function that keeps its result for each list. The operators of a namespace share the lists of a view, which never change, so that looking
 * through a list for each of them would take quadratic time.
 */
export function perList<Item, Result>(compute: (list: readonly Item[]) => Result): (list: readonly Item[]) => Result {
  const results = new WeakMap<readonly Item[], { readonly result: Result }>();
  return (list) => {
    const known = results.get(list) ?? { result: compute(list) };
    results.set(list, known);
    return known.result;
  };
}

/** Functions that append lists to a list. */
const APPENDING = perList((list: readonly unknown[]) => perList((other: readonly unknown[]): readonly unknown[] => [...list, ...other]));

/** Returns lists as one: always the same for the same lists, so that what is known per list is found again. */
export function joinedLists<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const filled = lists.filter(({ length }) => length > 0);
  return filled.length === 0 ? [] : filled.reduce((all, list) => APPENDING(all)(list) as readonly Item[]);
}
