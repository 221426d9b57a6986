import type * as pulumi from '@pulumi/pulumi';
import { checkWaiterArgs } from './check-args';
import type { WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** Subscription that an `OperatorAdoption` checks. */
export interface OperatorAdoptionArgs extends Omit<WaitArgs, 'skip'> {
  /** Namespace of the Subscription. */
  readonly namespace: pulumi.Input<string>;

  /** Name of the Subscription that will be written. */
  readonly subscription: pulumi.Input<string>;

  /**
   * Name of the OperatorGroup that will be written.
   *
   * @default - none is written
   */
  readonly operatorGroup?: pulumi.Input<string>;

  /** Package of the Subscription. */
  readonly package: pulumi.Input<string>;
}

/** Operator that existed before its Subscription was adopted. */
export interface AdoptedOperator {
  /** Namespace and name of the Subscription, such as `demo/plain`, if there was one. */
  readonly subscription?: string;

  /** Channel of the Subscription. */
  readonly channel?: string;

  /** Name of its installed CSV. */
  readonly csv?: string;
}

/**
 * Checks that a Subscription may be applied over existing objects. It is created before the Subscription, changes nothing, and fails if another
 * package, another Subscription to the package or another OperatorGroup is in the way.
 */
export class OperatorAdoption extends WaiterResource {
  /** Operator that existed before. */
  declare public readonly found: pulumi.Output<AdoptedOperator>;

  /**
   * @param name name of the resource
   * @param args the Subscription
   * @param options options of the resource; the Subscription must depend on it
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: OperatorAdoptionArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of OperatorAdoption '${name}'`, 'OperatorAdoptionArgs', args, new.target !== OperatorAdoption);
    super('OperatorAdoption', 'operatorAdoption', name, { ...args }, ['found', 'taken'], options);
  }
}
