import * as pulumi from '@pulumi/pulumi';
import { customTimeoutInputs } from './custom-timeouts';

/** Exports of `olm-constructs/pulumi/waiters`. */
export type WaiterName =
  'catalogReady' | 'clusterCatalogReady' | 'clusterExtensionReady' | 'olmDetection' | 'olmReady' | 'operatorAdoption' | 'operatorPlace' | 'operatorReady'
  | 'plainReady' | 'rukpakReady';

/**
 * Returns the input `__provider` of a kind of waiter, which Pulumi keeps in the state: the source of a module that its process for dynamic resources
 * loads.
 *
 * It only refers to an entry of this package, which that process resolves from the project's folder. So it is the same for all users and releases,
 * contains no part of the program, and the code that runs is always the installed one, even for `pulumi destroy`.
 */
export function providerCode(name: WaiterName): string {
  return `exports.handler = () => require("olm-constructs/pulumi/waiters").${name};\n`;
}

/**
 * A resource that waits until something in the cluster is ready.
 *
 * Subclasses only `declare` their outputs: class fields would overwrite what the base class has set.
 */
export abstract class WaiterResource extends pulumi.CustomResource {
  /** Differences that the last refresh found, or undefined or an empty list if there are none. */
  declare public readonly drift: pulumi.Output<string[] | undefined>;

  /** Uid of the Namespace kube-system, which identifies the cluster, or undefined if the account may not read it. */
  declare public readonly clusterUid: pulumi.Output<string | undefined>;

  /** Whether it became ready. False after a failed wait, which the next `up` continues. */
  declare public readonly ready: pulumi.Output<boolean>;

  /**
   * @param type last part of the type token, such as `OperatorReady`
   * @param waiter its provider
   * @param outputs names of the outputs that are not inputs
   *
   * @internal
   */
  protected constructor(
    type: string, waiter: WaiterName, name: string, inputs: WaiterInputs, outputs: readonly string[], options: pulumi.CustomResourceOptions,
  ) {
    const { kubeconfig, ...others } = inputs;
    const customTimeouts = customTimeoutInputs(`${type} '${name}'`, options.customTimeouts);
    super(`pulumi-nodejs:dynamic/olm-constructs:${type}`, name, {
      ...Object.fromEntries([...outputs, 'clusterUid', 'drift', 'ready'].map((output) => [output, undefined])),
      ...others,
      ...(customTimeouts === undefined ? {} : { customTimeouts }),
      ...(kubeconfig === undefined ? {} : { kubeconfig: pulumi.secret(kubeconfig) }),
      __provider: providerCode(waiter),
    }, pulumi.mergeOptions(options, { additionalSecretOutputs: ['kubeconfig'] }));
  }
}

/** Inputs of every kind of waiter. */
interface WaiterInputs {
  /** Kubeconfig, as its content or as the path of a file. A secret in the state. */
  readonly kubeconfig?: pulumi.Input<string> | undefined;

  /** Inputs of the kind. */
  readonly [input: string]: unknown;
}
