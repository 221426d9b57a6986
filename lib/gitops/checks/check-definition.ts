import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { ClusterView } from './cluster-view';
import type { AppCheck } from '../findings/app-finding';

/** A problem that a check finds. */
export interface Problem {
  /** Constructs that it is about, the one to change first. */
  readonly constructs: readonly IConstruct[];
  readonly message: string;
  /** Remedy, if it is more exact than that of the check. */
  readonly remedy?: string;
}

/** A check with its implementation. */
export interface CheckDefinition extends AppCheck {
  /** Returns what is wrong in a cluster. */
  readonly find: (view: ClusterView) => Problem[];
}

/** Returns the construct of the program that an object belongs to: the one that it is the main object of, or the object. */
export function ownerOf(object: ApiObject): IConstruct {
  const { scope } = object.node;
  return scope?.node.defaultChild === object ? scope : object;
}

/** Returns the paths of constructs for a message, such as `'a' and 'b'`. */
export function quotedPaths(constructs: readonly IConstruct[]): string {
  return constructs.map(({ node: { path } }) => `'${path}'`).join(' and ');
}
