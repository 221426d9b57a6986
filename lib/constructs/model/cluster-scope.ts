import { IConstruct } from 'constructs';

/** Marks the constructs that represent a cluster, from all copies of this library. */
export const CLUSTER = Symbol.for('olm-constructs.Cluster');

/** Returns the construct that represents the cluster of a construct: a `Cluster`, or the whole app. */
export function clusterOf(construct: IConstruct): IConstruct {
  let scope = construct;
  while (!(CLUSTER in scope) && scope.node.scope !== undefined) {
    scope = scope.node.scope;
  }
  return scope;
}

/** Returns the construct that represents a cluster and all constructs in it, those nearer to the root first. */
export function constructsOf(cluster: IConstruct): IConstruct[] {
  const found = [cluster];
  for (const construct of found) {
    for (const child of construct.node.children) {
      if (!(CLUSTER in child)) {
        found.push(child);
      }
    }
  }
  return found;
}
