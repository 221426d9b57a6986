import { IConstruct } from 'constructs';
import { isKubernetesRelease } from '../../formats/semver/kubernetes-version';
import { ConstructError } from './construct-error';

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

/** Constructs of several apps that are deployed to one cluster, while `inOneCluster` runs. */
let parts: readonly IConstruct[] = [];

/**
 * Runs a function for which constructs of several apps are in one cluster: each of them is compared with the objects of all. Pulumi deploys
 * components and charts of different apps to one cluster.
 *
 * @param constructs the constructs, none inside another
 */
export function inOneCluster<Result>(constructs: readonly IConstruct[], run: () => Result): Result {
  const outer = parts;
  parts = constructs;
  try {
    return run();
  } finally {
    parts = outer;
  }
}

/** Returns the construct that represents a cluster and all constructs in it, those nearer to the root first. */
export function constructsOf(cluster: IConstruct): IConstruct[] {
  const isPart = parts.some((part) => clusterOf(part) === cluster);
  const found = [cluster, ...(isPart ? parts.filter((part) => clusterOf(part) !== cluster) : [])];
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
 * Checks what a program says of the release of Kubernetes in its clusters.
 *
 * @throws ConstructError if that is not a release
 */
export function checkKubernetesVersion(scope: IConstruct, version: string | undefined): void {
  if (version !== undefined && !isKubernetesRelease(version)) {
    throw new ConstructError(scope, `kubernetesVersion must be a version such as '1.33' or '1.33.2', got '${version}'`);
  }
}
