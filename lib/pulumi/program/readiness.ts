import type * as pulumi from '@pulumi/pulumi';
import type { IConstruct } from 'constructs';
import { olmObjectsBefore } from '../../constructs/olm-of-cluster';

/** Waiters by the construct, or the object, that they wait for. */
const waiters = new WeakMap<IConstruct, pulumi.Resource>();

/** Records that constructs are ready only when a waiter is: what depends on one of them comes after the waiter, in whichever component it is. */
export function registerWaiter(waiter: pulumi.Resource, ...constructs: readonly (IConstruct | undefined)[]): void {
  constructs.filter((construct) => construct !== undefined).forEach((construct) => waiters.set(construct, waiter));
}

/** Returns the waiter of a construct; undefined if it has none. */
export function waiterOf(construct: IConstruct | undefined): pulumi.Resource | undefined {
  return construct === undefined ? undefined : waiters.get(construct);
}

/** Returns the waiters of constructs, and of those in them. */
export function waitersOf(constructs: readonly IConstruct[]): pulumi.Resource[] {
  const all = constructs.flatMap((construct) => construct.node.findAll());
  return [...new Set(all.map((construct) => waiters.get(construct)))].filter((waiter) => waiter !== undefined);
}

/** Returns everything that an object, or a construct around it, depends on. */
export function constructsBefore(object: IConstruct): IConstruct[] {
  return [...object.node.scopes.flatMap((scope) => scope.node.dependencies), ...olmObjectsBefore(object)];
}
