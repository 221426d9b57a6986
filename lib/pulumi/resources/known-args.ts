import * as pulumi from '@pulumi/pulumi';
import { checkKnownKeys, type KnownKeys } from '../../formats/json/known-keys';
import type {
  ClusterCatalogWaitArgs, ClusterExtensionOnDestroy, ClusterExtensionWaitArgs, OlmOnDestroy, OlmWaitArgs, OperatorOnDestroy, OperatorWaitArgs,
  PlainOnDestroy, PlainWaitArgs, RukpakBundleWaitArgs, RukpakOnDestroy, RukpakWaitArgs, WaitArgs, WaitTimeouts,
} from './wait-args';

const TIMEOUTS: KnownKeys<WaitTimeouts> = { total: true, phases: true, settling: true, terminalGrace: true, transientGrace: true };
const OPERATOR_ON_DESTROY: KnownKeys<OperatorOnDestroy> = {
  operands: true, deleteCrds: true, resetConversion: true, deleteDependencies: true, force: true,
};
const EXTENSION_ON_DESTROY: KnownKeys<ClusterExtensionOnDestroy> = { operands: true, force: true };
const RUKPAK_ON_DESTROY: KnownKeys<RukpakOnDestroy> = { operands: true, force: true };
const PLAIN_ON_DESTROY: KnownKeys<PlainOnDestroy> = { operands: true, deleteCrds: true, resetConversion: true, force: true };
const OLM_ON_DESTROY: KnownKeys<OlmOnDestroy> = { removeOperators: true, force: true };

/** Keys of `onDestroy`, by kind of removal. */
export const ON_DESTROY_ARGS = {
  operator: OPERATOR_ON_DESTROY, extension: EXTENSION_ON_DESTROY, plain: PLAIN_ON_DESTROY, rukpak: RUKPAK_ON_DESTROY, olm: OLM_ON_DESTROY,
} satisfies { readonly [of: string]: { readonly [key: string]: true } };

/** Keys of the arguments that all waiters take. */
export const WAITER_ARGS: KnownKeys<Omit<WaitArgs, 'skip'>> = { kubeconfig: true, context: true, timeouts: true, deleteUnreachable: true };

/** Keys of the argument `wait` of components. */
export const WAIT_ARGS: KnownKeys<WaitArgs> = { ...WAITER_ARGS, skip: true };
export const OLM_WAIT_ARGS: KnownKeys<OlmWaitArgs> = { ...WAIT_ARGS, onDestroy: true };
export const CLUSTER_CATALOG_WAIT_ARGS: KnownKeys<ClusterCatalogWaitArgs> = { ...WAIT_ARGS, force: true };
export const CLUSTER_EXTENSION_WAIT_ARGS: KnownKeys<ClusterExtensionWaitArgs> = { ...WAIT_ARGS, onDestroy: true };
export const RUKPAK_WAIT_ARGS: KnownKeys<RukpakWaitArgs> = { ...WAIT_ARGS, onDestroy: true };
export const RUKPAK_BUNDLE_WAIT_ARGS: KnownKeys<RukpakBundleWaitArgs> = { ...WAIT_ARGS, force: true };
export const PLAIN_WAIT_ARGS: KnownKeys<PlainWaitArgs> = { ...WAIT_ARGS, onDestroy: true };
export const OPERATOR_WAIT_ARGS: KnownKeys<OperatorWaitArgs> = {
  ...WAIT_ARGS, upgradePath: true, intermediateCsvs: true, dependencyCsvs: true, recover: true, onDestroy: true,
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

/** Kind of removal that `onDestroy` configures; `other` waiters have none. */
export type OnDestroyOf = keyof typeof ON_DESTROY_ARGS | 'other';

/** Checks `timeouts` and `onDestroy`, which waiters and the argument `wait` of components have in common. */
export function checkNestedArgs(what: string, { timeouts, onDestroy }: OperatorWaitArgs & OlmWaitArgs, of: OnDestroyOf): void {
  checkArgs(`timeouts in ${what}`, timeouts, TIMEOUTS);
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
