import { clientFor } from '../../cluster/client/clients';
import { findCluster } from '../../cluster/client/kubeconfig-source';
import { ClusterConnection } from '../../cluster/cluster-connection';
import { UsageError } from './cli-error';
import type { CommandContext } from './context';
import { flag, text, type Values } from './option';

const group = 'Cluster options:';

/** Options of commands that connect to a cluster. */
export const clusterOptions = {
  kubeconfig: text('FILE', 'kubeconfig file; by default that of kubectl, or the cluster of this pod', { group }),
  context: text('NAME', 'context of the kubeconfig', { group, completes: 'context' }),
} as const;

/** Options of commands that inspect the objects of a namespace. */
export const namespaceOptions = {
  ...clusterOptions,
  namespace: text('NAMESPACE', 'namespace of the objects; by default that of the context', { short: 'n', group, completes: 'namespace' }),
} as const;

/** Options of commands that inspect the objects of one or all namespaces. */
export const allNamespacesOptions = {
  ...namespaceOptions,
  allNamespaces: flag('the objects of all namespaces', { short: 'A', group }),
} as const;

/** Values of the options of a command that connects to a cluster. */
type ConnectionOptions = Values<typeof clusterOptions> & Partial<Values<typeof allNamespacesOptions>>;

/** A cluster, and the namespace to inspect in it. */
export interface SelectedCluster {
  readonly connection: ClusterConnection;

  /** Namespace of the objects, or undefined for all namespaces. */
  readonly namespace: string | undefined;
}

/**
 * Connects to the cluster that the options select.
 *
 * @throws UsageError if options contradict each other, ClientError if there is no cluster
 */
export function connect(options: ConnectionOptions, { env }: CommandContext): SelectedCluster {
  if (options.namespace !== undefined && options.allNamespaces === true) {
    throw new UsageError('--namespace and --all-namespaces contradict each other; set one of them');
  }
  const { kubeconfig, context, namespace } = options;
  const access = findCluster({ kubeconfig, context, option: '--kubeconfig' }, env);
  const connection = ClusterConnection.of(clientFor(access, env), namespace ?? access.namespace ?? 'default');
  return { connection, namespace: options.allNamespaces === true ? undefined : connection.namespace };
}
