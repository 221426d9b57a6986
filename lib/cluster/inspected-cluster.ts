import { ClusterConnection } from './cluster-connection';
import type { ClusterDump } from './cluster-dump';
import { LiveCluster } from './inspection/source/live-cluster';
import type { ObjectSource } from './inspection/source/object-source';

/** Source of an inspection: a cluster, or files with its objects. */
export type InspectedCluster = ClusterConnection | ClusterDump;

/** Options of all inspections. */
export interface InspectOptions {
  /** Ends the inspection, which then throws the reason of the signal. @default - it ends by itself */
  readonly signal?: AbortSignal;

  /** Time for ages and verdicts, in milliseconds since 1970. @default - now; for a dump, the time at which it was made */
  readonly now?: number;
}

/**
 * Objects to inspect, and the time of their state.
 *
 * @internal
 */
export interface OpenedSource {
  readonly source: ObjectSource;
  readonly now: number;
}

/**
 * Returns the objects of a cluster or of a dump.
 *
 * @internal
 */
export function openedSource(cluster: InspectedCluster, { signal = new AbortController().signal, now }: InspectOptions): OpenedSource {
  return cluster instanceof ClusterConnection ? { source: new LiveCluster({ client: cluster.client, signal }), now: now ?? Date.now() }
    : { source: cluster.dump, now: now ?? cluster.time ?? Date.now() };
}
