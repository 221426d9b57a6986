/** What happens to a block of a lock file. */
export enum LockChangeKind {
  /** The block is new. */
  ADDED = 'added',

  /** Fields of the block changed. */
  CHANGED = 'changed',

  /** The block was removed. */
  REMOVED = 'removed',
}

/** A field of a lock file that differs. */
export interface LockFieldChange {
  /** Name of the field, such as `version`. */
  readonly field: string;

  /** Earlier value, or an empty string if there was none. */
  readonly before: string;

  /** Later value, or an empty string. */
  readonly after: string;
}

/** A block that differs between two lock files. */
export interface LockChange {
  /** What happens to the block. */
  readonly kind: LockChangeKind;

  /** The block, such as `operator demo/cache` or `catalog olm/operatorhub`. */
  readonly subject: string;

  /** The fields that differ, in the order of the file. For a new or removed operator, only version and channel. */
  readonly fields: LockFieldChange[];
}
