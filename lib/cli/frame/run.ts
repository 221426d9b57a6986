import { CommanderError } from 'commander';
import { CliError, Interruption } from './cli-error';
import type { CommandEntry } from './command';
import type { CommandContext, ProcessContext } from './context';
import { ExitCode } from './exit-code';
import { programOf, type ProgramText } from './program';

/**
 * Runs the program. Prints an error as one message, and with `--debug` its stack trace.
 *
 * @param args arguments after the name of the program
 * @returns the exit code
 */
export async function run(args: readonly string[], context: ProcessContext, text: ProgramText, entries: readonly CommandEntry[]): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.SUCCESS;
  try {
    await programOf(text, entries, withDebug(args, context), (code) => exitCode = code).parseAsync(withHelpOption(args), { from: 'user' });
    return interruption(context)?.exitCode ?? exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has printed the help, the version or the error.
      return error.exitCode === 0 ? ExitCode.SUCCESS : ExitCode.USAGE;
    }
    const failure = interruption(context) ?? error;
    if (!(failure instanceof Interruption) || failure.exitCode !== ExitCode.CLOSED_PIPE) {
      printError(failure, args, context);
    }
    return failure instanceof CliError ? failure.exitCode : ExitCode.ERROR;
  }
}

/** Returns `help catalog render` as `catalog render --help`, since commander would otherwise print the help of a command that is not loaded. */
function withHelpOption(args: readonly string[]): string[] {
  return args[0] === 'help' ? [...args.slice(1), '--help'] : [...args];
}

function withDebug(args: readonly string[], context: ProcessContext): CommandContext {
  return { ...context, debug: (line) => isDebugging(args) ? context.stderr.line(line) : undefined };
}

function isDebugging(args: readonly string[]): boolean {
  return (args.includes('--') ? args.slice(0, args.indexOf('--')) : args).includes('--debug');
}

function interruption({ signal }: ProcessContext): Interruption | undefined {
  return signal.reason instanceof Interruption ? signal.reason : undefined;
}

/** Prints an error. For a bug in the program, asks the user to report it. */
function printError(error: unknown, args: readonly string[], { stderr }: ProcessContext): void {
  const message = error instanceof Error ? error.message : String(error);
  stderr.line(`${stderr.styled('red', 'error:')} ${message}`);
  if (isDebugging(args)) {
    stderr.line(error instanceof Error ? error.stack ?? '' : '');
  } else if (isProgramError(error)) {
    stderr.line('This is an error in olm-constructs. Please report it with the output of the same command with --debug.');
  }
}

function isProgramError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError;
}
