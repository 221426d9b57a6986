import type { ApiClient } from '../../cluster/client/api-client';
import { clientFor } from '../../cluster/client/clients';
import { WatchedCluster } from '../../cluster/waiting/run/watched-cluster';
import type { JsonMap } from '../../formats/json/json-value';
import { selectedCluster } from './selected-cluster';

const watched = new WeakMap<ApiClient, WatchedCluster>();

/**
 * Returns the cluster that the inputs of a waiter select. Waiters of one cluster share their lists and watches.
 *
 * @throws ClientError if kubeconfig or context select no cluster
 */
export function clusterOf(inputs: JsonMap): WatchedCluster {
  const client = clientFor(selectedCluster(inputs), process.env);
  const cluster = watched.get(client) ?? new WatchedCluster(client, Math.random);
  watched.set(client, cluster);
  return cluster;
}
