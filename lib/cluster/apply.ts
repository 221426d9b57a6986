import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import type { ClusterConnection } from './cluster-connection';
import { applyInOrder, type ApplyResult } from './operations/apply-manifests';
import type { Manifest } from './operations/manifests';

/** Default timeout of an apply, in milliseconds. */
const TIMEOUT = 120_000;

/** Options of `applyManifests`. */
export interface ApplyOptions {
  /** Whether the API server only checks the objects, and stores nothing. @default false */
  readonly dryRun?: boolean;

  /** Whether fields that other field managers set are taken over. @default false: such an object fails, and the reason names the fields */
  readonly forceConflicts?: boolean;

  /** Overall timeout, in milliseconds. @default 120000 */
  readonly timeout?: number;

  /** Interrupts the apply: nothing more is applied. @default - it ends by itself */
  readonly signal?: AbortSignal;
}

/**
 * Applies manifests with server-side apply, as the field manager `olm-constructs`: Namespaces, then CRDs, and everything else once the CRDs are
 * established, each in the given order. After a failure nothing more is applied, except in a dry run, which finds all problems. A failure is a result
 * with its reason and the remedy, not an error.
 *
 * @returns a result for each object, in the order in which they are applied
 * @throws ClientError if the cluster cannot be reached before anything is applied
 */
export function applyManifests(cluster: ClusterConnection, manifests: readonly Manifest[], options: ApplyOptions = {}): Promise<ApplyResult[]> {
  checkArguments('applyManifests', { cluster, manifests });
  checkOptions('options of applyManifests', 'ApplyOptions', options);
  const { client, namespace } = cluster;
  const { dryRun = false, forceConflicts = false, timeout = TIMEOUT, signal = new AbortController().signal } = options;
  return applyInOrder(manifests, { client, namespace, dryRun, force: forceConflicts, timeout, signal });
}
