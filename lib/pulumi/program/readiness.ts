import type * as pulumi from '@pulumi/pulumi';
import type { IConstruct } from 'constructs';
import { olmObjectsBefore } from '../../constructs/olm-of-cluster';

/** Waiters by the construct or object that they wait for. */
const waiters = new WeakMap<IConstruct, pulumi.Resource>();

/** Records that constructs are only ready when a waiter is. Everything that depends on one of them is created after the waiter, in any component. */
export function registerWaiter(waiter: pulumi.Resource, ...constructs: readonly (IConstruct | undefined)[]): void {
  constructs.filter((construct) => construct !== undefined).forEach((construct) => waiters.set(construct, waiter));
}

/** Returns the waiter of a construct, or undefined if it has none. */
export function waiterOf(construct: IConstruct | undefined): pulumi.Resource | undefined {
  return construct === undefined ? undefined : waiters.get(construct);
}

/** Returns the waiters of constructs and of the constructs inside them. */
export function waitersOf(constructs: readonly IConstruct[]): pulumi.Resource[] {
  const all = constructs.flatMap((construct) => construct.node.findAll());
  return [...new Set(all.map((construct) => waiters.get(construct)))].filter((waiter) => waiter !== undefined);
}

/** Returns everything that an object, or a construct around it, depends on. */
export function constructsBefore(object: IConstruct): IConstruct[] {
  return [...object.node.scopes.flatMap((scope) => scope.node.dependencies), ...olmObjectsBefore(object)];
}
