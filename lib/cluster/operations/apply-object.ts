import { type JsonMap, mapField } from '../../formats/json/json-value';
import { differingPaths } from '../../olm/v0/upgrade/crd-upgrade';
import type { ApiClient } from '../client/api-client';
import { ApiError } from '../client/client-error';
import { type ApiResource, requestPath } from '../waiting/view/api-resource';

/** Name under which the API server records the fields that are applied. */
export const FIELD_MANAGER = 'olm-constructs';

/** Media type of a server-side apply. Every JSON document is YAML. */
const APPLY_PATCH = 'application/apply-patch+yaml';

/** How to apply an object. */
export interface ApplyRequest {
  readonly resource: ApiResource;

  /** Namespace of the object, or undefined if it is cluster-scoped. */
  readonly namespace: string | undefined;
  readonly name: string;
  readonly object: JsonMap;

  /** Whether the API server only checks the object, and stores nothing. */
  readonly dryRun: boolean;

  /** Whether fields of other managers are taken over. */
  readonly force: boolean;
  readonly signal: AbortSignal;

  /** Called with the error of each attempt that is retried. */
  readonly onRetry: (message: string) => void;
}

/** What an apply changed. */
export interface ObjectChange {
  readonly state: 'created' | 'changed' | 'unchanged';

  /** Paths of the changed fields, such as `spec.channel`; none for a new object. */
  readonly changes: readonly string[];
}

/**
 * Applies an object with a server-side apply.
 *
 * @throws ApiError if the API server rejects it, ClientError if the server cannot be reached
 */
export async function applyObject(client: Pick<ApiClient, 'request'>, request: ApplyRequest): Promise<ObjectChange> {
  const { resource, namespace, name, object, dryRun, force, signal, onRetry } = request;
  const path = requestPath(resource, namespace, name);
  const before = await client.request({ method: 'GET', path, onRetry }, signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) {
      return undefined;
    }
    throw error;
  });
  const query = new URLSearchParams({ fieldManager: FIELD_MANAGER, ...(force ? { force: 'true' } : {}), ...(dryRun ? { dryRun: 'All' } : {}) });
  const after = await client.request({ method: 'PATCH', path: `${path}?${query.toString()}`, type: APPLY_PATCH, body: object, onRetry }, signal);
  if (before === undefined) {
    return { state: 'created', changes: [] };
  }
  const changes = differingPaths(content(before), content(after));
  return { state: changes.length === 0 ? 'unchanged' : 'changed', changes };
}

/** Metadata that the API server sets. */
const SERVER_METADATA = ['managedFields', 'resourceVersion', 'generation', 'creationTimestamp', 'uid', 'selfLink'];

/** Returns what users set in an object. */
function content(object: unknown): JsonMap {
  const { status: _, ...fields } = object as JsonMap;
  const metadata = Object.entries(mapField(object, 'metadata')).filter(([key]) => !SERVER_METADATA.includes(key));
  return { ...fields, metadata: Object.fromEntries(metadata) };
}
