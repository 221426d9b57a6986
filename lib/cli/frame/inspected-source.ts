import type { ClusterConnection } from '../../cluster/cluster-connection';
import { ClusterDump, type InspectedCluster } from '../../cluster/inspected-cluster';
import { CliError, UsageError } from './cli-error';
import { allNamespacesOptions, connect, selectsCluster } from './cluster';
import type { CommandContext } from './context';
import { list, type Values } from './option';

/** Options of commands that inspect a cluster or a dump of one. */
export const sourceOptions = {
  ...allNamespacesOptions,
  from: list('PATH', 'dumped objects instead of a cluster: a file written with `kubectl get … -o yaml`, a folder or an archive of '
    + '`oc adm must-gather` or `oc adm inspect`, or - for the standard input; .gz, .tar.gz and .zip are read', { group: 'Cluster options:' }),
} as const;

/** Source that a command inspects. */
export interface InspectedSource {
  readonly cluster: InspectedCluster;

  /** The cluster, or undefined for a dump. */
  readonly connection?: ClusterConnection;

  /** Namespace to inspect, or undefined for all namespaces. */
  readonly namespace: string | undefined;

  /** Whether parts of a dump are malformed or cannot be read, so that they are missing in the result. */
  readonly isIncomplete: boolean;

  /** Time of the state, in milliseconds since 1970: now, or the time at which the dump was made. */
  readonly now: number;
}

/**
 * Opens the cluster or the dump that the options select.
 *
 * @throws InspectionError if a dump cannot be read, ClientError if there is no cluster, UsageError if options contradict each other
 */
export async function openSource(options: Values<typeof sourceOptions>, context: CommandContext): Promise<InspectedSource> {
  const { from, namespace, allNamespaces } = options;
  if (from.length === 0) {
    const { connection, namespace: found } = connect(options, context);
    return { cluster: connection, connection, namespace: found, isIncomplete: false, now: context.now() };
  }
  if (selectsCluster(options)) {
    throw new UsageError('--from reads files instead of a cluster; omit --kubeconfig and --context, and other options that select a cluster');
  }
  if (namespace !== undefined && allNamespaces) {
    throw new UsageError('--namespace and --all-namespaces contradict each other; set one of them');
  }
  const stdin = from.includes('-') ? await context.readStdin() : '';
  const dump = ClusterDump.read(from, stdin);
  [...dump.skipped, ...dump.malformed].forEach((message) => context.stderr.warn(`skipped ${message}`));
  dump.notes.forEach((note) => context.stderr.warn(note));
  return { cluster: dump, namespace, isIncomplete: dump.malformed.length > 0, now: dump.time ?? context.now() };
}

/**
 * Opens the cluster or the dump that the options select, for a result that would be wrong without all of its objects.
 *
 * @throws CliError if parts of a dump are malformed or cannot be read; what `openSource` throws
 */
export async function openCompleteSource(options: Values<typeof sourceOptions>, context: CommandContext): Promise<InspectedSource> {
  const opened = await openSource(options, context);
  if (opened.isIncomplete) {
    throw new CliError('parts of the dump are malformed or cannot be read, so what is installed is not known; correct them, or dump their kinds again');
  }
  return opened;
}
