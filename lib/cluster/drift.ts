import { checkKnownKeys } from '../formats/json/known-keys';
import { findDrift } from '../resolve/drift/find-drift';
import { catalogKey, catalogKeyOf, type LockContent } from '../resolve/lock/lock-content';
import { OperatorDrift } from '../resolve/drift/operator-drift';
import type { OperatorLockFile } from '../resolve/operator-lock-file';
import type { InspectedCluster, InspectOptions } from './inspected-cluster';
import { installedIn } from './installed-in';
import { INSPECT_OPTIONS } from './known-options';

/** Options of `driftOf`. */
export interface DriftOptions extends InspectOptions {
  /** Namespace of the operators to compare. @default - all namespaces */
  readonly namespace?: string;
}

/**
 * Compares the operators and catalogs of a cluster with a lock: versions that differ, operators that are missing, unknown to the lock, or
 * dependencies that nothing requires any longer, and Subscriptions that allow OLM to install something else.
 *
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 */
export async function driftOf(cluster: InspectedCluster, lock: OperatorLockFile, options: DriftOptions = {}): Promise<OperatorDrift> {
  checkKnownKeys('options of driftOf', options, { ...INSPECT_OPTIONS, namespace: true });
  const { state, notes } = await installedIn(cluster, lock, options);
  return OperatorDrift._of(findDrift(options.namespace === undefined ? lock : partOf(lock, options.namespace), state), notes);
}

/** Returns the part of a lock for one namespace, with the catalogs that its operators come from. */
function partOf({ operators, catalogs }: LockContent, namespace: string): LockContent {
  const own = operators.filter((operator) => operator.namespace === namespace);
  const used = own.map(catalogKeyOf);
  return { operators: own, catalogs: catalogs.filter((catalog) => used.includes(catalogKey(catalog))) };
}
