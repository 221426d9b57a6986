/** Exit codes of the program, as docs/guides/command-line.md lists them. */
export enum ExitCode {
  /** The command succeeded, and what it inspected is fine. */
  SUCCESS = 0,

  /** The command found something that is not fine: findings, differences, or an object that is unhealthy or failed. */
  FINDINGS = 1,

  /** The command line is invalid: nothing was done. */
  USAGE = 2,

  /** The inspected objects are neither ready nor failed yet. */
  PROGRESSING = 3,

  /** The command could not do its work: a file or the cluster cannot be read, or access is denied. */
  ERROR = 4,

  /** Interrupted by Ctrl-C (SIGINT). */
  INTERRUPTED = 130,

  /** The reader of the output closed the pipe before the command was done (SIGPIPE). */
  CLOSED_PIPE = 141,

  /** Ended by SIGTERM. */
  TERMINATED = 143,
}
