function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is empty: the server drops such values. */
function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0);
}

/**
 * Lists where an object on the server differs from what was sent, as `path: sent A, got B`. What the server adds to
 * maps (defaults, status, its own metadata) is not a difference; lists must have the same items in the same order.
 */
export function differencesFromSent(sent: unknown, got: unknown, path = ''): string[] {
  if (got === undefined && isEmpty(sent)) {
    return [];
  }
  if (isMap(sent) && isMap(got)) {
    return Object.entries(sent).flatMap(([key, value]) => differencesFromSent(value, got[key], path === '' ? key : `${path}.${key}`));
  }
  if (Array.isArray(sent) && Array.isArray(got) && sent.length === got.length) {
    return sent.flatMap((value, index) => differencesFromSent(value, got[index], `${path}[${String(index)}]`));
  }
  return Object.is(sent, got) ? [] : [`${path}: sent ${JSON.stringify(sent)}, got ${JSON.stringify(got) ?? 'nothing'}`];
}
