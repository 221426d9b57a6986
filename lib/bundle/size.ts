import type { Bundle } from './bundle';
import { gzip } from './files/write-archive';
import { installPlanBytes } from './install-plan-size';
import type { Manifest } from './model/manifest';

/** Size limits that apply when a bundle is installed in a cluster, in bytes. */
export class BundleLimits {
  /**
   * Maximum size of an etcd request, and so of one object: 1.5 MiB, etcd's default for `--max-request-bytes`.
   *
   * @see https://etcd.io/docs/latest/dev-guide/limit/
   */
  public static readonly ETCD_REQUEST_BYTES = 1_572_864;

  /**
   * Recommended maximum for an InstallPlan with a bundle's manifests: 64 KiB less than an etcd request. The rest is reserved for what is added to a
   * plan while it runs, such as conditions and messages of failed steps, and for Subscriptions that it creates for dependencies.
   *
   * Measured on OLM 0.46: a plan of 1.08 MB installs; one too large fails with `etcdserver: request is too large`, or, from 3 MiB on,
   * `Request entity too large`, and leaves an empty InstallPlan behind every few seconds.
   */
  public static readonly INSTALL_PLAN_BYTES = 1_507_328;

  /**
   * Maximum size of the data of one ConfigMap: 1 MiB.
   *
   * @see https://kubernetes.io/docs/concepts/configuration/configmap/
   */
  public static readonly CONFIG_MAP_BYTES = 1_048_576;

  /**
   * Maximum size of all annotations of one object, keys and values: 256 KiB. Client-side `kubectl apply` writes the whole object into one.
   *
   * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/
   */
  public static readonly ANNOTATIONS_BYTES = 262_144;

  /**
   * Maximum size of a bundle whose image OLM unpacks: the sum of its files, each as base64 of gzip, 1 MiB.
   *
   * @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/bundle.go
   */
  public static readonly UNPACKED_BUNDLE_BYTES = 1_048_576;

  private constructor() {}
}

/** Size of a bundle in the forms that have limits, in bytes. Each figure is computed when it is first requested. */
export class BundleSize {
  /** @internal */
  public static _of(bundle: Bundle): BundleSize {
    return new BundleSize(bundle);
  }

  readonly #bundle: Bundle;
  #compactJson: number | undefined;
  #installPlan: number | undefined;
  #gzipConfigMap: number | undefined;
  #unpackedImage: number | undefined;

  private constructor(bundle: Bundle) {
    this.#bundle = bundle;
  }

  /** Size of all manifests as compact JSON. */
  public get compactJson(): number {
    return this.#compactJson ??= this.#sum((json) => Buffer.byteLength(json));
  }

  /**
   * Size of the InstallPlan that OLM writes if the manifests are in the catalog; compare with `BundleLimits.INSTALL_PLAN_BYTES`. Names that are known
   * only in the cluster are counted at their maximum length.
   */
  public get installPlan(): number {
    return this.#installPlan ??= installPlanBytes(this.#bundle);
  }

  /** Size of all manifests together in a ConfigMap: base64 of gzip of their JSON lines. */
  public get gzipConfigMap(): number {
    return this.#gzipConfigMap ??= packedBytes(this.#bundle.manifests.map((manifest) => `${manifest.toJson()}\n`).join(''));
  }

  /**
   * Size of the ConfigMap into which OLM unpacks the bundle's image: each manifest separately as base64 of gzip; compare with
   * `BundleLimits.UNPACKED_BUNDLE_BYTES`. Calculated from compact JSON; indentation and comments of the files add a little.
   */
  public get unpackedImage(): number {
    return this.#unpackedImage ??= this.#sum(packedBytes);
  }

  #sum(bytesOf: (json: string) => number): number {
    return this.#bundle.manifests.reduce((sum, manifest) => sum + bytesOf(manifest.toJson()), 0);
  }
}

