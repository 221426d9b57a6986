/** A change in an upgrade that is refused unless the lock has a waiver for it. */
export interface UpgradeFinding {
  /** Kind of the change: that of a change of a CRD, such as `field-removed`, `right-gained`, or `not-checked`. */
  readonly rule: string;

  /**
   * Subject of the change: a field of a CRD, such as `caches.example.com/v1/spec.size`, a right, such as `get secrets`, or a CSV that is not checked.
   */
  readonly field: string;

  /** CSV before the change: that of the earlier lock, or one on the way. */
  readonly before: string;

  /** CSV after the change: that of the later lock, or one on the way. */
  readonly after: string;

  /** The change in words, without rule and field. */
  readonly message: string;

  /**
   * Reason in the lock why the change is accepted.
   *
   * @default - it is not accepted
   */
  readonly reason?: string;
}
