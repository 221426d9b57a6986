import type { Bundle } from './bundle';
import { gzip } from './files/gzip';
import { installPlanBytes } from './install-plan-size';

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

/** Formats a number of bytes in megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}
