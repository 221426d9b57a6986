/** Maximum length of a label, and so of the name of a Service. */
export const MAX_NAME_LENGTH = 63;

/**
 * Returns the base and the suffix with a dash between them; the base is cut if both are longer than 63 characters.
 *
 * As in OLM v1 the dash does not count, so that the name may have 64 characters. All objects but Services may have such a name.
 */
export function objectName(base: string, suffix: string): string {
  return `${base.length + suffix.length > MAX_NAME_LENGTH ? cut(base, suffix) : base}-${suffix}`;
}

/** Returns the same for a Service, whose name must not have 64 characters. */
export function serviceObjectName(base: string, suffix: string): string {
  return `${base.length + suffix.length >= MAX_NAME_LENGTH ? cut(base, suffix) : base}-${suffix}`;
}

function cut(base: string, suffix: string): string {
  return base.slice(0, MAX_NAME_LENGTH - suffix.length - 1);
}
