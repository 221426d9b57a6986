import type * as pulumi from '@pulumi/pulumi';
import { WaiterResource } from './waiter-resource';
import type { WaitArgs } from './wait-args';

/** Which Subscription an `OperatorAdoption` looks at. */
export interface OperatorAdoptionArgs extends Omit<WaitArgs, 'skip'> {
  /** The namespace of the Subscription. */
  readonly namespace: pulumi.Input<string>;

  /** The name of the Subscription that is about to be written. */
  readonly subscription: pulumi.Input<string>;

  /**
   * The name of the OperatorGroup that is about to be written.
   *
   * @default - others make it
   */
  readonly operatorGroup?: pulumi.Input<string>;

  /** The package that it is to ask for. */
  readonly package: pulumi.Input<string>;
}

/** What was there when a Subscription was taken over. */
export interface AdoptedOperator {
  /** Namespace and name of the Subscription; undefined where there was none. */
  readonly subscription?: string;

  /** The channel that it followed. */
  readonly channel?: string;

  /** The CSV that it had installed. */
  readonly csv?: string;
}

/**
 * That a Subscription may be written over what is there. It comes before the Subscription, changes nothing, and fails where another package, another
 * Subscription to the package or another OperatorGroup is in the way.
 */
export class OperatorAdoption extends WaiterResource {
  /** What was there. */
  public readonly found!: pulumi.Output<AdoptedOperator>;

  /**
   * @param name the name of the resource
   * @param args which Subscription
   * @param options of the resource; what writes the Subscription has to depend on it
   */
  public constructor(name: string, args: OperatorAdoptionArgs, options: pulumi.CustomResourceOptions = {}) {
    super('OperatorAdoption', 'operatorAdoption', name, { ...args }, ['found', 'taken'], options);
  }
}
