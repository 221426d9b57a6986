/** A problem with a lock file. */
export interface LockProblem {
  /** Problem and remedy, without file and line. */
  readonly message: string;

  /**
   * Line, from 1.
   *
   * @default - the problem concerns the file as a whole
   */
  readonly line?: number;
}
