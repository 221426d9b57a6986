import type { ClusterAccess } from '../../cluster/client/kubeconfig';
import { locateCluster } from '../../cluster/client/kubeconfig-source';
import { type JsonMap, stringField } from '../../formats/json/json-value';
import { print } from './pulumi-output';

/** Lines about clusters that this process printed. Pulumi starts a process for each preview, update, refresh or deletion. */
const printed = new Set<string>();

/**
 * Returns how to connect to the cluster that the inputs of a waiter select. If they have no kubeconfig, it prints once which cluster and context that
 * of kubectl selects, because nothing in the program says so.
 *
 * @throws ClientError if kubeconfig or context select no cluster
 */
export function selectedCluster(inputs: JsonMap): ClusterAccess {
  const found = locateCluster({ kubeconfig: stringField(inputs, 'kubeconfig'), context: stringField(inputs, 'context') }, process.env);
  const { access, source, context } = found;
  const line = `waiters use ${source}, because no kubeconfig is given: ${context === undefined ? '' : `context '${context}', `}server ${new URL(access.server).host}`;
  if (found.isAmbient && !printed.has(line)) {
    printed.add(line);
    print(line);
  }
  return access;
}

/** Prints which cluster inputs without a kubeconfig select, if that can be determined. A preview connects to no cluster, and yet should show it. */
export function announceCluster(inputs: JsonMap): void {
  try {
    selectedCluster(inputs);
  } catch {
    // The wait fails with the reason.
  }
}
