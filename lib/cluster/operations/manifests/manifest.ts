import type { JsonMap } from '../../../formats/json/json-value';

/** Object of a manifest, before it is applied. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;

  /** Namespace in the manifest. @default - none */
  readonly namespace?: string;

  /** The whole object. */
  readonly object: JsonMap;

  /** File as specified by the user, or `standard input`. */
  readonly source: string;
}

/** Returns the API group of an object, or an empty string for the core group. */
export function groupOf({ apiVersion }: Pick<Manifest, 'apiVersion'>): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}
