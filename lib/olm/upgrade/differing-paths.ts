/** A value as JSON has it. */
type Container = { readonly [key: string]: unknown };

/**
 * The innermost places in which two values differ, such as `spec.ports[0].name`. Lists of different lengths differ as a whole:
 * which element was added cannot be told without knowing what the list is.
 */
export function differingPaths(before: unknown, after: unknown, path = ''): string[] {
  if (Object.is(before, after)) {
    return [];
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length ? before.flatMap((value, index) => differingPaths(value, after[index], `${path}[${index}]`)) : [path];
  }
  if (!isContainer(before) || !isContainer(after)) {
    return [path];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => differingPaths(before[key], after[key], path === '' ? key : `${path}.${key}`));
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
