/** An image that something pulls. */
export interface ListedImage {
  /** Image reference, as written. */
  readonly image: string;

  /** Whether the reference has a digest, so that the image never changes. */
  readonly hasDigest: boolean;

  /** Bundles by name and objects as `Kind/name` that refer to it, sorted. */
  readonly usedBy: string[];
}
