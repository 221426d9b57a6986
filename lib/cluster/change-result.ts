import type { PartResult } from './operations/run/run-part';
import type { ResultState } from './operations/run/run-options';
import type { Action } from './waiting/view/action';
import type { Explanation } from './waiting/explain/explanation';

/** A change that a dry run would have made. */
export interface ForeseenChange {
  /** Type of the change, such as `approve` or `delete`. */
  readonly action: Action['type'];
  readonly kind: string;

  /** @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;

  /** Description of the change. */
  readonly reason: string;
}

/** Result of one wait or removal. */
export interface ChangeResult {
  /** Subject of the wait or removal, such as `operator demo/plain`. */
  readonly subject: string;
  readonly state: ResultState;

  /** Duration, in milliseconds. */
  readonly duration: number;

  /** Reason for the failure. @default - it did not fail */
  readonly explanation?: Explanation;

  /**
   * Reason of a result that is neither done nor failed: what a dry run would wait for, what was being waited for at the interruption, or why it was
   * skipped.
   *
   * @default - none of these
   */
  readonly reason?: string;

  /** Changes that a dry run would have made. @default - not a dry run */
  readonly foreseen?: readonly ForeseenChange[];
}

/**
 * Returns a result without the fields that are internal to the state machines.
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
