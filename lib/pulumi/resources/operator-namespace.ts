import type * as pulumi from '@pulumi/pulumi';
import { checkWaiterArgs } from './check-args';
import type { WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** Namespace and OperatorGroup of an `OperatorNamespace`, and which of them it removes. */
export interface OperatorNamespaceArgs extends Omit<WaitArgs, 'skip'> {
  /** Name of the Namespace. A change replaces the resource. */
  readonly namespace: pulumi.Input<string>;

  /**
   * Name of the OperatorGroup in it. After a change, the old OperatorGroup is removed as soon as the new one exists, because OLM ignores a namespace
   * with two.
   *
   * @default - none: only the Namespace is removed
   */
  readonly operatorGroup?: pulumi.Input<string>;

  /**
   * Whether to remove the OperatorGroup.
   *
   * @default false
   */
  readonly removeOperatorGroup?: pulumi.Input<boolean>;

  /**
   * Whether to remove the Namespace.
   *
   * @default false
   */
  readonly removeNamespace?: pulumi.Input<boolean>;

  /**
   * Names of CRDs whose objects keep the Namespace, besides those that OLM installed.
   *
   * @default - none
   */
  readonly crds?: readonly string[];

  /**
   * Whether finalizers are removed from objects stuck in deletion for more than a minute. Their cleanup is then skipped.
   *
   * @default false
   */
  readonly force?: pulumi.Input<boolean>;
}

/**
 * Removes the Namespace and the OperatorGroup of an operator when it is deleted, each only if nothing else uses it, and prints what is kept and why.
 * The two are separate resources with the option `retainOnDelete`.
 *
 * Resources that must be deleted first, such as the Subscription, must depend on this one. Its type in the state is `OperatorPlace`.
 */
export class OperatorNamespace extends WaiterResource {
  /**
   * Name of the Namespace, available once it exists with its OperatorGroup. Resources that depend on this output are deleted before the Namespace.
   */
  declare public readonly namespace: pulumi.Output<string>;

  /**
   * @param name name of the resource
   * @param args what to remove
   * @param options options of the resource; it must depend on the Namespace and the OperatorGroup
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: OperatorNamespaceArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of OperatorNamespace '${name}'`, 'OperatorNamespaceArgs', args, new.target !== OperatorNamespace);
    super('OperatorPlace', 'operatorPlace', name, { ...args }, [], options);
  }
}
