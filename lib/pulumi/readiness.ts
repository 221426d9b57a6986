import type * as pulumi from '@pulumi/pulumi';
import type { IConstruct } from 'constructs';

/** What waits for a construct, or for the object that stands for it. */
const waiters = new WeakMap<IConstruct, pulumi.Resource>();

/** Says what is ready only when a waiter is: what depends on one of these constructs comes after it, in whichever component it is. */
export function readyWith(waiter: pulumi.Resource | undefined, ...constructs: readonly (IConstruct | undefined)[]): void {
  for (const construct of constructs) {
    if (waiter !== undefined && construct !== undefined) {
      waiters.set(construct, waiter);
    }
  }
}

/** What waits for a construct; undefined where nothing does. */
export function waiterOf(construct: IConstruct | undefined): pulumi.Resource | undefined {
  return construct === undefined ? undefined : waiters.get(construct);
}

/** The waiters of what an object, or a construct around it, depends on. */
export function waitersBefore(object: IConstruct): pulumi.Resource[] {
  const before = object.node.scopes.flatMap((scope) => scope.node.dependencies).flatMap((construct) => construct.node.findAll());
  return [...new Set(before.map((construct) => waiters.get(construct)))].filter((waiter) => waiter !== undefined);
}
