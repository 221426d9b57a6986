import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { CheckedCluster } from './checked-cluster';
import type { AppCheck } from '../findings/app-finding';

/** A problem that a check finds. */
export interface Problem {
  /** Constructs that the problem is about, with the one to change first. */
  readonly constructs: readonly IConstruct[];
  readonly message: string;
  /** Remedy, if it is more specific than that of the check. */
  readonly remedy?: string;
}

/** A check with its implementation. */
export interface CheckDefinition extends AppCheck {
  /** Returns the problems of a cluster. */
  readonly find: (view: CheckedCluster) => Problem[];
}

/** Returns the construct of the program that an object belongs to: the construct whose main object it is, or the object itself. */
export function ownerOf(object: ApiObject): IConstruct {
  const { scope } = object.node;
  return scope?.node.defaultChild === object ? scope : object;
}

/** Returns the paths of constructs for a message, such as `'a' and 'b'`. */
export function quotedPaths(constructs: readonly IConstruct[]): string {
  return constructs.map(({ node: { path } }) => `'${path}'`).join(' and ');
}
