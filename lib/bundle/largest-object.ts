import type { Bundle } from './bundle';
import type { Manifest } from './manifest';
import { megabytes } from './megabytes';
import { BundleLimits } from './size';

/** An object of a bundle, with its bytes as compact JSON. */
export interface SizedObject {
  readonly manifest: Manifest;
  readonly bytes: number;
}

/** The largest object of a bundle: it must go into one request to etcd, whoever makes it. */
export function largestObject(manifests: readonly Manifest[]): SizedObject | undefined {
  return manifests
    .map((manifest) => ({ manifest, bytes: Buffer.byteLength(manifest.toJson()) }))
    .reduce<SizedObject | undefined>((largest, object) => (largest !== undefined && largest.bytes >= object.bytes ? largest : object), undefined);
}

/**
 * What no way of OLM v0 changes about a bundle, with the engine that can install it all the same; undefined where its objects are small
 * enough. OLM v1 makes no object of the ClusterServiceVersion.
 */
export function objectRefusal({ csv, manifests }: Bundle): string | undefined {
  const [other, own] = [largestObject(manifests.filter((manifest) => manifest !== csv.manifest)), largestObject([csv.manifest])!];
  const limit = BundleLimits.ETCD_REQUEST_BYTES;
  if (other !== undefined && other.bytes > limit) {
    return `no engine can install it, as its ${other.manifest.kind} "${other.manifest.name}" alone takes ${megabytes(other.bytes)}, and etcd takes `
      + `${megabytes(limit)} in one request; make that object smaller`;
  }
  return own.bytes <= limit ? undefined : `OLM v0 cannot install it in any way, as its CSV alone takes ${megabytes(own.bytes)}, and etcd takes `
    + `${megabytes(limit)} in one request; make the CSV smaller, or install the bundle with OLM v1 (a ClusterExtension), which makes no object of it`;
}
