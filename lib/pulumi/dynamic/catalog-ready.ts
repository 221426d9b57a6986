import type * as pulumi from '@pulumi/pulumi';
import { WaiterResource } from './waiter-resource';
import type { WaitArgs } from './wait-args';

/** Which catalog a `CatalogReady` waits for. */
export interface CatalogReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** The namespace of the CatalogSource. Another one makes another resource. */
  readonly namespace: pulumi.Input<string>;

  /** The name of the CatalogSource. Another one makes another resource. */
  readonly name: pulumi.Input<string>;

  /**
   * The Deployment that serves the catalog, in the same namespace.
   *
   * @default - none: OLM runs a pod, or others serve it
   */
  readonly deployment?: pulumi.Input<string>;

  /**
   * Any text; a change of it is a reason to wait again.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;
}

/** A catalog that is served and that OLM reads. */
export class CatalogReady extends WaiterResource {
  /**
   * @param name the name of the resource
   * @param args which catalog
   * @param options of the resource; it has to depend on what it waits for
   */
  public constructor(name: string, args: CatalogReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    super('CatalogReady', 'catalogReady', name, { ...args }, [], options);
  }
}
