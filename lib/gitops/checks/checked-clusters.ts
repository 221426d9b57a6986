import type { IConstruct } from 'constructs';
import { clusterOf } from '../../constructs/model/cluster-scope';
import { ConstructError } from '../../constructs/model/construct-error';
import { Cluster } from '../../constructs/cluster';

/**
 * Returns the clusters of an app, the app itself first: objects outside of clusters belong to it.
 *
 * @param what what is applied to the app, for the error message, such as `AppChecks`
 * @throws ConstructError when the scope is neither an app nor a `Cluster`, nor a construct that contains clusters
 */
export function clustersIn(scope: IConstruct, what: string): IConstruct[] {
  const clusters = scope.node.findAll().filter((construct) => Cluster.isCluster(construct));
  if (clusterOf(scope) === scope) {
    return [scope, ...clusters.filter((cluster) => cluster !== scope)];
  }
  if (clusters.length === 0) {
    throw new ConstructError(scope, `${what} compare all constructs of a cluster; pass the app or a Cluster instead of a construct in it`);
  }
  return clusters;
}
