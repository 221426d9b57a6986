import { versionText } from './status-tables';
import type { CommandContext } from '../frame/context';
import type { ClusterStatus } from '../../inspection/status/cluster-status';
import { clusterStatus } from '../../inspection/status/status';
import type { StatusOptions } from '../../inspection/status/status';
import { WatchedSource } from '../../inspection/source/watched-source';
import { WideSource } from '../../inspection/source/wide-source';
import type { ApiClient } from '../../kubernetes/api-client';
import { sleep } from '../../kubernetes/backoff';
import { WatchedCluster } from '../../waiting/run/watched-cluster';

/** Shortest time between two updates, in milliseconds: OLM changes many objects at once. */
const PAUSE = 500;

/** Longest time between two updates, in milliseconds: ages and verdicts change by themselves. */
const HEARTBEAT = 10_000;

/** Clears a terminal and puts the cursor at its start. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Prints a status again after each change, until the signal aborts: on a terminal as a table that is drawn again, elsewhere as a line for each object
 * that changed.
 *
 * @throws the abort reason of the signal
 */
export async function watchStatus(
  client: ApiClient, options: Omit<StatusOptions, 'now'>, { stdout, signal, now }: CommandContext, table: (status: ClusterStatus) => readonly string[],
): Promise<never> {
  const watched = new WatchedSource(new WatchedCluster(client, Math.random));
  const before = new Map<string, string>();
  try {
    for (;;) {
      const source = options.namespace === undefined ? new WideSource(watched) : watched;
      const status = await clusterStatus(source, { ...options, now: now() });
      if (stdout.isTTY) {
        stdout.write(`${CLEAR}${table(status).join('\n')}\n`);
      } else {
        changedLines(status, before).forEach((line) => stdout.line(line));
      }
      await watched.change(HEARTBEAT, signal);
      await sleep(PAUSE, signal);
    }
  } finally {
    watched.close();
  }
}

/** Returns a line for each object that is new or has changed, and for each that is gone. */
function changedLines(status: ClusterStatus, before: Map<string, string>): string[] {
  const current = statusEntries(status);
  const gone = [...before.keys()].filter((key) => !current.has(key)).map((key) => `${key}: deleted`);
  const changed = [...current].filter(([key, text]) => before.get(key) !== text).map(([key, text]) => `${key}: ${text}`);
  before.clear();
  current.forEach((text, key) => before.set(key, text));
  return [...changed, ...gone];
}

function statusEntries({ olm, catalogs, subscriptions, clusterCatalogs, clusterExtensions }: ClusterStatus): Map<string, string> {
  const text = ({ state, detail }: { readonly state: string; readonly detail?: string }): string => (detail === undefined ? state : `${state}, ${detail}`);
  return new Map([
    ...(olm === undefined ? [] : [['OLM', text(olm)] as const]),
    ...catalogs.map((row) => [`CatalogSource ${row.namespace}/${row.name}`, text(row)] as const),
    ...subscriptions.map((row) => [`Subscription ${row.namespace}/${row.name}`, `${versionText(row.installed, row.wanted)} ${text(row)}`] as const),
    ...clusterCatalogs.map((row) => [`ClusterCatalog ${row.name}`, text(row)] as const),
    ...clusterExtensions.map((row) => [`ClusterExtension ${row.name}`, `${versionText(row.installed, row.wanted)} ${text(row)}`] as const),
  ]);
}
