import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { findDrift, notCompared } from '../resolve/drift/find-drift';
import { OperatorDrift } from '../resolve/drift/operator-drift';
import { catalogKey, catalogKeyOf, type LockContent } from '../resolve/lock/lock-content';
import type { OperatorLockFile } from '../resolve/operator-lock-file';
import { ClusterDump, type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { readInstalled, type ReadState } from './inspection/installed-state';
import { dumpCommand } from './inspection/source/not-dumped';
import { InspectionError } from './inspection/source/object-source';
import { type ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, resourceName, SUBSCRIPTIONS } from './waiting/view/api-resource';

/** Kinds that are compared with a lock. */
const COMPARED = [SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, CATALOG_SOURCES];

/** Options of `driftOf`. */
export interface DriftOptions extends InspectOptions {
  /** Namespace of the operators to compare. @default - all namespaces */
  readonly namespace?: string;
}

/**
 * Compares the operators and catalogs of a cluster with a lock: versions that differ, operators that are missing, unknown to the lock, or
 * dependencies that nothing requires any longer, and Subscriptions that allow OLM to install something else. What a dump lacks is not compared, and
 * `notes` names it.
 *
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 */
export async function driftOf(cluster: InspectedCluster, lock: OperatorLockFile, options: DriftOptions = {}): Promise<OperatorDrift> {
  checkArguments('driftOf', { cluster, lock });
  checkOptions('options of driftOf', 'DriftOptions', options);
  const { state, notes } = await installedIn(cluster, lock, options);
  const compared = options.namespace === undefined ? lock : partOf(lock, options.namespace);
  const absent = notCompared(compared, state);
  const isComplete = absent.length === 0 && (state.catalogs !== undefined || compared.catalogs.length === 0);
  return OperatorDrift._of(findDrift(compared, state), [...notes, ...absentNotes('not in the dump, so not compared with the lock', absent)], isComplete);
}

/**
 * Returns a note about objects that a dump lacks, with the command that dumps them, or an empty list if it lacks none.
 *
 * @internal
 */
export function absentNotes(consequence: string, absent: readonly string[]): string[] {
  return absent.length === 0 ? [] : [`${consequence}: ${absent.join(', ')}; \`${dumpCommand(COMPARED.map(resourceName))}\` dumps them, if they exist`];
}

/** Returns the part of a lock for one namespace, with the catalogs that its operators come from. */
function partOf({ operators, catalogs }: LockContent, namespace: string): LockContent {
  const own = operators.filter((operator) => operator.namespace === namespace);
  const used = new Set(own.map(catalogKeyOf));
  return { operators: own, catalogs: catalogs.filter((catalog) => used.has(catalogKey(catalog))) };
}

/**
 * Options of functions that compare a lock with a cluster.
 *
 * @internal
 */
export interface LockScope extends InspectOptions {
  readonly namespace?: string;
}

/**
 * Returns the operators and catalogs installed in a cluster or in one of its namespaces.
 *
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 * @internal
 */
export async function installedIn(cluster: InspectedCluster, lock: OperatorLockFile, options: LockScope): Promise<ReadState> {
  const { namespace } = options;
  refuseIncompleteDump(cluster, COMPARED);
  const read = await readInstalled(openedSource(cluster, options).source, {
    ...defined({ namespace }),
    catalogNamespaces: lock.operators.filter((operator) => operator.namespace === namespace).map(({ catalogNamespace }) => catalogNamespace),
  });
  const lacksCatalogs = cluster instanceof ClusterDump && !cluster.dump.index.hasKind(CATALOG_SOURCES);
  const { catalogs: _, ...withoutCatalogs } = read.state;
  return lacksCatalogs ? { ...read, state: withoutCatalogs } : read;
}

/**
 * Refuses a dump that lacks what Subscriptions install: operators that are not in the dump may still be in the cluster.
 *
 * @param kinds kinds that the result depends on
 * @throws InspectionError with the command for a complete dump
 * @internal
 */
export function refuseIncompleteDump(cluster: InspectedCluster, kinds: readonly ApiResource[]): void {
  if (!(cluster instanceof ClusterDump)) {
    return;
  }
  const { index } = cluster.dump;
  const absent = [SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS].filter((kind) => !index.hasKind(kind)).map(({ kind }) => kind);
  if (absent.length > 0) {
    throw new InspectionError(`the files contain no ${absent.join(' and no ')}; also dump these kinds, with \`${dumpCommand(kinds.map(resourceName))}\``);
  }
}
