/** Maximum length of the name of a Service. */
export const LONGEST_SERVICE_NAME = 63;

/**
 * Whether a name is valid for a Service: an RFC 1035 label, stricter than other names. Every catalog has a Service with the same name.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names
 */
export function isServiceName(name: string): boolean {
  return name.length <= LONGEST_SERVICE_NAME && /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(name);
}
