import { BundleCrdChange } from '../../report/comparison-types';
import { BundleRbacGrant } from '../../report/rbac-rule';

/** What happens to an object. */
export enum TreeChangeKind {
  /** It is new. */
  ADDED = 'added',

  /** It has another content. */
  CHANGED = 'changed',

  /** It is gone. */
  REMOVED = 'removed',
}

/** An object of one cluster that differs between two trees. */
export interface TreeObjectChange {
  /** What happens to it. */
  readonly change: TreeChangeKind;

  /** API of the object. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Namespace of the object; empty if it has none. */
  readonly namespace: string;

  /** Name of the object. */
  readonly name: string;
}

/** An operator of one cluster whose version differs between two trees. */
export interface TreeOperatorChange {
  /** What asks for the operator, such as `Subscription hello/hello-operator`. */
  readonly request: string;

  /** Version, ClusterServiceVersion or channel before; empty if the operator is new. */
  readonly before: string;

  /** Version, ClusterServiceVersion or channel after; empty if the operator is gone. */
  readonly after: string;
}

/** What differs between two trees for one cluster. */
export interface TreeClusterDiff {
  /** Folder of the cluster, such as `prod-1`; empty for the root of the tree. */
  readonly cluster: string;

  /** Objects that differ. */
  readonly objects: TreeObjectChange[];

  /** Operators whose version differs. */
  readonly operators: TreeOperatorChange[];

  /** CustomResourceDefinitions that change, also those in bundles of a registry, with the verdicts of OLM v1. */
  readonly crds: BundleCrdChange[];

  /** Names of CustomResourceDefinitions that are gone. With them, all objects of their kinds are deleted, unless the tool keeps them. */
  readonly crdsRemoved: string[];

  /** Rights that some account gains. */
  readonly rightsGained: BundleRbacGrant[];

  /** Images that are new. */
  readonly imagesGained: string[];

  /** Images that are gone. */
  readonly imagesLost: string[];
}
