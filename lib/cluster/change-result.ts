import type { PartResult } from '../operations/run/run-part';
import type { ResultState } from '../operations/run/run-options';
import type { Action } from '../waiting/cluster/action';
import type { Explanation } from '../waiting/explain/explanation';

/** A change that a dry run would have made. */
export interface ForeseenChange {
  /** Type of the change, such as `approve` or `delete`. */
  readonly action: Action['type'];
  readonly kind: string;

  /** @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;

  /** What the change does, in words. */
  readonly reason: string;
}

/** Result of one wait or removal. */
export interface ChangeResult {
  /** What it was for, such as `operator demo/plain`. */
  readonly subject: string;
  readonly state: ResultState;

  /** How long it took, in milliseconds. */
  readonly duration: number;

  /** Why it failed. @default - it did not */
  readonly explanation?: Explanation;

  /** What it would wait for after a dry run, what it was waiting for when it was interrupted, or why it was skipped. @default - none of these */
  readonly reason?: string;

  /** What a dry run would have done. @default - it was no dry run */
  readonly foreseen?: readonly ForeseenChange[];
}

/**
 * Returns a result without what only the state machines know.
 *
 * @internal
 */
export function changeResult({ subject, state, duration, explanation, reason, foreseen }: PartResult<unknown>): ChangeResult {
  return {
    subject, state, duration, ...(explanation === undefined ? {} : { explanation }), ...(reason === undefined ? {} : { reason }),
    ...(foreseen === undefined ? {} : { foreseen: foreseen.map(foreseenChange) }),
  };
}

function foreseenChange({ type, target: { resource, namespace, name }, description }: Action): ForeseenChange {
  return { action: type, kind: resource.kind, ...(namespace === undefined ? {} : { namespace }), name, reason: description };
}
