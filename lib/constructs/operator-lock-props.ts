/** Properties of an `OperatorLock`. */
export interface OperatorLockProps {
  /**
   * Path of the lock file, from the folder in which the app runs.
   *
   * @default olm.lock.yaml
   */
  readonly path?: string;
}

/** Options of `OperatorLock.resolve`. */
export interface OperatorLockOptions {
  /**
   * Packages whose versions are chosen again; the others stay at the locked version.
   *
   * @default - none
   */
  readonly update?: string[];

  /**
   * Whether the versions of all packages are chosen again.
   *
   * @default false
   */
  readonly updateAll?: boolean;
}
