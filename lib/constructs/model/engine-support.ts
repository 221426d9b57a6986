import { IConstruct } from 'constructs';
import { ConstructError } from './construct-error';

/** What only some engines can do, with the engines that can, as a program sets them. */
const SUPPORT = {
  /** Following a channel of the bundle's package. */
  channels: ['olmV0', 'olmV1'],

  /** Installing what the operator requires. */
  dependencies: ['olmV0', 'plain'],

  /** APIs that the operator serves through API aggregation. */
  apiServices: ['olmV0'],

  /** Webhooks of the operator. */
  webhooks: ['olmV0', 'olmV1', 'plain'],

  /** Operators that cannot watch all namespaces. */
  targetNamespaces: ['olmV0', 'olmV1', 'plain'],

  /** Operators from a catalog instead of a bundle. */
  catalogs: ['olmV0', 'olmV1'],
} as const;

/** Something that only some engines can do. */
export type EngineFeature = keyof typeof SUPPORT;

/** Returns the engines that can do something, as in `BundleEngine.olmV0() or BundleEngine.plain()`. */
export function enginesWith(feature: EngineFeature): string {
  const names = SUPPORT[feature].map(name => `BundleEngine.${name}()`);
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)!}`;
}

/**
 * Returns the error for something that an engine cannot do.
 *
 * @param problem what the program asks for, and why the engine refuses it
 * @param remedy what else helps, such as the prop to omit
 */
export function unsupported(scope: IConstruct, feature: EngineFeature, problem: string, remedy = ''): ConstructError {
  return new ConstructError(scope, `${problem}; ${remedy === '' ? '' : `${remedy}, or `}set 'engine' to ${enginesWith(feature)}`);
}
