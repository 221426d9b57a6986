import { nameOf, typeOf } from './urn';

/** What the engine does to a resource; the words are those of the real one. */
export type Operation = 'same' | 'create' | 'update' | 'create-replacement' | 'delete-replaced' | 'delete' | 'refresh';

/** Something that was done to a resource, or would be. */
export interface Step {
  readonly operation: Operation;
  readonly type: string;
  readonly name: string;
}

export function step(operation: Operation, urn: string): Step {
  return { operation, type: typeOf(urn), name: nameOf(urn) };
}
