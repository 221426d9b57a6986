import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';

/** A release to compare. */
export interface PlannedRelease {
  /** Version without a leading `v`. */
  readonly version: string;
  /** All objects, in the order in which they are applied. */
  readonly objects: readonly KubernetesManifest[];
}

/** An object in both releases. */
export interface ObjectPair {
  readonly before: KubernetesManifest;
  readonly after: KubernetesManifest;
}
