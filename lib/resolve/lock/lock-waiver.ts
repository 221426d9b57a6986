/** A change of an upgrade that is accepted although it would be refused. */
export interface LockWaiver {
  /** Kind of the change: that of a change of a CRD, such as `field-removed`, or `right-gained`. */
  readonly rule: string;

  /** What changes: a field of a CRD, such as `caches.example.com/v1/spec.size`, or a right, such as `get secrets`. */
  readonly field: string;

  /** Why it is accepted. */
  readonly reason: string;
}
