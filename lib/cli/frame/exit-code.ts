/** Exit codes of the program, as docs/guides/command-line.md lists them. */
export enum ExitCode {
  /** The command did what it was asked to do; what it looked at is fine. */
  SUCCESS = 0,

  /** What the command looked at is not fine: findings, differences, or an object that is unhealthy or failed. */
  FINDINGS = 1,

  /** The command line is wrong: nothing was done. */
  USAGE = 2,

  /** What the command looked at is neither ready nor failed yet. */
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
