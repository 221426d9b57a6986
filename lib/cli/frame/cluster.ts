import { clientFor } from '../../cluster/client/clients';
import { hasOverrides, type KubeconfigOverrides } from '../../cluster/client/kubeconfig-overrides';
import { findCluster } from '../../cluster/client/kubeconfig-source';
import { ClusterConnection } from '../../cluster/cluster-connection';
import { UsageError } from './cli-error';
import type { CommandContext } from './context';
import { flag, list, text, type Values } from './option';

const group = 'Cluster options:';
const hidden = { group, hidden: true };

/** Options of kubectl that replace values of the kubeconfig. The help mentions them in one line. */
export const kubectlOptions = {
  cluster: text('NAME', 'cluster in the kubeconfig', hidden),
  user: text('NAME', 'user in the kubeconfig', hidden),
  server: text('URL', 'address of the API server', { ...hidden, short: 's' }),
  token: text('TOKEN', 'bearer token', hidden),
  certificateAuthority: text('FILE', 'certificate authority of the API server', hidden),
  tlsServerName: text('NAME', 'name in the certificate of the API server', hidden),
  insecureSkipTlsVerify: flag('accept any certificate of the API server', hidden),
  as: text('USER', 'user to impersonate', hidden),
  asUid: text('UID', 'UID to impersonate', hidden),
  asGroup: list('GROUP', 'group to impersonate', hidden),
} as const;

/** Options of commands that connect to a cluster. */
export const clusterOptions = {
  kubeconfig: text('FILE', 'kubeconfig file; by default that of kubectl, or the cluster of this pod', { group }),
  context: text('NAME', 'context of the kubeconfig; --cluster, --user, --server, --token, --certificate-authority, --tls-server-name, --insecure-skip-tls-verify, --as, --as-uid '
    + 'and --as-group are those of kubectl', { group, completes: 'context' }),
  ...kubectlOptions,
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
type ConnectionOptions = Pick<Values<typeof clusterOptions>, 'kubeconfig' | 'context'> & Partial<Values<typeof allNamespacesOptions>>;

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
  const access = findCluster({ kubeconfig, context, overrides: overridesIn(options), option: '--kubeconfig' }, env);
  const connection = ClusterConnection.of(clientFor(access, env), namespace ?? access.namespace ?? 'default');
  return { connection, namespace: options.allNamespaces === true ? undefined : connection.namespace };
}

/** Returns the options that replace values of the kubeconfig. */
function overridesIn(options: ConnectionOptions): KubeconfigOverrides {
  return Object.fromEntries(Object.keys(kubectlOptions).map((key) => [key, options[key as keyof typeof kubectlOptions]]));
}

/** Whether options select a cluster, which contradicts the inspection of files. */
export function selectsCluster(options: ConnectionOptions): boolean {
  return options.kubeconfig !== undefined || options.context !== undefined || hasOverrides(overridesIn(options));
}
