import { nameOf, typeOf } from './urn';

/** Operation of the engine on a resource, named as in the real engine. */
export type Operation = 'same' | 'create' | 'update' | 'create-replacement' | 'delete-replaced' | 'delete' | 'refresh';

/** A performed or planned step. */
export interface Step {
  readonly operation: Operation;
  readonly type: string;
  readonly name: string;
}

export function step(operation: Operation, urn: string): Step {
  return { operation, type: typeOf(urn), name: nameOf(urn) };
}
