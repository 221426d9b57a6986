/** Maximum length of a label, and so of the name of a Service. */
export const MAX_NAME_LENGTH = 63;

/**
 * Returns the base and the suffix with a dash between them; the base is truncated if both are longer than 63 characters.
 *
 * As in OLM v1, the dash is not counted, so the name may have 64 characters. This is valid for all objects except Services.
 */
export function objectName(base: string, suffix: string): string {
  return `${base.length + suffix.length > MAX_NAME_LENGTH ? cut(base, suffix) : base}-${suffix}`;
}

/** Returns the same for a Service, whose name may have at most 63 characters. */
export function serviceObjectName(base: string, suffix: string): string {
  return `${base.length + suffix.length >= MAX_NAME_LENGTH ? cut(base, suffix) : base}-${suffix}`;
}

function cut(base: string, suffix: string): string {
  return base.slice(0, MAX_NAME_LENGTH - suffix.length - 1);
}
