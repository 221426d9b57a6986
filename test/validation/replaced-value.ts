/** Returns a copy with one value, counted from the root, replaced, or removed for undefined. */
export function replaced(root: unknown, at: number, value: unknown): unknown {
  let left = at % count(root);
  const walk = (each: unknown): unknown => {
    if (left-- === 0) {
      return value;
    }
    return Array.isArray(each) ? each.map(walk).filter((item) => item !== undefined)
      : typeof each === 'object' && each !== null ? Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner)])) : each;
  };
  return walk(root) ?? null;
}

/** Returns the number of values in a value, with itself. */
export function count(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, each) => sum + count(each), 1) : 1;
}
