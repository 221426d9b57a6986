import type { KubernetesManifest } from '../kubernetes-manifest';

/** A release as a plan sees it. */
export interface PlannedRelease {
  /** Its number without a leading `v`. */
  readonly version: string;
  /** All its objects, in the order in which they are applied. */
  readonly objects: readonly KubernetesManifest[];
}

/** An object in both releases. */
export interface ObjectPair {
  readonly before: KubernetesManifest;
  readonly after: KubernetesManifest;
}
