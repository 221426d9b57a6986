import { printableMessage } from '../../text/printable';

/** Exit codes of the program, as docs/reference/command-line.md lists them. */
export enum ExitCode {
  /** The command succeeded, and what it inspected is fine. */
  SUCCESS = 0,

  /** The command found something that is not fine: findings, differences, or an object that is unhealthy or failed. */
  FINDINGS = 1,

  /** The command line is invalid: nothing was done. */
  USAGE = 2,

  /** The inspected objects are neither ready nor failed yet. */
  PROGRESSING = 3,

  /** The command could not do its work: a file or the cluster cannot be read, access is denied, or something is not decided within its limits. */
  ERROR = 4,

  /** Interrupted by Ctrl-C (SIGINT). */
  INTERRUPTED = 130,

  /** The reader of the output closed the pipe before the command was done (SIGPIPE). */
  CLOSED_PIPE = 141,

  /** Ended by SIGTERM. */
  TERMINATED = 143,
}

/** Exit codes of a command with several inputs, from the best to the worst. */
const FROM_BEST: readonly ExitCode[] = [ExitCode.SUCCESS, ExitCode.PROGRESSING, ExitCode.FINDINGS, ExitCode.USAGE, ExitCode.ERROR];

/** Returns the exit code for several inputs: the worst one. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return codes.reduce((worst, code) => FROM_BEST.indexOf(code) > FROM_BEST.indexOf(worst) ? code : worst, ExitCode.SUCCESS);
}

/** Error of a command, printed as one message without a stack trace. */
export class CliError extends Error {
  public readonly exitCode: ExitCode;

  public constructor(message: string, exitCode: ExitCode = ExitCode.ERROR) {
    super(printableMessage(message));
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** Error in the command line itself: contradictory options, or an invalid value. */
export class UsageError extends CliError {
  public constructor(message: string) {
    super(message, ExitCode.USAGE);
    this.name = 'UsageError';
  }
}

/** Reason why the abort signal of a command fired: a signal of the operating system, or a closed pipe. */
export class Interruption extends CliError {
  public constructor(exitCode: ExitCode.INTERRUPTED | ExitCode.TERMINATED | ExitCode.CLOSED_PIPE) {
    super(exitCode === ExitCode.CLOSED_PIPE ? 'the output was closed' : 'interrupted', exitCode);
    this.name = 'Interruption';
  }
}
