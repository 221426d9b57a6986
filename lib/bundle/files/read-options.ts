import { defined } from '../../formats/json/defined';
import { PATH_LIMITS } from '../../formats/archive/walk-tar';
import { exactJson } from '../../formats/json/exact-json';
import { field } from '../../formats/json/json-value';
import { optionProblems, type OptionsName } from '../../formats/options/check-options';
import { BundleError } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import { printableMessage } from '../../text/printable';

/**
 * Limits for reading a bundle, which protect against malicious content. Exceeding a limit is an error that names the limit.
 *
 * The defaults allow bundles far larger than OLM itself can install.
 */
export interface BundleReadLimits {
  /**
   * Maximum size of a file, in bytes. It is checked before the file is read.
   *
   * @default 16777216 (16 MiB)
   */
  readonly maxFileBytes?: number;

  /**
   * Maximum total size of the files of a bundle, in bytes; for an archive, also of its unpacked tar.
   *
   * @default 67108864 (64 MiB)
   */
  readonly maxTotalBytes?: number;

  /**
   * Maximum number of files and folders.
   *
   * @default 10000
   */
  readonly maxFiles?: number;

  /**
   * Maximum length of a path in an archive or image, in bytes.
   *
   * @default 4096, as in Linux
   */
  readonly maxPathBytes?: number;

  /**
   * Maximum number of names in a path in an archive or image.
   *
   * @default 256
   */
  readonly maxPathDepth?: number;

  /**
   * Maximum nesting depth of lists and maps in a YAML or JSON file.
   *
   * @default 500
   */
  readonly maxYamlDepth?: number;

  /**
   * Maximum number of values in a YAML or JSON file; the values behind an alias are counted each time it is used.
   *
   * @default 1000000
   */
  readonly maxYamlNodes?: number;
}

/** Options for reading a bundle. */
export interface BundleReadOptions extends BundleReadLimits {
  /**
   * Problems to accept, for a bundle that cannot be edited: those that opm and OLM tolerate, which are `AMBIGUOUS`, `SYNTAX`, `MANIFEST`,
   * `DEPENDENCIES` and `PROPERTIES`. The file, document or entry with the problem is left out where opm leaves it out, and listed in
   * `Bundle.acceptedProblems`.
   *
   * @default - none; each of these problems is an error
   */
  readonly accept?: BundleErrorCode[];
}

/**
 * Options with every default applied.
 *
 * @internal
 * @jsii ignore
 */
export interface ReadLimits extends Required<BundleReadLimits> {
  readonly accept: readonly BundleErrorCode[];
}

const DEFAULTS: Required<BundleReadLimits> = {
  maxFileBytes: 16 * 1024 * 1024,
  maxTotalBytes: 64 * 1024 * 1024,
  maxFiles: 10_000,
  ...PATH_LIMITS,
  maxYamlDepth: 500,
  maxYamlNodes: 1_000_000,
};

/** Problems for which opm only warns, and leaves out the file, document or entry. */
const ACCEPTABLE: readonly BundleErrorCode[] = [
  BundleErrorCode.AMBIGUOUS, BundleErrorCode.SYNTAX, BundleErrorCode.MANIFEST, BundleErrorCode.DEPENDENCIES, BundleErrorCode.PROPERTIES,
];

/** Creates the error for an invalid option. @internal */
export type OptionError = (...messages: string[]) => Error;

/** Returns a function that creates errors with the source of the bundle. @internal */
export function optionErrorOf(source: string): OptionError {
  return (...messages) => new BundleError(source, messages.map((message) => ({ code: BundleErrorCode.OPTIONS, message })));
}

/**
 * Throws if an object with options has an unknown key, or a value of another type.
 *
 * @param what name of the object in the message, such as `options of Bundle.fromPath`
 * @internal
 */
export function checkReadOptions(what: string, name: OptionsName, options: unknown, error: OptionError): void {
  checkAccepted(field(options, 'accept'), error);
  const messages = optionProblems({ what }, name, options);
  if (messages.length > 0) {
    throw error(...messages);
  }
}

