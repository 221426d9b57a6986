import { CommanderError, Command as Program, Option as ProgramOption } from 'commander';
import { isError, thrownMessage } from '../../text/printable';
import { systemCode, unreadableReason } from '../../text/system-error';
import { CliError, ExitCode, Interruption, UsageError } from './cli-error';
import { type Command, type CommandEntry, flagName, usageOfOperand } from './command';
import { allNamespacesOptions } from './cluster';
import { commandFirst } from './command-first';
import { inCommandLineTerms } from './command-line-terms';
import type { CommandContext, ProcessContext } from './context';
import { describedOption, flag, type Option, type Options, text, usageOf } from './option';

/** Options of every command. */
export const COMMON_OPTIONS = {
  debug: flag('print the stack trace of an error'),
  quiet: flag('print no progress', { short: 'q' }),
};

/** Returns the options that may also be before the name of a command. */
const globalOptions = (): Options => ({
  ...allNamespacesOptions, ...COMMON_OPTIONS, output: text('FORMAT', 'format of the output', { short: 'o' }),
});

/**
 * Runs the program. Prints an error as one message, and with `--debug` its stack trace.
 *
 * @param args arguments after the name of the program
 * @returns the exit code
 */
export async function run(
  args: readonly string[], context: ProcessContext, program: ProgramText, entries: readonly CommandEntry[],
): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.SUCCESS;
  try {
    await programOf(program, entries, commandContext(args, context), (code) => exitCode = code).parseAsync(arranged(args, entries), { from: 'user' });
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

/**
 * Returns the command line with its command first. `help catalog render` becomes `catalog render --help`, since commander would otherwise print the
 * help of a command that is not loaded, and `--version` becomes `version`.
 */
function arranged(args: readonly string[], entries: readonly CommandEntry[]): string[] {
  const [first, ...others] = args;
  const hasVersion = entries.some(({ name }) => name === 'version');
  return first === 'help' ? [...others, '--help']
    : first === '--version' && hasVersion ? ['version', ...others] : [...commandFirst(args, entries, globalOptions())];
}

function commandContext(args: readonly string[], context: ProcessContext): CommandContext {
  return {
    ...context, debug: (text) => isDebugging(args) ? context.stderr.write(`${text}\n`) : undefined, isQuiet: false,
    showsProgress: context.stderr.isTTY && (context.env['CI'] ?? '') === '',
  };
}

function isDebugging(args: readonly string[]): boolean {
  return (args.includes('--') ? args.slice(0, args.indexOf('--')) : args).includes('--debug');
}

function interruption({ signal }: ProcessContext): Interruption | undefined {
  return signal.reason instanceof Interruption ? signal.reason : undefined;
}

/** Prints an error. For a bug in the program, asks the user to report it. */
function printError(error: unknown, args: readonly string[], { stderr }: ProcessContext): void {
  stderr.error(systemMessage(error) ?? inCommandLineTerms(thrownMessage(error)));
  if (isDebugging(args)) {
    stderr.write(`${error instanceof Error ? error.stack ?? '' : ''}\n`);
  } else if (isProgramError(error)) {
    stderr.line('This is an error in olm-constructs. Please report it with the output of the same command with --debug.');
  }
}

/** Returns the message for a system error about a path, which no command expected. */
function systemMessage(error: unknown): string | undefined {
  const [reason, { path }] = [unreadableReason(error), error as NodeJS.ErrnoException];
  return systemCode(error) === 'ENUL' ? `a path ${reason}` : reason === undefined || path === undefined ? undefined : `${path}: ${reason}`;
}

function isProgramError(error: unknown): boolean {
  // By name: in a test of jest, the errors of Node.js are of other classes.
  return isError(error) && systemCode(error) === undefined && ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'].includes(error.name);
}

/** Texts that the program prints about itself. */
export interface ProgramText {
  readonly name: string;
  readonly description: string;
  readonly version: string;

  /** Summaries of the command groups, by the first word of their commands. */
  readonly groups: { readonly [name: string]: string };
}

/**
 * Returns the parser of the command line. The module of a command is loaded when its name is on the command line.
 *
 * @param finished receives the exit code of the command
 */
export function programOf(
  about: ProgramText, entries: readonly CommandEntry[], context: CommandContext, finished: (exitCode: ExitCode) => void,
): Program {
  const program = configured(new Program(about.name), context).description(about.description)
    .version(about.version, '--version', 'print the versions of this program, of Node.js and of OLM')
    // A command may have the option --version, too.
    .enablePositionalOptions()
    .usage('COMMAND [options]').addHelpText('after', commandHelp(about.name));
  const loaded = new Map<Program, () => void>();
  const groups = new Map<string, Program>();
  for (const entry of entries) {
    const [first = '', second] = entry.name.split(' ');
    if (second !== undefined && !groups.has(first)) {
      groups.set(first, groupOf(program.command(first), about, context).helpGroup(entry.heading));
    }
    const parent = second === undefined ? program : groups.get(first)!;
    const added = configured(parent.command(second ?? first, { hidden: entry.hidden === true }), context).summary(entry.summary).helpGroup(second === undefined ? entry.heading : 'Commands:');
    loaded.set(added, () => addCommand(added, entry.load(), context, finished));
  }
  for (const parent of [program, ...groups.values()]) {
    parent.hook('preSubcommand', (_, chosen) => loaded.get(chosen)?.());
  }
  return program;
}

/** Returns the parser of commands whose names begin with the same word. */
function groupOf(group: Program, { name, groups }: ProgramText, context: CommandContext): Program {
  const summary = groups[group.name()] ?? '';
  return configured(group, context).summary(summary).description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .usage('COMMAND [options]').addHelpText('after', commandHelp(`${name} ${group.name()}`));
}

function commandHelp(name: string): string {
  return `\n${name} COMMAND --help prints the options and examples of a command.`;
}

/** Applies the settings that all commands have in common. */
function configured(program: Program, { stdout, stderr }: CommandContext): Program {
  return program
    .exitOverride()
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ styleTitle: (title) => stdout.styled('bold', title), subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: (content) => stdout.write(content),
      writeErr: (content) => stderr.write(content),
      outputError: (message, write) => write(`${withRemedy(message.trimEnd())}\nsee \`${commandPath(program)} --help\`\n`),
      getOutHelpWidth: () => stdout.proseWidth,
      getErrHelpWidth: () => stderr.proseWidth,
      getOutHasColors: () => stdout.hasColors,
      getErrHasColors: () => stderr.hasColors,
    });
}

