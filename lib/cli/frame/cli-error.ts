import { ExitCode } from './exit-code';

/** Error of a command, printed as one message without a stack trace. */
export class CliError extends Error {
  public readonly exitCode: ExitCode;

  public constructor(message: string, exitCode: ExitCode = ExitCode.ERROR) {
    super(message);
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
