import { Lazy } from 'cdk8s';

/**
 * Returns a value that is produced at synthesis, in an app of any copy of cdk8s: the resolvers of an app know the `Lazy` of their own copy only, and
 * call the method `resolve` of any object.
 */
export function lateValue(produce: () => unknown): unknown {
  return Object.assign(Lazy.any({ produce }) as object, { resolve: produce });
}
