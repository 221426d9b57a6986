import type * as pulumi from '@pulumi/pulumi';
import { plainObjects } from '../provider/object-inputs';
import { checkWaiterArgs } from './check-args';
import type { OwnedApi } from './operator-ready';
import type { PlainOnDestroy, WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** Bundle of a `PlainReady`, for its outputs. */
export interface PlainBundleArgs {
  /** Name of the bundle. */
  readonly name: pulumi.Input<string>;

  /**
   * Version of the bundle.
   *
   * @default - unknown
   */
  readonly version?: pulumi.Input<string>;
}

/** Operator without OLM that a `PlainReady` waits for. */
export interface PlainReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Name of the operator, which is that of its package, for messages. */
  readonly name: pulumi.Input<string>;

  /** Namespace of the operator. */
  readonly namespace: pulumi.Input<string>;

  /**
   * Objects of the operator, such as `PlainManifests.objects`. Only `apiVersion`, `kind` and the name and namespace in `metadata` matter. The
   * resource waits for the CRDs, Deployments, Certificates of cert-manager and webhook configurations among them. Deleting the resource deletes all
   * of them, except Namespaces, which an `OperatorNamespace` removes, and CRDs, which are only deleted if `onDestroy` says so.
   */
  readonly objects: readonly { readonly [field: string]: unknown }[];

  /**
   * The installed bundle.
   *
   * @default - unknown
   */
  readonly bundle?: PlainBundleArgs;

  /**
   * Any string; a change starts a new wait.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;

  /**
   * How deletion handles what the operator leaves behind.
   *
   * @default - the removal stops if there are objects of the operator's APIs; CRDs are kept
   */
  readonly onDestroy?: PlainOnDestroy;
}

/**
 * Waits until an operator without OLM is ready: its CRDs are served, its certificates are issued, its Deployments are rolled out, and the API server
 * can call its webhooks. Deleting the resource removes the operator in an order that leaves nothing stuck.
 */
export class PlainReady extends WaiterResource {
  /** Name of the bundle that runs, if known. */
  declare public readonly bundleName: pulumi.Output<string | undefined>;

  /** Version that runs, if known. */
  declare public readonly installedVersion: pulumi.Output<string | undefined>;

  /** APIs that the operator owns, all of which are served. */
  declare public readonly ownedApis: pulumi.Output<OwnedApi[]>;

  /** Names of the operator's Deployments. */
  declare public readonly deployments: pulumi.Output<string[]>;

  /** Seconds that the last wait spent in each phase. */
  declare public readonly phaseSeconds: pulumi.Output<{ [phase: string]: number }>;

  /**
   * @param name name of the resource
   * @param args the operator
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: PlainReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of PlainReady '${name}'`, 'PlainReadyArgs', args, new.target !== PlainReady);
    super('PlainReady', 'plainReady', name, { ...args, objects: plainObjects(args.objects) }, [
      'bundleName', 'installedVersion', 'ownedApis', 'deployments', 'phaseSeconds',
    ], options);
  }
}
