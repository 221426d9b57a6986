import * as pulumi from '@pulumi/pulumi';
import { defined } from '../../formats/json/defined';
import { isLate } from '../../formats/options/found-value';
import { printableMessage } from '../../text/printable';
import { type ClusterInput, clusterInput, clusterInputProblem } from '../provider/cluster-inputs';
import { type ClusterArgs, inClusterOf, providerOfOptions, withoutKubernetesProvider } from './default-provider';
import { checkName } from './check-args';
import { waiterType } from './waiter-types';

/** Operations of waiters with a timeout; a refresh does not wait. */
const TIMEOUT_OPERATIONS = ['create', 'update', 'delete'] as const;

/** Seconds per unit of a Go duration. */
const DURATION_UNITS: { readonly [unit: string]: number } = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/**
 * Returns Pulumi's `customTimeouts` as an input of a waiter, in seconds: Pulumi does not pass the option to dynamic providers. As for other
 * resources, zero means that no timeout is set.
 *
 * @param resource the resource, for the error
 * @returns undefined if no operation has a timeout
 * @throws Error if one is not a Go duration
 */
export function customTimeoutInputs(
  resource: string, customTimeouts: pulumi.CustomTimeouts | undefined,
): { readonly [operation: string]: number } | undefined {
  const found = TIMEOUT_OPERATIONS.flatMap((operation) => {
    const value = customTimeouts?.[operation];
    const seconds = value === undefined ? 0 : parseGoDuration(value);
    if (seconds === undefined) {
      throw new Error(printableMessage(`${resource}: customTimeouts.${operation} must be a duration such as '10m30s', got '${value ?? ''}'`));
    }
    return seconds === 0 ? [] : [[operation, seconds] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * Returns a Go duration in seconds, or undefined if it is malformed or negative.
 *
 * @see https://pkg.go.dev/time#ParseDuration
 */
export function parseGoDuration(duration: string): number | undefined {
  if (/^\+?0$/.test(duration)) {
    return 0;
  }
  if (!/^\+?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(duration)) {
    return undefined;
  }
  return [...duration.matchAll(/(?<![\d.])([\d.]+)([a-zµμ]+)/g)].reduce((sum, [, number, unit]) => sum + Number(number) * DURATION_UNITS[unit!]!, 0);
}

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
export function providerCode(name: WaiterName | 'imagePush'): string {
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
    checkName(type, name);
    const what = `${type} '${name}'`;
    const { kubeconfig, context, ...others } = inClusterOf(what, undefined, inputs, providerOfOptions(options));
    const { token, aliases, isDynamic } = waiterType(type);
    const customTimeouts = customTimeoutInputs(what, options.customTimeouts);
    super(token, name, {
      ...Object.fromEntries([...outputs, 'clusterUid', 'drift', 'ready'].map((output) => [output, undefined])),
      ...others,
      ...(isDynamic ? defined({ customTimeouts }) : {}),
      ...(kubeconfig === undefined ? {} : { kubeconfig: pulumi.secret(storedInput(what, 'kubeconfig', kubeconfig)) }),
      ...(context === undefined ? {} : { context: storedInput(what, 'context', context) }),
      ...(isDynamic ? { __provider: providerCode(waiter) } : {}),
    }, pulumi.mergeOptions(withoutKubernetesProvider(options), { additionalSecretOutputs: ['kubeconfig'], aliases: [...aliases] }));
  }
}

/**
 * Returns an input that selects the cluster as the provider takes it, which also checks the value of an output.
 *
 * @throws Error if it is a plain value that selects no cluster
 */
function storedInput(what: string, input: ClusterInput, value: unknown): pulumi.Output<unknown> {
  const problem = isLate(value) ? undefined : clusterInputProblem(input, clusterInput(value));
  if (problem !== undefined) {
    throw new Error(printableMessage(`${what}: ${problem}`));
  }
  return (pulumi.output(value) as pulumi.Output<unknown>).apply(clusterInput);
}

/** Inputs of every kind of waiter. */
interface WaiterInputs extends ClusterArgs {
  /** Inputs of the kind. */
  readonly [input: string]: unknown;
}
