import type * as pulumi from '@pulumi/pulumi';
import type { WaitArgs } from './wait-args';

/** How a component waits until an operator without OLM is ready. */
export interface PlainWaitArgs extends WaitArgs {
  /**
   * How `pulumi destroy` handles what the operator leaves behind.
   *
   * @default - the removal stops if there are objects of the operator's APIs; CRDs are kept
   */
  readonly onDestroy?: PlainOnDestroy;
}

/** How `pulumi destroy` handles what an operator without OLM leaves behind. */
export interface PlainOnDestroy {
  /**
   * Objects of the operator's APIs: `abort` lists them and removes nothing as long as there are any; `ignore` leaves them; `delete` deletes them
   * while the operator still runs. Objects that are part of the bundle are deleted in any case.
   *
   * @default 'abort'
   */
  readonly operands?: pulumi.Input<'abort' | 'ignore' | 'delete'>;

  /**
   * Whether to delete the CRDs that have no objects, or a list of the kinds whose CRDs to delete, by kind and group such as `Database.example.com`. A
   * kind that the operator does not own is an error.
   *
   * @default false
   */
  readonly deleteCrds?: pulumi.Input<boolean | readonly string[]>;

  /**
   * Whether to remove the conversion webhooks of CRDs that are kept, if their Service was deleted with the operator. The API server then returns
   * their objects in every version as they are stored, without conversion, and drops fields that the version does not have. Otherwise these webhooks
   * are reported.
   *
   * @default false
   */
  readonly resetConversion?: pulumi.Input<boolean>;

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}