/** Adds the new name of an option that was renamed to an error about its former name. */
function withRemedy(message: string): string {
  const [problem = ''] = message.split('\n');
  return problem.endsWith("unknown option '--format'") || problem.includes("unknown option '--format=") ? `${problem}\n(the format of the output is -o, --output)` : message;
}

function addCommand(program: Program, command: Command, context: CommandContext, finished: (exitCode: ExitCode) => void): void {
  program.description(command.description);
  for (const operand of command.operands ?? []) {
    program.argument(usageOfOperand(operand), operand.description);
  }
  for (const [key, option] of Object.entries(command.options)) {
    program.addOption(programOption(flagName(key), option));
  }
  for (const [key, option] of Object.entries(COMMON_OPTIONS)) {
    program.addOption(programOption(flagName(key), option));
  }
  program.addHelpText('after', examplesText(command, rootOf(program).name(), context));
  program.action(async () => {
    const given = new Map(Object.keys(command.options).map((key) => [key, program.getOptionValue(key) as readonly string[] | undefined ?? []]));
    const isQuiet = program.getOptionValue('quiet') !== undefined;
    finished(await command.run({ ...context, isQuiet, showsProgress: context.showsProgress && !isQuiet }, program.args, given));
  });
}

function programOption(name: string, option: Option<unknown>): ProgramOption {
  const made = new ProgramOption(usageOf(name, option), describedOption(option));
  made.argParser((value: string, before: readonly string[] = []) => {
    if (option.choices !== undefined && !option.choices.includes(value)) {
      const remedy = name === '--output' ? '; a folder is --out' : '';
      throw new UsageError(`${name} must be one of ${option.choices.join(', ')}, and is '${value}'${remedy}`);
    }
    return [...before, value];
  });
  if (option.value === undefined || option.isValueOptional === true) {
    // commander calls the parser of an option without a value only for its preset value.
    made.preset('');
  }
  made.hideHelp(option.hidden === true);
  return option.group === undefined ? made : made.helpGroup(option.group);
}

/** @param name the program as it is typed */
function examplesText({ examples }: Command, name: string, { stdout }: CommandContext): string {
  return examples.length === 0 ? ''
    : ['', stdout.styled('bold', 'Examples:'), ...examples.flatMap(({ description, command }) => [`  # ${description}`, `  ${command.replace(/^olm-constructs(?= )/, name)}`])].join('\n');
}

function rootOf(program: Program): Program {
  return program.parent === null ? program : rootOf(program.parent);
}

function commandPath(program: Program): string {
  return program.parent === null ? program.name() : `${commandPath(program.parent)} ${program.name()}`;
}
