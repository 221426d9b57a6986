import { BundleCrdChange } from '../../report/build-comparison';
import { BundleRbacGrant } from '../../report/rbac-rule';

/** Type of change to an object. */
export enum TreeChangeKind {
  /** The object is new. */
  ADDED = 'added',

  /** The content of the object changed. */
  CHANGED = 'changed',

  /** The object was removed. */
  REMOVED = 'removed',
}

/** An object of one cluster that differs between two trees. */
export interface TreeObjectChange {
  /** Type of change. */
  readonly change: TreeChangeKind;

  /** API of the object. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Namespace of the object, or an empty string if it has none. */
  readonly namespace: string;

  /** Name of the object. */
  readonly name: string;
}

/** An operator of one cluster whose version differs between two trees. */
export interface TreeOperatorChange {
  /** Object that requests the operator, such as `Subscription hello/hello-operator`. */
  readonly request: string;

  /** Version, ClusterServiceVersion or channel before, or an empty string if the operator is new. */
  readonly before: string;

  /** Version, ClusterServiceVersion or channel after, or an empty string if the operator was removed. */
  readonly after: string;
}

/** Differences between two trees for one cluster. */
export interface TreeClusterDiff {
  /** Folder of the cluster, such as `prod-1`, or an empty string for the root of the tree. */
  readonly cluster: string;

  /** Objects that differ. */
  readonly objects: TreeObjectChange[];

  /** Operators whose version differs. */
  readonly operators: TreeOperatorChange[];

  /** CustomResourceDefinitions that change, including those in bundles of a registry, with the verdicts of OLM v1. */
  readonly crds: BundleCrdChange[];

  /** Names of removed CustomResourceDefinitions. All objects of their kinds are deleted with them, unless the tool keeps them. */
  readonly crdsRemoved: string[];

  /** Rights that an account gains. */
  readonly rightsGained: BundleRbacGrant[];

  /** New images. */
  readonly imagesGained: string[];

  /** Removed images. */
  readonly imagesLost: string[];
}
