import { IConstruct } from 'constructs';

/**
 * Returns a scope in which constructs of any copy of the package constructs can be created: since 10.8, a node reads a private field of the node
 * around it, which nodes of earlier versions do not have.
 *
 * @see https://github.com/aws/constructs/blob/10.x/src/construct.ts `Node`
 */
export function anyCopy<Scope extends IConstruct>(scope: Scope): Scope {
  const { node } = scope;
  if (!('_scopes' in node)) {
    Object.defineProperty(node, '_scopes', { get: () => node.scopes });
  }
  return scope;
}
