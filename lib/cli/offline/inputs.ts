import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { InstallMode } from '../../bundle/model/install-mode';
import { parseImageReference } from '../../bundle/oci/image-reference';
import { isLayoutFolder } from '../../bundle/oci/layout';
import { Catalog } from '../../catalog/catalog';
import { textOf } from '../../formats/json/utf8-text';
import { TemporaryFolder } from '../../formats/output/temporary-folder';
import { writeFiles } from '../../formats/output/write-files';
import { isFolder } from '../../formats/output/make-folders';
import { CliError, ExitCode, Interruption, UsageError, worstOf } from '../frame/cli-error';
import { inCommandLineTerms } from '../frame/command-line-terms';
import type { CommandContext } from '../frame/context';
import { limitsFor } from '../frame/limits';
import { withProgress } from '../frame/progress';
import { fetching, type RegistryOptions } from '../frame/registry';
import type { InputError } from '../frame/results';
import { type Cell, writeTable } from '../frame/table';

/** Operand for the standard input. */
const STDIN = '-';

/** Name of the standard input in errors. */
export const STDIN_NAME = 'standard input';

/** Description of an operand of an offline command, for the help. */
export const BUNDLE_DESCRIPTION = 'folder, archive or image layout of a bundle, image with its registry and tag or digest, or - for an archive from standard input';

/** See `BUNDLE_DESCRIPTION`. */
export const CATALOG_DESCRIPTION = 'folder or file of a file-based catalog, image layout of one, image with its registry and tag or digest, or - for standard input';

/** Reads the bundle that an operand names. */
export function readBundle(operand: string, context: CommandContext, registry: RegistryOptions): Promise<Bundle> {
  const { limit } = registry;
  return isImage(operand) ? withProgress(`fetching ${operand}`, context, () => fetching(registry, context, (options) => Bundle.fetch(operand, { ...options, ...limitsFor('BundleFetchOptions', limit) })))
    : withPath(operand, context, (path) => Bundle.fromPath(path, limitsFor('BundleReadOptions', limit)));
}

/** Reads the catalog that an operand names. */
export function readCatalog(operand: string, context: CommandContext, registry: RegistryOptions): Promise<Catalog> {
  const { limit } = registry;
  return withProgress(`${isImage(operand) ? 'fetching' : 'reading'} ${operand}`, context, async () => (
    isImage(operand) ? fetching(registry, context, (options) => Catalog.fetch(operand, { ...options, ...limitsFor('CatalogFetchOptions', limit) }))
      : operand === STDIN ? catalogOf(textOf(await context.readStdin(), STDIN_NAME), limit) : catalogAt(operand, limit)
  ));
}

function catalogOf(content: string, limit: readonly string[]): Catalog {
  return Catalog.fromString(content, limitsFor('CatalogReadOptions', limit));
}

function catalogAt(path: string, limit: readonly string[]): Catalog {
  if (mayBeLayout(path)) {
    return Catalog.fromOciLayout(path, limitsFor('CatalogOciLayoutOptions', limit));
  }
  const limits = limitsFor('CatalogReadOptions', limit);
  return isFolder(path) ? Catalog.fromDirectory(path, limits) : Catalog.fromFile(path, limits);
}

/**
 * Calls a function with the path of an operand: the operand itself, or a temporary file with the standard input, whose path does not appear in
 * errors.
 *
 * @throws UsageError if the operand is an image
 */
export async function withPath<Result>(operand: string, context: CommandContext, use: (path: string) => Result): Promise<Result> {
  if (operand !== STDIN) {
    return use(operand);
  }
  const folder = new TemporaryFolder();
  const file = join(folder.path, 'stdin');
  try {
    writeFiles(folder.path, new Map([['stdin', await context.readStdin()]]));
    return use(file);
  } catch (error) {
    throw new CliError((error as Error).message.replaceAll(file, STDIN));
  } finally {
    folder.remove();
  }
}

/** Checks that the standard input is read only once. */
export function checkOperands(operands: readonly string[]): void {
  if (operands.filter((operand) => operand === STDIN).length > 1) {
    throw new UsageError('- is the standard input, which can be read only once');
  }
}

