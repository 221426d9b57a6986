import * as pulumi from '@pulumi/pulumi';

/** What `olm-constructs/pulumi/waiters` has. */
export type WaiterName = 'catalogReady' | 'olmReady' | 'operatorAdoption' | 'operatorPlace' | 'operatorReady';

/**
 * What stands as `__provider` in the state for a kind of waiter: the text of a module that Pulumi's process for dynamic resources loads.
 *
 * It only names a door of this package, which that process finds from the project's folder. So it is the same for everybody and in every
 * release, holds nothing of the program, and what runs is the code that is installed, for `pulumi destroy` too.
 */
export function providerText(name: WaiterName): string {
  return `exports.handler = () => require("olm-constructs/pulumi/waiters").${name};\n`;
}

/**
 * A resource that is there when something in the cluster is as it must be.
 *
 * Outputs are only declared, here and in its subclasses: as fields of the class they would take the place of what the base class has made.
 */
export abstract class WaiterResource extends pulumi.CustomResource {
  /** What a refresh found to be otherwise than it was left; undefined or empty when nothing. */
  declare public readonly drift: pulumi.Output<string[] | undefined>;

  /** The uid of the Namespace kube-system, which tells clusters apart; undefined where the account may not read it. */
  public readonly clusterUid!: pulumi.Output<string | undefined>;

  /** Whether it got ready; a wait that failed leaves it false, and the next `up` goes on. */
  declare public readonly ready: pulumi.Output<boolean>;

  /**
   * @param type what it is, as in `OperatorReady`
   * @param waiter who waits
   * @param outputs the names of the outputs that are no inputs
   */
  protected constructor(
    type: string, waiter: WaiterName, name: string, inputs: WaiterInputs, outputs: readonly string[], options: pulumi.CustomResourceOptions,
  ) {
    const { kubeconfig, ...others } = inputs;
    super(`pulumi-nodejs:dynamic/olm-constructs:${type}`, name, {
      ...Object.fromEntries([...outputs, 'clusterUid', 'drift', 'ready'].map((output) => [output, undefined])),
      ...others,
      ...(kubeconfig === undefined ? {} : { kubeconfig: pulumi.secret(kubeconfig) }),
      __provider: providerText(waiter),
    }, pulumi.mergeOptions(options, { additionalSecretOutputs: ['kubeconfig'] }));
  }
}

/** The inputs that every kind has. */
export interface WaiterInputs {
  /** A kubeconfig, as text or as the path of a file. It is a secret in the state. */
  readonly kubeconfig?: pulumi.Input<string> | undefined;

  /** Whatever else the kind has. */
  readonly [input: string]: unknown;
}
