/** A place in which two values differ. */
export interface DifferingPlace {
  /** Where it is, such as `spec.ports[0].name`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = { readonly [name: string]: unknown };

/**
 * The innermost places in which two values differ. Lists of different lengths differ as a whole: which element was added
 * cannot be told without knowing what the list is.
 */
export function differingPlaces(before: unknown, after: unknown, path = ''): DifferingPlace[] {
  if (Object.is(before, after)) {
    return [];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((value, index) => differingPlaces(value, after[index], `${path}[${index}]`));
  }
  if (!isFields(before) || !isFields(after)) {
    return [{ path, before, after }];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differingPlaces(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

/** The paths of these places. */
export function differingPaths(before: unknown, after: unknown): string[] {
  return differingPlaces(before, after).map(({ path }) => path);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
