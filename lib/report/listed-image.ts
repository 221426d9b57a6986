/** An image that something pulls. */
export interface ListedImage {
  /** Image reference, as written. */
  readonly image: string;

  /** Whether the reference has a digest, so that the image never changes. */
  readonly hasDigest: boolean;

  /** What refers to it: bundles by name, objects as `Kind/name`; sorted. */
  readonly usedBy: string[];
}
