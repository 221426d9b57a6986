import { checkKnownKeys } from '../formats/json/known-keys';
import { STATUS_SCOPE } from './known-options';
import type { ClusterConnection } from './cluster-connection';
import type { StatusScope } from './status';
import type { ClusterStatus } from './inspection/status/cluster-status';
import { clusterStatus } from './inspection/status/status';
import { WatchedSource } from './inspection/source/watched-source';
import { WideSource } from './inspection/source/wide-source';
import { sleep } from './client/backoff';
import { WatchedCluster } from './waiting/run/watched-cluster';

/** Minimum time between two updates, in milliseconds: OLM changes many objects in quick succession. */
const PAUSE = 500;

/** Maximum time between two updates, in milliseconds: ages and verdicts change by themselves. */
const HEARTBEAT = 10_000;

/** Options of `watchStatus`. */
export interface WatchStatusOptions extends StatusScope {
  /** Ends the watch, which then throws the reason of the signal. @default - it ends when the caller leaves the loop */
  readonly signal?: AbortSignal;

  /** Returns the current time in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/**
 * Yields the status of a cluster, then the new status after each change and every ten seconds. Objects are listed once and then watched.
 *
 * @throws InspectionError if Subscriptions or CatalogSources cannot be listed; ClientError if the cluster cannot be reached
 */
export async function* watchStatus(
  cluster: ClusterConnection, options: WatchStatusOptions = {},
): AsyncGenerator<ClusterStatus, never> {
  checkKnownKeys('options of watchStatus', options, { ...STATUS_SCOPE, signal: true, clock: true });
  const { namespace, selects, signal = new AbortController().signal, clock = Date.now } = options;
  const watched = new WatchedSource(new WatchedCluster(cluster.client, Math.random));
  const source = namespace === undefined ? (): WideSource => new WideSource(watched) : (): WatchedSource => watched;
  try {
    for (;;) {
      yield await clusterStatus(source(), {
        now: clock(), ...(namespace === undefined ? {} : { namespace }), ...(selects === undefined ? {} : { selects }),
      });
      await watched.change(HEARTBEAT, signal);
      await sleep(PAUSE, signal);
    }
  } finally {
    watched.close();
  }
}
