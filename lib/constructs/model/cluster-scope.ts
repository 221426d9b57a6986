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

/** What the constructs in a `Cluster` read of it. The class comes after them in the import order. */
export interface ClusterFacts extends IConstruct {
  readonly kubernetesVersion?: string;
  /** Engine of the cluster, a `BundleEngine`. */
  readonly engine?: unknown;
}

/** Returns the `Cluster` that contains a construct, or undefined if the app is one cluster. */
export function clusterFactsOf(construct: IConstruct): ClusterFacts | undefined {
  const cluster = clusterOf(construct);
  return CLUSTER in cluster ? cluster : undefined;
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

/**
 * Whether a version of Kubernetes is earlier than another one. One without a patch number may be any patch release. False if one of them is missing
 * or not a version.
 */
export function isEarlierKubernetes(version: string | undefined, other: string | undefined): boolean {
  const [own, required] = [numbersOf(version), numbersOf(other)];
  if (own === undefined || required === undefined) {
    return false;
  }
  const difference = own.map((number, index) => number - required[index]!).find(number => number !== 0) ?? 0;
  return difference < 0;
}

/** Returns major, minor and patch of a version of Kubernetes. */
function numbersOf(version = ''): number[] | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}