function packedBytes(content: string): number {
  return Math.ceil(gzip(Buffer.from(content)).length / 3) * 4;
}

/** Formats a number of bytes in megabytes. @internal */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}

/** An object of a bundle, with its size as compact JSON. @internal */
export interface SizedObject {
  /** Manifest of the object. */
  readonly manifest: Manifest;

  /** Size in bytes. */
  readonly bytes: number;
}

/** Returns the largest object of a bundle, which must fit into one etcd request. @internal */
export function largestObject(manifests: readonly Manifest[]): SizedObject | undefined {
  return manifests
    .map((manifest) => ({ manifest, bytes: Buffer.byteLength(manifest.toJson()) }))
    .reduce<SizedObject | undefined>((largest, object) => (largest !== undefined && largest.bytes >= object.bytes ? largest : object), undefined);
}

/**
 * Returns the reason why no engine of OLM v0 can install a bundle, and the engine that can, or undefined if its objects are small enough. OLM v1
 * creates no ClusterServiceVersion object.
 */
function objectRefusal({ csv, manifests }: Bundle): string | undefined {
  const [other, own] = [largestObject(manifests.filter((manifest) => manifest !== csv.manifest)), largestObject([csv.manifest])!];
  const limit = BundleLimits.ETCD_REQUEST_BYTES;
  if (other !== undefined && other.bytes > limit) {
    return `no engine can install it, because its ${other.manifest.kind} "${other.manifest.name}" alone takes ${megabytes(other.bytes)}, and etcd accepts at most `
      + `${megabytes(limit)} in one request; reduce the size of that object`;
  }
  return own.bytes <= limit ? undefined : `OLM v0 cannot install it at all, because its CSV alone takes ${megabytes(own.bytes)}, and etcd accepts at most `
    + `${megabytes(limit)} in one request; make the CSV smaller, or install the bundle with OLM v1 (a ClusterExtension), which creates no CSV object`;
}

/**
 * Returns the reason why OLM v0 cannot install a bundle from its image, with figures and remedies, or undefined if it can. OLM v0 unpacks the image
 * into one ConfigMap, which slimming a catalog does not change.
 *
 * @param bundle bundle in the image
 * @internal
 */
export function imageRefusal(bundle: Bundle): string | undefined {
  const refusal = objectRefusal(bundle) ?? unpackRefusal(bundle);
  return refusal === undefined ? undefined : `bundle "${bundle.name}" is too large for OLM v0 to install from its image: ${refusal}`;
}

function unpackRefusal(bundle: Bundle): string | undefined {
  const bytes = bundle.size.unpackedImage;
  return bytes <= BundleLimits.UNPACKED_BUNDLE_BYTES ? undefined
    : `it takes ${megabytes(bytes)} in the ConfigMap that OLM unpacks it into, which holds at most ${megabytes(BundleLimits.UNPACKED_BUNDLE_BYTES)}; shorten its CRDs' `
      + 'descriptions before building the image, or install it with OLM v1 (a ClusterExtension), which unpacks images on disk';
}

/** Remedy for a bundle that is too large for a catalog with its manifests. @internal */
export interface ImageRemedy {
  /** Whether OLM v0 can install the bundle from an image. */
  readonly isPossible: boolean;

  /** Description of the remedy: to use an image, or an alternative. */
  readonly remedy: string;
}

/** Returns the remedy for a bundle that is too large for a catalog with its manifests. @internal */
export function imageRemedy(bundle: Bundle): ImageRemedy {
  const tooLarge = objectRefusal(bundle);
  const unpacked = unpackRefusal(bundle);
  if (tooLarge === undefined && unpacked === undefined) {
    const remedy = 'push an image of the bundle, and list it in `images` of Catalog.fromBundles, or subscribe to a catalog that refers to it (CatalogRef)';
    return { isPossible: true, remedy };
  }
  return { isPossible: false, remedy: tooLarge ?? `from an image OLM v0 could not install it either: ${unpacked}` };
}
