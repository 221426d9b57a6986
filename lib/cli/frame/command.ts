import type { CommandContext } from './context';
import type { ExitCode } from './exit-code';
import type { Options, Values } from './option';

/** What a command is given beside its options. */
export interface Operand {
  /** Name in the help, such as `BUNDLE`. */
  readonly name: string;

  readonly description: string;

  /** @default true */
  readonly required?: boolean;

  /** Whether there can be several; only the last operand. @default false */
  readonly several?: boolean;
}

/** Example in the help of a command. Tests run it. */
export interface Example {
  readonly description: string;

  /** A command line that begins with `olm-constructs`. */
  readonly command: string;
}

/** Definition of a command. */
export interface CommandDefinition<Specs extends Options> {
  /** What the command does, which exit codes it has, and what is not obvious about it. */
  readonly description: string;

  /** @default - none */
  readonly operands?: readonly Operand[];

  readonly options: Specs;
  readonly examples: readonly Example[];

  /**
   * Runs the command.
   *
   * @throws CliError, and the errors of the library, whose messages are printed
   */
  readonly run: (context: CommandContext, input: CommandInput<Specs>) => Promise<ExitCode> | ExitCode;
}

/** The command line of a command. */
export interface CommandInput<Specs extends Options> {
  readonly operands: readonly string[];
  readonly options: Values<Specs>;
}

/** A command, whatever its options are. */
export interface Command extends Omit<CommandDefinition<Options>, 'run'> {
  /** @param given what the command line has for each option, by its key */
  readonly run: (context: CommandContext, operands: readonly string[], given: ReadonlyMap<string, readonly string[]>) => Promise<ExitCode> | ExitCode;
}

/** A command before its module is loaded. */
export interface CommandEntry {
  /** Name, of two words for a command of a group such as `catalog render`. */
  readonly name: string;

  /** Heading of the command in the help. */
  readonly heading: string;

  /** What the command does, in half a line. */
  readonly summary: string;

  /** Whether the help does not mention the command. @default false */
  readonly hidden?: boolean;

  /** Loads the module of the command. */
  readonly load: () => Command;
}

/** Defines a command; its options determine the type of what `run` receives. */
export function defineCommand<Specs extends Options>(definition: CommandDefinition<Specs>): Command {
  return {
    ...definition,
    run: (context, operands, given) => {
      const values = Object.entries(definition.options).map(([key, option]) => [key, option.read(given.get(key) ?? [], flagName(key))]);
      return definition.run(context, { operands, options: Object.fromEntries(values) as Values<Specs> });
    },
  };
}

/** Returns the name of an option in the command line. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
