/**
 * What a component does where an object that it is to make is in the cluster already:
 * - `fail`: it does not take it; the provider ends with an error
 * - `share`: it says its labels, annotations and fields of it beside what others say, and never deletes it
 * - `adopt`: it takes it over, against what others say, and treats it from then on as its own
 *
 * With the latter two it makes an object that is not there, too.
 */
export type ExistingObject = 'fail' | 'share' | 'adopt';

/** How a component has an object. */
export interface Custody {
  /** What it does where the object is there already. */
  readonly existing: ExistingObject;

  /** Whether the object stays when its resource goes, because something else sees to it. */
  readonly retained: boolean;

  /** Annotations that it gets beside those of its construct; none where they are left out. */
  readonly marks?: { readonly [annotation: string]: string };
}

/**
 * Checks what a user says, whom no compiler checked.
 *
 * @throws Error when it is none of these
 */
export function existingObject(value: unknown, place: string): ExistingObject {
  if (value !== 'fail' && value !== 'share' && value !== 'adopt') {
    throw new Error(`${place} has to be 'fail', 'share' or 'adopt'`);
  }
  return value;
}
