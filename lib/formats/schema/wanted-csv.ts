import { fieldAt } from '../json/json-value';

/**
 * Annotation with the name of the ClusterServiceVersion that manifests lead to, on Subscriptions and on the Operators of OLM; on objects of OLM v1,
 * the name of the bundle. Waiters and health checks compare it with what is installed, because the spec of a Subscription that follows a channel
 * stays the same when its catalog changes.
 */
export const WANTED_CSV = 'olm-constructs/wanted-csv';

/** What a wait without a wanted version reports of the version that it found. */
export const WHATEVER_IS_OFFERED = 'whatever the channel offers now';

/** Returns the ClusterServiceVersion or bundle that an object requests by its annotation, or undefined if it has none. */
export function wantedCsvIn(object: unknown): string | undefined {
  const name = fieldAt(object, 'metadata', 'annotations', WANTED_CSV);
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Returns the metadata of a manifest with the annotation, unless it has one already or the name is unknown. */
export function withWantedCsv<Metadata extends object>(metadata: Metadata, name: string | undefined): Metadata {
  const annotations = fieldAt(metadata, 'annotations') as { readonly [key: string]: unknown } | undefined;
  if (name === undefined || annotations?.[WANTED_CSV] !== undefined) {
    return metadata;
  }
  return sorted({ ...metadata, annotations: sorted({ ...annotations, [WANTED_CSV]: name }) });
}

/** Sorts keys as cdk8s does. */
function sorted<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1))) as Fields;
}
