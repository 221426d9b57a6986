import type { JsonMap } from '../../bundle/json-value';
import { textField } from '../../bundle/json-value';
import type { ApiClient } from '../wait/client/api-client';
import { clientFor } from '../wait/client/clients';
import { findCluster } from '../wait/client/kubeconfig-source';
import { FollowedCluster } from '../wait/run/followed-cluster';

const followed = new WeakMap<ApiClient, FollowedCluster>();

/**
 * The cluster that the inputs of a waiter name; waiters of one cluster share what they follow.
 *
 * @throws ClientError when kubeconfig or context name none
 */
export function clusterOf(inputs: JsonMap): FollowedCluster {
  const access = findCluster({ kubeconfig: textField(inputs, 'kubeconfig'), context: textField(inputs, 'context') }, process.env);
  const client = clientFor(access, process.env);
  const cluster = followed.get(client) ?? new FollowedCluster(client, Math.random);
  followed.set(client, cluster);
  return cluster;
}
