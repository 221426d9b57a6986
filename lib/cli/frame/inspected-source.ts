import type { ClusterConnection } from '../../cluster/cluster-connection';
import { ClusterDump, type InspectedCluster } from '../../cluster/inspected-cluster';
import { UsageError } from './cli-error';
import { allNamespacesOptions, connect, selectsCluster } from './cluster';
import type { CommandContext } from './context';
import { list, type Values } from './option';

/** Options of commands that inspect a cluster or a dump of one. */
export const sourceOptions = {
  ...allNamespacesOptions,
  from: list('PATH', 'dumped objects instead of a cluster: a file written with `kubectl get … -o yaml`, a folder of `oc adm must-gather` or '
    + '`oc adm inspect`, or - for the standard input', { group: 'Cluster options:' }),
} as const;

/** Source that a command inspects. */
export interface InspectedSource {
  readonly cluster: InspectedCluster;

  /** The cluster, or undefined for a dump. */
  readonly connection?: ClusterConnection;

  /** Namespace to inspect, or undefined for all namespaces. */
  readonly namespace: string | undefined;

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
    return { cluster: connection, connection, namespace: found, now: context.now() };
  }
  if (selectsCluster(options)) {
    throw new UsageError('--from reads files instead of a cluster; omit --kubeconfig and --context, and other options that select a cluster');
  }
  if (namespace !== undefined && allNamespaces) {
    throw new UsageError('--namespace and --all-namespaces contradict each other; set one of them');
  }
  const stdin = from.includes('-') ? (await context.readStdin()).toString('utf8') : '';
  const dump = ClusterDump.read(from, stdin);
  dump.skipped.forEach((message) => context.stderr.warn(`skipped ${message}`));
  return { cluster: dump, namespace, now: dump.time ?? context.now() };
}
