import * as pulumi from '@pulumi/pulumi';
import type { ClusterCatalogWaitArgs, ClusterExtensionOnDestroy, ClusterExtensionWaitArgs, OlmOnDestroy, OlmWaitArgs, OperatorOnDestroy, OperatorWaitArgs, WaitArgs, WaitTimeouts } from './wait-args';
import { unknownKey } from '../../json/known-keys';
import type { KnownKeys } from '../../json/known-keys';

const TIMEOUTS: KnownKeys<WaitTimeouts> = { total: true, phases: true, settling: true, terminalGrace: true, transientGrace: true };
const OPERATOR_ON_DESTROY: KnownKeys<OperatorOnDestroy> = {
  operands: true, deleteCrds: true, resetConversion: true, deleteDependencies: true, force: true,
};
const EXTENSION_ON_DESTROY: KnownKeys<ClusterExtensionOnDestroy> = { operands: true, force: true };
const OLM_ON_DESTROY: KnownKeys<OlmOnDestroy> = { removeOperators: true, force: true };

/** Keys of the arguments that all waiters take. */
export const WAITER_ARGS: KnownKeys<Omit<WaitArgs, 'skip'>> = { kubeconfig: true, context: true, timeouts: true, deleteUnreachable: true };

/** Keys of the argument `wait` of components. */
export const WAIT_ARGS: KnownKeys<WaitArgs> = { ...WAITER_ARGS, skip: true };
export const OLM_WAIT_ARGS: KnownKeys<OlmWaitArgs> = { ...WAIT_ARGS, onDestroy: true };
export const CLUSTER_CATALOG_WAIT_ARGS: KnownKeys<ClusterCatalogWaitArgs> = { ...WAIT_ARGS, force: true };
export const CLUSTER_EXTENSION_WAIT_ARGS: KnownKeys<ClusterExtensionWaitArgs> = { ...WAIT_ARGS, onDestroy: true };
export const OPERATOR_WAIT_ARGS: KnownKeys<OperatorWaitArgs> = {
  ...WAIT_ARGS, upgradePath: true, intermediateCsvs: true, dependencyCsvs: true, recover: true, onDestroy: true,
};

/**
 * Checks arguments that no compiler has checked.
 *
 * @param what what they are, such as `args of OperatorRegistry 'hello'`
 * @throws Error if a key is unknown
 */
export function checkArgs<Args extends object>(what: string, args: Args | undefined, known: KnownKeys<Args>): void {
  const problem = typeof args !== 'object' || pulumi.Output.isInstance(args) ? undefined : unknownKey(what, args, known);
  if (problem !== undefined) {
    throw new Error(problem);
  }
}

/** What `onDestroy` is for; `other` waiters have none. */
export type OnDestroyOf = 'operator' | 'extension' | 'olm' | 'other';

/** Checks `timeouts` and `onDestroy`, which waiters and the argument `wait` of components have in common. */
export function checkNestedArgs(what: string, { timeouts, onDestroy }: OperatorWaitArgs & OlmWaitArgs, of: OnDestroyOf): void {
  checkArgs(`timeouts in ${what}`, timeouts, TIMEOUTS);
  if (of === 'operator') {
    checkArgs<OperatorOnDestroy>(`onDestroy in ${what}`, onDestroy, OPERATOR_ON_DESTROY);
  } else if (of === 'extension') {
    checkArgs<ClusterExtensionOnDestroy>(`onDestroy in ${what}`, onDestroy, EXTENSION_ON_DESTROY);
  } else if (of === 'olm') {
    checkArgs<OlmOnDestroy>(`onDestroy in ${what}`, onDestroy, OLM_ON_DESTROY);
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
