import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { sleep } from '../net/retry';
import { ClusterConnection } from './cluster-connection';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { type ClusterStatus, clusterStatus } from './inspection/cluster-status';
import { WatchedSource } from './inspection/source/watched-source';
import { WideSource } from './inspection/source/wide-source';
import { WatchedCluster } from './waiting/run/watched-cluster';

/** Scope of a status. */
export interface StatusScope {
  /** Namespace of Subscriptions and CatalogSources. @default - all namespaces */
  readonly namespace?: string;

  /** Whether to include an object with the given labels; `labelSelector` creates this function from a kubectl selector. @default - all objects */
  readonly selects?: (labels: { readonly [key: string]: string }) => boolean;
}

/** Options of `statusOf`. */
export interface StatusOptions extends StatusScope, InspectOptions {}

/**
 * Returns the state of everything that OLM manages in a cluster: OLM itself, catalogs, and operators with what they wait for. Their verdicts are
 * those of a waiter that has waited since their current state began.
 *
 * @throws InspectionError if Subscriptions or CatalogSources cannot be listed; ClientError if the cluster cannot be reached
 */
export async function statusOf(cluster: InspectedCluster, options: StatusOptions = {}): Promise<ClusterStatus> {
  checkArguments('statusOf', { cluster });
  checkOptions('options of statusOf', 'StatusOptions', options);
  const { namespace, selects } = options;
  const { source, now } = openedSource(cluster, options);
  return clusterStatus(namespace === undefined && cluster instanceof ClusterConnection ? new WideSource(source) : source, {
    now, ...defined({ namespace, selects }),
  });
}

/** Minimum time between two updates, in milliseconds: OLM changes many objects in quick succession. */
const PAUSE = 500;

/** Maximum time between two updates, in milliseconds: ages and verdicts change by themselves. */
const HEARTBEAT = 10_000;

/** How long watches must be interrupted until the connection counts as lost, in milliseconds: the API server ends them from time to time. */
const INTERRUPTED = 2_000;

/** Status of a cluster that is watched. */
export interface WatchedStatus extends ClusterStatus {
  /** Why the connection to the API server is lost, so that the status may be out of date. @default - there is a connection */
  readonly interruption?: string;
}

/** Options of `watchStatus`. */
export interface WatchStatusOptions extends StatusScope {
  /** Ends the watch, which then throws the reason of the signal. @default - it ends when the caller leaves the loop */
  readonly signal?: AbortSignal;

  /** Returns the current time in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/**
 * Yields the status of a cluster, then the new status after each change and every ten seconds. Objects are listed once and then watched. While the
 * connection to the API server is lost, the last known status has the reason as `interruption`.
 *
 * @throws InspectionError if Subscriptions or CatalogSources cannot be listed; ClientError if the cluster cannot be reached
 */
export async function* watchStatus(
  cluster: ClusterConnection, options: WatchStatusOptions = {},
): AsyncGenerator<WatchedStatus, never> {
  checkArguments('watchStatus', { cluster });
  checkOptions('options of watchStatus', 'WatchStatusOptions', options);
  const { namespace, selects, signal = new AbortController().signal, clock = Date.now } = options;
  const watched = new WatchedSource(new WatchedCluster(cluster.client, Math.random));
  const source = namespace === undefined ? (): WideSource => new WideSource(watched) : (): WatchedSource => watched;
  let interruptedAt: number | undefined;
  try {
    for (;;) {
      const status = await clusterStatus(source(), { now: clock(), ...defined({ namespace, selects }) });
      const reason = watched.interruption;
      interruptedAt = reason === undefined ? undefined : interruptedAt ?? performance.now();
      const isLost = interruptedAt !== undefined && performance.now() - interruptedAt >= INTERRUPTED;
      yield { ...status, ...(isLost ? defined({ interruption: reason }) : {}) };
      await watched.change(reason === undefined || isLost ? HEARTBEAT : INTERRUPTED, signal);
      await sleep(PAUSE, signal);
    }
  } finally {
    watched.close();
  }
}
