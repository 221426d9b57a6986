/** A change in an upgrade that is accepted although it would otherwise be refused. */
export interface LockWaiver {
  /** Kind of the change: that of a change of a CRD, such as `field-removed`, `right-gained`, or `not-checked`. */
  readonly rule: string;

  /**
   * Subject of the change: a field of a CRD, such as `caches.example.com/v1/spec.size`, a right, such as `get secrets`, or a CSV that cannot be
   * checked. With `**` at the end, it matches everything with that prefix.
   */
  readonly field: string;

  /** Reason why it is accepted. */
  readonly reason: string;

  /**
   * Version whose installation the waiver accepts. Once the operator is locked to this version, the field is omitted, since it is the version of the
   * block.
   *
   * @default - the locked version, because the waiver was for the upgrade to it
   */
  readonly version?: string;
}
