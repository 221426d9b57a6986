import { UsageError } from './cli-error';
import type { ClusterValue } from './cluster-candidates';

/** An option of a command. Its name is its key in `options`, in kebab case: `allNamespaces` is `--all-namespaces`. */
export interface Option<Value> {
  readonly description: string;

  /** Short name, one character. @default - none */
  readonly short?: string | undefined;

  /** Name of the value in the help. @default - the option has no value */
  readonly value?: string | undefined;

  /** Whether the value may be omitted. @default false */
  readonly isValueOptional?: boolean | undefined;

  /** Allowed values. @default - any */
  readonly choices?: readonly string[] | undefined;

  /** Default for the help. @default - none is mentioned */
  readonly defaultText?: string | undefined;

  /** Heading in the help. @default - the heading of all options */
  readonly group?: string | undefined;

  /** What its values are in a cluster, for completion. @default - nothing */
  readonly completes?: ClusterValue | undefined;

  /** Whether the help omits the option. @default false */
  readonly hidden?: boolean | undefined;

  /**
   * Returns the value for the program.
   *
   * @param given the values on the command line, in order; an empty string for each occurrence without a value
   * @param flag the name of the option, for messages
   * @throws UsageError if a value is invalid
   */
  readonly read: (given: readonly string[], flag: string) => Value;
}

/** Returns an option as the help prints it, such as `-o, --output <FORMAT>`. */
export function usageOf(flag: string, { short, value, isValueOptional }: Option<unknown>): string {
  const shown = value === undefined ? '' : isValueOptional === true ? ` [${value}]` : ` <${value}>`;
  return `${short === undefined ? '' : `-${short}, `}${flag}${shown}`;
}

/** Returns the description of an option with its allowed values and its default. */
export function describedOption({ description, choices, defaultText }: Option<unknown>): string {
  const parts = [...(choices === undefined ? [] : [choices.join(', ')]), ...(defaultText === undefined ? [] : [`default: ${defaultText}`])];
  return parts.length === 0 ? description : `${description} (${parts.join('; ')})`;
}

/** The options of a command by their keys. */
export interface Options {
  readonly [key: string]: Option<unknown>;
}

/** The values of options. */
export type Values<Specs extends Options> = { readonly [Key in keyof Specs]: Specs[Key] extends Option<infer Value> ? Value : never };

/** Fields that most options have in addition to a description. */
export interface OptionSettings {
  readonly short?: string;
  readonly group?: string;
  readonly completes?: ClusterValue;
  readonly hidden?: boolean;
}

/** Option without a value. */
export function flag(description: string, settings: OptionSettings = {}): Option<boolean> {
  return { ...settings, description, read: (given) => given.length > 0 };
}

/** Option with one value, which is not empty: an empty one comes from a variable of the shell that is not set. */
export function text(value: string, description: string, settings: OptionSettings = {}): Option<string | undefined> {
  return {
    ...settings, value, description,
    read: (given, name) => {
      const found = once(given, name);
      if (found === '') {
        throw new UsageError(`${name} is empty; set it to a value, or omit it`);
      }
      return found;
    },
  };
}

/** Option with one value from a short list. */
export function choice<const Choice extends string>(
  value: string, choices: readonly Choice[], standard: NoInfer<Choice>, description: string, settings: OptionSettings = {},
): Option<Choice> {
  return {
    ...settings, value, description, choices, defaultText: standard,
    read: (given, name) => choices.find((one) => one === once(given, name)) ?? standard,
  };
}

/** Option for the format of the output, which every command has under the same name: `-o, --output`. */
export function outputFormat<const Choice extends string>(
  choices: readonly Choice[], standard: NoInfer<Choice>, description: string,
): Option<Choice> {
  return choice('FORMAT', choices, standard, description, { short: 'o' });
}

/** Option that can be repeated. */
export function list(value: string, description: string, settings: OptionSettings = {}): Option<readonly string[]> {
  return { ...settings, value, description: `${description}; can be repeated`, read: (given) => given };
}

/** Option with a whole number. */
export function count(value: string, standard: number, description: string, settings: OptionSettings = {}): Option<number> {
  return {
    ...settings, value, description, defaultText: String(standard),
    read: (given, name) => {
      const number = once(given, name);
      if (number !== undefined && !/^[0-9]{1,9}$/.test(number)) {
        throw new UsageError(`${name} must be a whole number, and is '${number}'`);
      }
      return number === undefined ? standard : Number(number);
    },
  };
}

const UNITS: { readonly [unit: string]: number } = { h: 3_600_000, m: 60_000, s: 1000 };

/** Option with a duration such as `90s` or `1h30m`, in milliseconds. */
export function duration(standard: string, description: string, settings: OptionSettings = {}): Option<number> {
  return {
    ...settings, value: 'DURATION', description, defaultText: standard,
    read: (given, name) => {
      const written = once(given, name) ?? standard;
      if (!/^(\d{1,6}h)?(\d{1,6}m)?(\d{1,6}s)?$/.test(written) || written === '') {
        throw new UsageError(`${name} must be a duration such as 90s, 10m or 1h30m, and is '${written}'`);
      }
      return [...written.matchAll(/(?<!\d)(\d+)([hms])/g)].reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0);
    },
  };
}

function once(given: readonly string[], flag: string): string | undefined {
  if (given.length > 1) {
    throw new UsageError(`${flag} is set ${given.length} times; set it once`);
  }
  return given[0];
}

/**
 * Splits `NAME=VALUE` at the first equals sign.
 *
 * @throws UsageError if one of them is missing
 */
export function pairOf(option: string, given: string): [string, string] {
  const equals = given.indexOf('=');
  if (equals <= 0 || equals === given.length - 1) {
    throw new UsageError(`${option} must have the form NAME=VALUE, and is '${given}'`);
  }
  return [given.slice(0, equals), given.slice(equals + 1)];
}
