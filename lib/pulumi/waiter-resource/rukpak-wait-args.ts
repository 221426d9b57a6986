import type * as pulumi from '@pulumi/pulumi';
import type { WaitArgs } from './wait-args';

/** How a component waits until RukPak has installed a bundle. */
export interface RukpakWaitArgs extends WaitArgs {
  /**
   * How `pulumi destroy` handles what RukPak would delete together with the operator.
   *
   * @default - the removal stops if there are objects of the operator's APIs
   */
  readonly onDestroy?: RukpakOnDestroy;
}

/** How `pulumi destroy` handles what RukPak would delete together with an operator. */
export interface RukpakOnDestroy {
  /**
   * Objects of the operator's APIs: the CRDs are deleted with the BundleDeployment, and these objects with them. `abort` lists them and removes
   * nothing as long as there are any; `delete` deletes them while the operator still runs; `ignore` leaves them to the garbage collector, so that
   * those with finalizers may get stuck because the operator is deleted at the same time.
   *
   * @default 'abort'
   */
  readonly operands?: pulumi.Input<'abort' | 'ignore' | 'delete'>;

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/** How a component waits until RukPak has unpacked a Bundle. */
export interface RukpakBundleWaitArgs extends WaitArgs {
  /**
   * Whether `pulumi destroy` removes the finalizer of a Bundle that is stuck in deletion for more than a minute. The files of RukPak are then left
   * behind.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}
