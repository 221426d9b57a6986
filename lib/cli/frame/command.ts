import type { CommandContext } from './context';
import type { ExitCode } from './cli-error';
import type { ClusterValue } from './cluster-candidates';
import type { Options, Values } from './option';

/** Argument of a command that is not an option. */
export interface Operand {
  /** Name in the help, such as `BUNDLE`. */
  readonly name: string;

  readonly description: string;

  /** @default true */
  readonly required?: boolean;

  /** Whether there can be several; allowed only for the last operand. @default false */
  readonly several?: boolean;

  /** What its values are in a cluster, for completion. @default - nothing */
  readonly completes?: ClusterValue;
}

/** Returns an operand as the help prints it, such as `<BUNDLE...>`, or `[NAME]` if it is optional. */
export function usageOfOperand({ name, required, several }: Operand): string {
  const shown = several === true ? `${name}...` : name;
  return required === false ? `[${shown}]` : `<${shown}>`;
}

/** Example in the help of a command. Tests run it. */
export interface Example {
  readonly description: string;

  /** A command line that begins with `olm-constructs`. */
  readonly command: string;
}

/** Definition of a command. */
export interface CommandDefinition<Specs extends Options> {
  /** Description of the command: what it does, its exit codes, and anything that is not obvious. */
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

/** Parsed command line of a command. */
export interface CommandInput<Specs extends Options> {
  readonly operands: readonly string[];
  readonly options: Values<Specs>;
}

/** A command, regardless of the types of its options. */
export interface Command extends Omit<CommandDefinition<Options>, 'run'> {
  /** @param given values on the command line, by the key of the option */
  readonly run: (context: CommandContext, operands: readonly string[], given: ReadonlyMap<string, readonly string[]>) => Promise<ExitCode> | ExitCode;
}

/** A command before its module is loaded. */
export interface CommandEntry {
  /** Name; two words for a command in a group, such as `catalog render`. */
  readonly name: string;

  /** Heading of the command in the help. */
  readonly heading: string;

  /** Summary of the command, half a line long. */
  readonly summary: string;

  /** Whether the command is omitted from the help. @default false */
  readonly hidden?: boolean;

  /** Loads the module of the command. */
  readonly load: () => Command;
}

/** Defines a command; its options determine the type of the input of `run`. */
export function defineCommand<Specs extends Options>(definition: CommandDefinition<Specs>): Command {
  return {
    ...definition,
    run: (context, operands, given) => {
      const values = Object.entries(definition.options).map(([key, option]) => [key, option.read(given.get(key) ?? [], flagName(key))]);
      return definition.run(context, { operands, options: Object.fromEntries(values) as Values<Specs> });
    },
  };
}

/** Returns the name of an option on the command line. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
