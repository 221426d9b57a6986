import * as pulumi from '@pulumi/pulumi';
import { checkKnownKeys, type KnownKeys } from '../../formats/json/known-keys';
import { TIMEOUT_CHECKS } from '../provider/inputs';
import {
  CLUSTER_CATALOG_READY_INPUTS, CLUSTER_EXTENSION_READY_INPUTS, OLM_READY_INPUTS, OPERATOR_READY_INPUTS, PLAIN_READY_INPUTS, RUKPAK_READY_INPUTS,
  waitArgsOf,
} from '../provider/waiter-inputs';
import type {
  ClusterCatalogWaitArgs, ClusterExtensionOnDestroy, ClusterExtensionWaitArgs, OlmOnDestroy, OlmWaitArgs, OperatorOnDestroy, OperatorWaitArgs,
  PlainOnDestroy, PlainWaitArgs, RukpakBundleWaitArgs, RukpakOnDestroy, RukpakWaitArgs, WaitArgs, WaitTimeouts,
} from './wait-args';

/** Keys of the arguments that all waiters take. */
const WAITER_ARGS: KnownKeys<Omit<WaitArgs, 'skip'>> = { kubeconfig: true, context: true, timeouts: true, deleteUnreachable: true };

/** Keys of the argument `wait` of components. */
export const WAIT_ARGS: KnownKeys<WaitArgs> = { ...WAITER_ARGS, skip: true };
export const OLM_WAIT_ARGS: KnownKeys<OlmWaitArgs> = { ...WAIT_ARGS, ...waitArgsOf(OLM_READY_INPUTS) };
export const CLUSTER_CATALOG_WAIT_ARGS: KnownKeys<ClusterCatalogWaitArgs> = { ...WAIT_ARGS, ...waitArgsOf(CLUSTER_CATALOG_READY_INPUTS) };
export const CLUSTER_EXTENSION_WAIT_ARGS: KnownKeys<ClusterExtensionWaitArgs> = { ...WAIT_ARGS, ...waitArgsOf(CLUSTER_EXTENSION_READY_INPUTS) };
export const RUKPAK_WAIT_ARGS: KnownKeys<RukpakWaitArgs> = { ...WAIT_ARGS, ...waitArgsOf(RUKPAK_READY_INPUTS) };
/** For a Bundle, only `force` of `onDestroy` applies. */
export const RUKPAK_BUNDLE_WAIT_ARGS: KnownKeys<RukpakBundleWaitArgs> = { ...WAIT_ARGS, force: true };
export const PLAIN_WAIT_ARGS: KnownKeys<PlainWaitArgs> = { ...WAIT_ARGS, ...waitArgsOf(PLAIN_READY_INPUTS) };
export const OPERATOR_WAIT_ARGS: KnownKeys<OperatorWaitArgs> = {
  ...WAIT_ARGS, upgradePath: true, intermediateCsvs: true, dependencyCsvs: true, ...waitArgsOf(OPERATOR_READY_INPUTS),
};

/** Keys of `onDestroy`, by kind of removal. */
export const ON_DESTROY_ARGS: {
  readonly operator: KnownKeys<OperatorOnDestroy>;
  readonly extension: KnownKeys<ClusterExtensionOnDestroy>;
  readonly plain: KnownKeys<PlainOnDestroy>;
  readonly rukpak: KnownKeys<RukpakOnDestroy>;
  readonly olm: KnownKeys<OlmOnDestroy>;
} = {
  operator: OPERATOR_READY_INPUTS.onDestroy.check.keys,
  extension: CLUSTER_EXTENSION_READY_INPUTS.onDestroy.check.keys,
  plain: PLAIN_READY_INPUTS.onDestroy.check.keys,
  rukpak: RUKPAK_READY_INPUTS.onDestroy.check.keys,
  olm: OLM_READY_INPUTS.onDestroy.check.keys,
};

/**
 * Checks arguments that no compiler has checked.
 *
 * @param what name of the arguments, such as `args of OperatorRegistry 'hello'`
 * @throws Error if a key is unknown
 */
export function checkArgs<Args extends object>(what: string, args: Args | undefined, known: KnownKeys<Args>): void {
  if (typeof args === 'object' && !pulumi.Output.isInstance(args)) {
    checkKnownKeys(what, args, known);
  }
}

/**
 * Checks the arguments of a waiter.
 *
 * @param known keys of the arguments, besides those that all waiters take; a missing or extra key is a compile error
 * @throws Error if a key is unknown
 */
export function checkWaiterArgs<Args extends object, Known extends KnownKeys<Omit<Args, keyof WaitArgs>>>(
  what: string, args: Args, known: Known & { readonly [Key in Exclude<keyof Known, keyof Args>]: never },
): void {
  checkArgs<object>(what, args, { ...WAITER_ARGS, ...known });
}

/** Kind of removal that `onDestroy` configures; `other` waiters have none. */
export type OnDestroyOf = keyof typeof ON_DESTROY_ARGS | 'other';

/** Checks `timeouts` and `onDestroy`, which waiters and the argument `wait` of components have in common. */
export function checkNestedArgs(what: string, { timeouts, onDestroy }: OperatorWaitArgs & OlmWaitArgs, of: OnDestroyOf): void {
  checkArgs<WaitTimeouts>(`timeouts in ${what}`, timeouts, TIMEOUT_CHECKS.timeouts.keys);
  if (of !== 'other') {
    checkArgs<object>(`onDestroy in ${what}`, onDestroy, ON_DESTROY_ARGS[of]);
  }
}

/**
 * Checks the argument `wait` of a component.
 *
 * @param component the component, such as `OperatorRegistry 'hello'`
 * @throws Error if a key is unknown
 */
export function checkWaitArgs<Args extends WaitArgs>(
  component: string, wait: Args | false | undefined, known: KnownKeys<Args>, of: OnDestroyOf, argument = 'wait',
): void {
  if (wait !== false && wait !== undefined) {
    checkArgs(`${argument} of ${component}`, wait, known);
    checkNestedArgs(`${argument} of ${component}`, wait, of);
  }
}
