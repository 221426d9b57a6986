/**
 * What a component does with an object that exists already:
 * - `fail`: leaves it alone; the provider reports an error
 * - `share`: adds its own labels, annotations and fields beside those of others, and never deletes the object
 * - `adopt`: takes it over, overwriting the fields of others, and from then on treats it as its own
 *
 * `share` and `adopt` create an object that does not exist.
 */
export type ExistingObjectPolicy = 'fail' | 'share' | 'adopt';

/** How a component owns an object. */
export interface OwnershipPolicy {
  /** What it does if the object exists already. */
  readonly existing: ExistingObjectPolicy;

  /** Whether the object stays when its resource is deleted, because a waiter removes it. */
  readonly retained: boolean;

  /** Whether a replacement with another name is created before the old object is deleted. @default - the old one first */
  readonly createBeforeDelete?: boolean;

  /** Annotations besides those of its construct. */
  readonly annotations?: { readonly [annotation: string]: string };
}

/**
 * Returns a policy that no compiler has checked.
 *
 * @param place where it was given, for the error
 * @throws Error if it is not a policy
 */
export function checkExistingObjectPolicy(value: unknown, place: string): ExistingObjectPolicy {
  if (value !== 'fail' && value !== 'share' && value !== 'adopt') {
    throw new Error(`${place} must be 'fail', 'share' or 'adopt'`);
  }
  return value;
}
