import type { Bundle } from './bundle';
import type { Manifest } from './model/manifest';
import { BundleLimits, megabytes } from './size';

/** An object of a bundle, with its size as compact JSON. */
export interface SizedObject {
  /** Manifest of the object. */
  readonly manifest: Manifest;

  /** Size in bytes. */
  readonly bytes: number;
}

/** Returns the largest object of a bundle, which must fit into one etcd request. */
export function largestObject(manifests: readonly Manifest[]): SizedObject | undefined {
  return manifests
    .map((manifest) => ({ manifest, bytes: Buffer.byteLength(manifest.toJson()) }))
    .reduce<SizedObject | undefined>((largest, object) => (largest !== undefined && largest.bytes >= object.bytes ? largest : object), undefined);
}

/**
 * Returns the reason why no engine of OLM v0 can install a bundle, and the engine that can, or undefined if its objects are small enough. OLM v1
 * creates no ClusterServiceVersion object.
 */
export function objectRefusal({ csv, manifests }: Bundle): string | undefined {
  const [other, own] = [largestObject(manifests.filter((manifest) => manifest !== csv.manifest)), largestObject([csv.manifest])!];
  const limit = BundleLimits.ETCD_REQUEST_BYTES;
  if (other !== undefined && other.bytes > limit) {
    return `no engine can install it, because its ${other.manifest.kind} "${other.manifest.name}" alone takes ${megabytes(other.bytes)}, and etcd accepts at most `
      + `${megabytes(limit)} in one request; reduce the size of that object`;
  }
  return own.bytes <= limit ? undefined : `OLM v0 cannot install it at all, because its CSV alone takes ${megabytes(own.bytes)}, and etcd accepts at most `
    + `${megabytes(limit)} in one request; make the CSV smaller, or install the bundle with OLM v1 (a ClusterExtension), which creates no CSV object`;
}
