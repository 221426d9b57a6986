import { versionText } from './status-tables';
import type { CommandContext } from '../frame/context';
import type { ClusterConnection } from '../../cluster/cluster-connection';
import type { StatusScope } from '../../cluster/status';
import { watchStatus } from '../../cluster/watch-status';
import type { ClusterStatus } from '../../cluster/inspection/status/cluster-status';

/** Clears a terminal and puts the cursor at its start. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Prints a status, and prints it again after each change, until the signal aborts: on a terminal as a table that is redrawn, elsewhere as a line for
 * each object that changed.
 *
 * @throws the abort reason of the signal
 */
export async function printStatusChanges(
  connection: ClusterConnection, scope: StatusScope, { stdout, signal, now }: CommandContext, table: (status: ClusterStatus) => readonly string[],
): Promise<never> {
  const before = new Map<string, string>();
  for await (const status of watchStatus(connection, { ...scope, signal, clock: now })) {
    if (stdout.isTTY) {
      stdout.write(`${CLEAR}${table(status).join('\n')}\n`);
    } else {
      changedLines(status, before).forEach((line) => stdout.line(line));
    }
  }
  throw signal.reason as Error;
}

/** Returns a line for each object that is new or has changed, and for each that was deleted. */
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
