import { printableMessage } from '../../text/printable';

/**
 * How a component handles an object that already exists:
 * - `fail`: leaves it alone; the provider reports an error
 * - `share`: adds its own labels, annotations and fields to those of others, and never deletes the object
 * - `adopt`: takes it over, overwriting the fields of others, and from then on treats it as its own
 *
 * `share` and `adopt` create the object if it does not exist.
 */
export type ExistingObjectPolicy = 'fail' | 'share' | 'adopt';

/** How a component owns an object. */
export interface OwnershipPolicy {
  /** What the component does if the object already exists. */
  readonly existing: ExistingObjectPolicy;

  /** Whether the object is kept when its resource is deleted, because a waiter removes it. */
  readonly retained: boolean;

  /** Whether a replacement with another name is created before the old object is deleted. @default - the old object is deleted first */
  readonly createBeforeDelete?: boolean;

  /** Annotations besides those of its construct. */
  readonly annotations?: { readonly [annotation: string]: string };
}

/**
 * Returns a policy after checking its value, which no compiler has checked.
 *
 * @param place where it was specified, for the error
 * @throws Error if it is not a policy
 */
export function checkExistingObjectPolicy(value: unknown, place: string): ExistingObjectPolicy {
  if (value !== 'fail' && value !== 'share' && value !== 'adopt') {
    throw new Error(printableMessage(`${place} must be 'fail', 'share' or 'adopt'`));
  }
  return value;
}