/** Whether an operand is an image: it is not an existing file, and it has a registry, and a tag or a digest. */
export function isImage(operand: string): boolean {
  const { domain, tag, digest } = parseImageReference(operand) ?? {};
  return domain !== undefined && (tag ?? digest) !== undefined && !existsSync(operand);
}

/** Whether a catalog at a path is an image layout, and whether another input may be one: a folder with its mark, or an archive. */
export function mayBeLayout(path: string): boolean {
  return isFolder(path) ? isLayoutFolder(path) : /\.(tar|tar\.gz|tgz)$/.test(path);
}

const UNREADABLE: Cell = { text: 'unreadable', style: 'red' };

/** Result for one of several operands. */
export interface InputResult<Value> {
  readonly operand: string;
  readonly value: Value;
}

/** Results for several operands, and the number of those that could not be read. */
export interface InputResults<Value> {
  readonly results: readonly InputResult<Value>[];
  readonly unreadable: number;

  /** Why they could not be read. */
  readonly errors: readonly InputError[];

  /** Exit code for the errors: that of the worst, or success. */
  readonly exitCode: ExitCode;

  /** The operands, in the order of the command line. */
  readonly operands: readonly string[];
}

/** What happens to errors of operands. */
export interface InputErrorOptions {
  /** Whether the result contains the errors: then a single operand has a result, too. @default false */
  readonly areListed?: boolean;

  /** Returns whether an error would be the same for each operand. @default - none would */
  readonly concernsAll?: (error: unknown) => boolean;
}

/**
 * Processes one operand after the other. If there are several, one that cannot be read does not stop the others: its error is printed immediately.
 *
 * @throws the error of a single operand, unless the result contains it, and errors that concern all of them
 */
export async function eachInput<Value>(
  operands: readonly string[], { stderr, signal, debug }: CommandContext, work: (operand: string) => Promise<Value> | Value,
  { areListed = false, concernsAll = () => false }: InputErrorOptions = {},
): Promise<InputResults<Value>> {
  const results: InputResult<Value>[] = [];
  const errors: InputError[] = [];
  let exitCode = ExitCode.SUCCESS;
  for (const operand of operands) {
    signal.throwIfAborted();
    try {
      results.push({ operand, value: await work(operand) });
    } catch (error) {
      const isListed = operands.length > 1 || areListed;
      if (!isListed || signal.aborted || error instanceof Interruption || error instanceof UsageError || concernsAll(error)) {
        throw error;
      }
      const message = inCommandLineTerms((error as Error).message);
      stderr.error(message);
      debug((error as Error).stack ?? '');
      errors.push({ input: operand, message });
      exitCode = worstOf([exitCode, error instanceof CliError ? error.exitCode : ExitCode.ERROR]);
    }
  }
  return { results, operands, errors, exitCode, unreadable: errors.length };
}

/** Writes a table with a row for each of several operands. */
export function writeSummary<Value>(
  { results, operands }: InputResults<Value>, { stdout }: CommandContext, head: readonly string[], row: (value: Value) => readonly Cell[],
): void {
  if (operands.length > 1) {
    const values = new Map(results.map(({ operand, value }) => [operand, value]));
    stdout.line();
    writeTable(stdout, ['INPUT', ...head], operands.map((operand) => {
      const value = values.get(operand);
      return [operand, ...value === undefined ? head.map((_, index) => index < head.length - 1 ? '-' : UNREADABLE) : row(value)];
    }));
  }
}

/** Returns the install mode for `own`, `all`, or one or more namespaces separated by commas. */
export function installModeOf(given: string | undefined): InstallMode | undefined {
  if (given === undefined) {
    return undefined;
  }
  const namespaces = given.split(',');
  const repeated = namespaces.find((namespace, index) => namespaces.indexOf(namespace) !== index);
  if (namespaces.includes('')) {
    throw new UsageError(`--install-mode has an empty namespace, and is '${given}'; set it to own, all, or namespaces separated by commas`);
  }
  if (repeated !== undefined) {
    throw new UsageError(`--install-mode has the namespace '${repeated}' twice; remove one`);
  }
  return given === 'own' ? InstallMode.ownNamespace()
    : given === 'all' ? InstallMode.allNamespaces()
      : namespaces.length === 1 ? InstallMode.singleNamespace(given) : InstallMode.multiNamespace(namespaces);
}
