/** Runs work that must not be interrupted, and returns its result. */
export type Protection = <Result>(work: () => Result) => Result;

let protection: Protection = (work) => work();

/** Sets what protects changes of files from signals: the command line, whose process would otherwise end at Ctrl-C, with only some files written. */
export function protectOutput(protect: Protection): void {
  protection = protect;
}

/** Changes files as the program protects it. */
export function uninterrupted<Result>(change: () => Result): Result {
  return protection(change);
}
