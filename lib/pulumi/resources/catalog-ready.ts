import type * as pulumi from '@pulumi/pulumi';
import { checkWaiterArgs } from './check-args';
import type { WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** Catalog that a `CatalogReady` waits for. */
export interface CatalogReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Namespace of the CatalogSource. A change replaces the resource. */
  readonly namespace: pulumi.Input<string>;

  /** Name of the CatalogSource. A change replaces the resource. */
  readonly name: pulumi.Input<string>;

  /**
   * Name of the Deployment that serves the catalog, in the same namespace.
   *
   * @default - none: OLM runs a pod, or something else serves it
   */
  readonly deployment?: pulumi.Input<string>;

  /**
   * Any string; a change starts a new wait.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;
}

/** Waits until a catalog is served and OLM is connected to it. */
export class CatalogReady extends WaiterResource {
  /**
   * @param name name of the resource
   * @param args the catalog
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: CatalogReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of CatalogReady '${name}'`, 'CatalogReadyArgs', args, new.target !== CatalogReady);
    super('CatalogReady', 'catalogReady', name, { ...args }, [], options);
  }
}
