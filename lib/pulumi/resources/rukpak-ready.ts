import type * as pulumi from '@pulumi/pulumi';
import { checkWaiterArgs } from './check-args';
import type { OwnedApi } from './operator-ready';
import type { RukpakOnDestroy, WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** Object of RukPak that a `RukpakReady` waits for. */
export interface RukpakReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Kind of the object. A change replaces the resource. */
  readonly kind: pulumi.Input<'Bundle' | 'BundleDeployment' | 'BundleInstance'>;

  /** Name of the object. A change replaces the resource. */
  readonly name: pulumi.Input<string>;

  /**
   * API version of a BundleDeployment: `core.rukpak.io/v1alpha1` before RukPak 0.17.0, which is the only version of the other kinds.
   *
   * @default 'core.rukpak.io/v1alpha2'
   */
  readonly apiVersion?: pulumi.Input<string>;

  /**
   * Any string; a change starts a new wait.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;

  /**
   * How deletion handles what RukPak would delete together with the operator. For a Bundle, only `force` applies.
   *
   * @default - the removal stops if there are objects of the operator's APIs
   */
  readonly onDestroy?: RukpakOnDestroy;
}

/**
 * Waits until RukPak has installed the content of a BundleDeployment or BundleInstance, the content runs, and its APIs are served, or until it has
 * unpacked a Bundle. Deleting the resource removes the object with everything that RukPak created for it. RukPak is archived, and OLM v1 replaces it.
 */
export class RukpakReady extends WaiterResource {
  /** Namespace in the spec of the BundleDeployment, or undefined before RukPak 0.20.0. */
  declare public readonly installNamespace: pulumi.Output<string | undefined>;

  /** Name of the Bundle that is installed, or undefined since RukPak 0.17.0, which has no Bundles. */
  declare public readonly activeBundle: pulumi.Output<string | undefined>;

  /** Image with its digest, commit or URL that was unpacked, or undefined for ConfigMaps. */
  declare public readonly resolvedSource: pulumi.Output<string | undefined>;

  /** URL in the cluster at which the unpacked content can be read, or undefined before RukPak 0.4.0. */
  declare public readonly contentUrl: pulumi.Output<string | undefined>;

  /** APIs of the bundle, which are served, or undefined for a Bundle. */
  declare public readonly ownedApis: pulumi.Output<OwnedApi[] | undefined>;

  /** Deployments of the bundle, as `namespace/name`, or undefined for a Bundle. */
  declare public readonly deployments: pulumi.Output<string[] | undefined>;

  /** Seconds that the last wait spent in each phase. */
  declare public readonly phaseSeconds: pulumi.Output<{ [phase: string]: number }>;

  /**
   * @param name name of the resource
   * @param args the object
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: RukpakReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of RukpakReady '${name}'`, 'RukpakReadyArgs', args, new.target !== RukpakReady);
    super('RukpakReady', 'rukpakReady', name, { ...args }, [
      'installNamespace', 'activeBundle', 'resolvedSource', 'contentUrl', 'ownedApis', 'deployments', 'phaseSeconds', 'left',
    ], options);
  }
}
