import type { CommandContext } from '../frame/context';
import { connect, allNamespacesOptions } from '../frame/cluster';
import { UsageError } from '../frame/cli-error';
import { list } from '../frame/option';
import type { Values } from '../frame/option';
import { readDump } from '../../inspection/load';
import type { Dump } from '../../inspection/source/dump';
import { LiveCluster } from '../../inspection/source/live-cluster';
import type { ObjectSource } from '../../inspection/source/object-source';
import type { ApiClient } from '../../kubernetes/api-client';

/** Options of commands that look at a cluster or at a dump of one. */
export const sourceOptions = {
  ...allNamespacesOptions,
  from: list('PATH', 'dumped objects instead of a cluster: a file written with `kubectl get … -o yaml`, a folder of `oc adm must-gather` or '
    + '`oc adm inspect`, or - for the standard input', { group: 'Cluster options:' }),
} as const;

/** What a command looks at. */
export interface InspectedSource {
  readonly source: ObjectSource;

  /** Client of the cluster; undefined for a dump. */
  readonly client?: ApiClient;

  /** The dump; undefined for a cluster. */
  readonly dump?: Dump;

  /** Namespace to look at; undefined for all. */
  readonly namespace: string | undefined;

  /** Time of the state, in milliseconds since 1970: now, or when the dump was made. */
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
    const { client, namespace: found } = connect(options, context);
    return { source: new LiveCluster({ client, signal: context.signal }), client, namespace: found, now: context.now() };
  }
  if (options.kubeconfig !== undefined || options.context !== undefined) {
    throw new UsageError('--from reads files instead of a cluster; omit --kubeconfig and --context');
  }
  if (namespace !== undefined && allNamespaces) {
    throw new UsageError('--namespace and --all-namespaces contradict each other; set one of them');
  }
  const stdin = from.includes('-') ? (await context.readStdin()).toString('utf8') : '';
  const { dump, skipped } = readDump(from, stdin);
  skipped.forEach((message) => context.stderr.line(`${context.stderr.styled('yellow', 'warning:')} skipped ${message}`));
  return { source: dump, dump, namespace, now: dump.time ?? context.now() };
}