/** Checks which problems are accepted. Whether they are a list at all is another check. */
function checkAccepted(accept: unknown, error: OptionError): void {
  const other: unknown = Array.isArray(accept) ? accept.find((code: BundleErrorCode) => !ACCEPTABLE.includes(code)) : undefined;
  if (other !== undefined) {
    throw error(`accept must not contain '${typeof other === 'string' ? other : exactJson(other)}'; problems that can be accepted: ${ACCEPTABLE.map((code) => `'${code}'`).join(', ')}`);
  }
}

/**
 * Applies the defaults.
 *
 * @throws the error that `error` returns if an option is invalid
 * @internal
 */
export function readLimits(options: BundleReadOptions = {}, error: OptionError = (message) => new Error(printableMessage(message))): ReadLimits {
  const accept = options.accept ?? [];
  if (!Array.isArray(accept)) {
    throw error(`accept must be a list of BundleErrorCode, got ${String(accept)}`);
  }
  checkAccepted(accept, error);
  return { ...countedOptions(DEFAULTS, options, error), accept };
}

/**
 * Returns the numeric options, with defaults for those that are unspecified.
 *
 * @throws the error that `error` returns if a value is not a positive integer
 * @internal
 */
export function countedOptions<Counts extends { readonly [Name in keyof Counts]: number }>(
  defaults: Counts,
  options: Partial<Counts>,
  error: OptionError = (message) => new Error(printableMessage(message)),
): Counts {
  const counts = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Counts & string)[]) {
    const value = options[name];
    if (value !== undefined) {
      if (!Number.isSafeInteger(value) || value < 1) {
        throw error(`${name} must be a positive integer, got ${String(value)}`);
      }
      counts[name] = value;
    }
  }
  return counts;
}

/**
 * Returns the limits for reading a bundle from a path.
 *
 * @param method method of `Bundle` that has the options
 * @throws BundleError if an option is invalid
 * @internal
 */
export function bundleReadLimits(method: string, path: string, options: BundleReadOptions | undefined): ReadLimits {
  const error = optionErrorOf(path);
  checkReadOptions(`options of Bundle.${method}`, 'BundleReadOptions', options, error);
  return readLimits(options, error);
}

/**
 * Returns the limits for reading a bundle without a ClusterServiceVersion.
 *
 * @throws BundleError if an option is invalid
 * @internal
 */
export function plainReadLimits(path: string, options: BundleReadLimits | undefined): ReadLimits {
  const error = optionErrorOf(path);
  checkReadOptions('options of PlainBundle.fromDirectory', 'BundleReadLimits', options, error);
  return readLimits(options, error);
}

/** Counts the files and bytes read from one bundle, and enforces the limits. @internal */
export class Budget {
  #files = 0;
  #bytes = 0;

  /**
   * @param source source of the bundle, for messages
   * @param limits limits
   */
  public constructor(
    private readonly source: string,
    private readonly limits: ReadLimits,
  ) {}

  /**
   * Counts a file or folder.
   *
   * @throws BundleError if the limit is exceeded
   */
  public countEntry(): void {
    if (++this.#files > this.limits.maxFiles) {
      throw this.#exceeded(`there are more than ${this.limits.maxFiles} files and folders`, 'maxFiles');
    }
  }

  /**
   * Counts the bytes of a file, before it is read.
   *
   * @throws BundleError if the file, or all files together, exceed a limit
   */
  public countBytes(file: string, bytes: number): void {
    if (bytes > this.limits.maxFileBytes) {
      throw this.#exceeded(`the file has ${bytes} bytes, more than ${this.limits.maxFileBytes}`, 'maxFileBytes', file);
    }
    this.#bytes += bytes;
    if (this.#bytes > this.limits.maxTotalBytes) {
      throw this.#exceeded(`the files up to here have more than ${this.limits.maxTotalBytes} bytes`, 'maxTotalBytes', file);
    }
  }

  #exceeded(fault: string, limit: keyof BundleReadLimits, file?: string): BundleError {
    const message = `${fault} (limit ${limit}); raise the limit if you trust the bundle`;
    return new BundleError(this.source, [{ code: BundleErrorCode.LIMIT, message, ...defined({ file }) }]);
  }
}
