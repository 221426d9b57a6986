/** A difference between two values. */
export interface Difference {
  /** Path of the difference, such as `spec.ports[0].name`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = { readonly [name: string]: unknown };

/**
 * Returns the innermost differences between two values. Lists of different lengths differ as a whole: which element was added depends on the
 * meaning of the list.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) {
    return [];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((value, index) => differencesOf(value, after[index], `${path}[${index}]`));
  }
  if (!isFields(before) || !isFields(after)) {
    return [{ path, before, after }];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differencesOf(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

/** Returns the paths of these differences. */
export function differingPaths(before: unknown, after: unknown): string[] {
  return differencesOf(before, after).map(({ path }) => path);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
