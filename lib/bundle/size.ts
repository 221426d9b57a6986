import type { Bundle } from './bundle';
import { gzip } from './gzip';
import { installPlanBytes } from './install-plan-size';

/** How large things may be on the way from a bundle into a cluster, in bytes. */
export class BundleLimits {
  /**
   * A request to etcd, and so one object: 1.5 MiB, etcd's default for `--max-request-bytes`.
   *
   * @see https://etcd.io/docs/latest/dev-guide/limit/
   */
  public static readonly ETCD_REQUEST_BYTES = 1_572_864;

  /**
   * What an InstallPlan that carries a bundle's manifests should take at most: 64 KiB less than a request to etcd. The rest is for what
   * a plan gathers while it runs, such as conditions and messages of failed steps, and for Subscriptions it makes for dependencies.
   *
   * Measured on OLM 0.46: a plan of 1.08 MB installs; one too large fails with `etcdserver: request is too large`, or, from 3 MiB on,
   * `Request entity too large`, and leaves an empty InstallPlan behind every few seconds.
   */
  public static readonly INSTALL_PLAN_BYTES = 1_507_328;

  /**
   * The data of one ConfigMap: 1 MiB.
   *
   * @see https://kubernetes.io/docs/concepts/configuration/configmap/
   */
  public static readonly CONFIG_MAP_BYTES = 1_048_576;

  /**
   * All annotations of one object, keys and values: 256 KiB. `kubectl apply` on the client side writes the whole object into one.
   *
   * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/
   */
  public static readonly ANNOTATIONS_BYTES = 262_144;

  /**
   * A bundle whose image OLM unpacks: the sum of its files, each as base64 of gzip, 1 MiB.
   *
   * @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/bundle.go
   */
  public static readonly UNPACKED_BUNDLE_BYTES = 1_048_576;

  private constructor() {}
}

/** How large a bundle is in the forms that have limits, in bytes. Each figure is worked out when it is first asked for. */
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

  /** All manifests as JSON without spaces. */
  public get compactJson(): number {
    return this.#compactJson ??= this.#sum((json) => Buffer.byteLength(json));
  }

  /**
   * The InstallPlan that OLM writes when a catalog carries the manifests themselves; compare with `BundleLimits.INSTALL_PLAN_BYTES`.
   * Names that are only known in the cluster count with the longest they can be.
   */
  public get installPlan(): number {
    return this.#installPlan ??= installPlanBytes(this.#bundle);
  }

  /** All manifests as a ConfigMap would hold them together: base64 of gzip of their JSON lines. */
  public get gzipConfigMap(): number {
    return this.#gzipConfigMap ??= packedBytes(this.#bundle.manifests.map((manifest) => `${manifest.toJson()}\n`).join(''));
  }

  /**
   * The ConfigMap into which OLM unpacks the bundle's image: each manifest on its own as base64 of gzip; compare with
   * `BundleLimits.UNPACKED_BUNDLE_BYTES`. Counted on compact JSON; indentation and comments of the files add a little.
   */
  public get unpackedImage(): number {
    return this.#unpackedImage ??= this.#sum(packedBytes);
  }

  #sum(bytesOf: (json: string) => number): number {
    return this.#bundle.manifests.reduce((sum, manifest) => sum + bytesOf(manifest.toJson()), 0);
  }
}

function packedBytes(text: string): number {
  return Math.ceil(gzip(Buffer.from(text)).length / 3) * 4;
}
