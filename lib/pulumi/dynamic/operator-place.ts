import type * as pulumi from '@pulumi/pulumi';
import { WaiterResource } from './waiter-resource';
import type { WaitArgs } from './wait-args';

/** Which place an `OperatorPlace` is, and what of it goes. */
export interface OperatorPlaceArgs extends Omit<WaitArgs, 'skip'> {
  /** The namespace. Another one makes another resource. */
  readonly namespace: pulumi.Input<string>;

  /**
   * The name of the OperatorGroup in it. When it changes, the one before goes as soon as the new one is there: with two, OLM does nothing.
   *
   * @default - none: only the Namespace is taken care of
   */
  readonly operatorGroup?: pulumi.Input<string>;

  /**
   * Whether the OperatorGroup goes.
   *
   * @default false
   */
  readonly removeOperatorGroup?: pulumi.Input<boolean>;

  /**
   * Whether the Namespace goes.
   *
   * @default false
   */
  readonly removeNamespace?: pulumi.Input<boolean>;

  /**
   * Whether finalizers are taken off what hangs for a minute. What they were for is then left undone.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/**
 * The place of an operator: a Namespace and an OperatorGroup that are resources of their own, with the option `retainOnDelete`. Deleting
 * it removes them, each as long as nobody else uses it, and tells what stays and why.
 *
 * What is to go first, such as the Subscription, has to depend on it.
 */
export class OperatorPlace extends WaiterResource {
  /** The namespace, once it is there with its OperatorGroup. What depends on it is gone before the Namespace goes. */
  public readonly namespace!: pulumi.Output<string>;

  /**
   * @param name the name of the resource
   * @param args which place
   * @param options of the resource; it has to depend on the Namespace and the OperatorGroup
   */
  public constructor(name: string, args: OperatorPlaceArgs, options: pulumi.CustomResourceOptions = {}) {
    super('OperatorPlace', 'operatorPlace', name, { ...args }, [], options);
  }
}
