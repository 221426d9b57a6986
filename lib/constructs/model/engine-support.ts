import { IConstruct } from 'constructs';
import { ConstructError } from './construct-error';

/** Capabilities that only some engines have, with these engines as a program specifies them. */
const SUPPORT = {
  /** Following a channel of the bundle's package. */
  channels: ['OlmV0Engine', 'OlmV1Engine'],

  /** Installing what the operator requires. */
  dependencies: ['OlmV0Engine', 'PlainEngine'],

  /** APIs that the operator serves through API aggregation. */
  apiServices: ['OlmV0Engine'],

  /** Webhooks of the operator. */
  webhooks: ['OlmV0Engine', 'OlmV1Engine', 'PlainEngine'],

  /** Operators that cannot watch all namespaces. */
  targetNamespaces: ['OlmV0Engine', 'OlmV1Engine', 'PlainEngine'],

  /** Operators from a catalog instead of a bundle. */
  catalogs: ['OlmV0Engine', 'OlmV1Engine'],
} as const;

/** A capability that only some engines have. */
export type EngineFeature = keyof typeof SUPPORT;

/** Returns the engines with a capability, as in `new OlmV0Engine() or new PlainEngine()`. */
export function enginesWith(feature: EngineFeature): string {
  const names = SUPPORT[feature].map(name => `new ${name}()`);
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)!}`;
}

/**
 * Returns the error for a capability that an engine lacks.
 *
 * @param problem what the program requests, and why the engine refuses it
 * @param remedy what else helps, such as the prop to omit
 */
export function unsupported(scope: IConstruct, feature: EngineFeature, problem: string, remedy = ''): ConstructError {
  return new ConstructError(scope, `${problem}; ${remedy === '' ? '' : `${remedy}, or `}set 'engine' to ${enginesWith(feature)}`);
}
