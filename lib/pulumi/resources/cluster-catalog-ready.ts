import type * as pulumi from '@pulumi/pulumi';
import { checkWaiterArgs } from './check-args';
import type { WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** ClusterCatalog that a `ClusterCatalogReady` waits for. */
export interface ClusterCatalogReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Name of the ClusterCatalog. A change replaces the resource. */
  readonly name: pulumi.Input<string>;

  /**
   * Any string; a change starts a new wait.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;

  /**
   * Whether deleting the resource deletes the ClusterCatalog, and explains what blocks its deletion.
   *
   * @default false - another resource deletes it, or nothing does
   */
  readonly remove?: pulumi.Input<boolean>;

  /**
   * Whether the finalizer of a ClusterCatalog that is stuck in deletion for more than a minute is removed. The files of catalogd are then left
   * behind.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** Waits until catalogd of OLM v1 serves a ClusterCatalog, or stops serving a disabled one. */
export class ClusterCatalogReady extends WaiterResource {
  /** Image that is served, with its digest, or undefined if the catalog is disabled. */
  declare public readonly resolvedImage: pulumi.Output<string | undefined>;

  /** URL of the content in the cluster, without `/api/v1/all`, or undefined if the catalog is disabled. */
  declare public readonly baseUrl: pulumi.Output<string | undefined>;

  /** Whether the catalog is disabled, so that OLM v1 resolves nothing from it. */
  declare public readonly disabled: pulumi.Output<boolean>;

  /**
   * @param name name of the resource
   * @param args the catalog
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: ClusterCatalogReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of ClusterCatalogReady '${name}'`, 'ClusterCatalogReadyArgs', args, new.target !== ClusterCatalogReady);
    super('ClusterCatalogReady', 'clusterCatalogReady', name, { ...args }, ['resolvedImage', 'baseUrl', 'disabled'], options);
  }
}
