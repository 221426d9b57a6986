/** The most letters that the name of a Service has. */
export const LONGEST_SERVICE_NAME = 63;

/**
 * Whether a text can be the name of a Service, which asks more than other names: it becomes a label of a DNS name. A Service stands in front
 * of every catalog, under the catalog's name.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names
 */
export function isServiceName(name: string): boolean {
  return name.length <= LONGEST_SERVICE_NAME && /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(name);
}
