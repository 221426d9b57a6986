import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from '../frame/context';
import { CliError, UsageError } from '../frame/cli-error';
import { Bundle } from '../../bundle/bundle';
import { parseImageReference } from '../../bundle/oci/image-reference';
import { Catalog } from '../../catalog/catalog';

/** Operand for the standard input. */
const STDIN = '-';

/** Description of an operand of an offline command, for the help. */
export const BUNDLE_DESCRIPTION = 'folder, archive or image layout of a bundle, image with its registry and tag or digest, or - for an archive from standard input';

/** See `BUNDLE_DESCRIPTION`. */
export const CATALOG_DESCRIPTION = 'folder or file of a file-based catalog, image layout of one, image with its registry and tag or digest, or - for standard input';

/** Reads the bundle that an operand names. */
export function readBundle(operand: string, context: CommandContext): Promise<Bundle> {
  return isImage(operand) ? Bundle.fetch(operand, { signal: context.signal }) : withPath(operand, context, (path) => Bundle.fromPath(path));
}

/** Reads the catalog that an operand names. */
export async function readCatalog(operand: string, context: CommandContext): Promise<Catalog> {
  if (isImage(operand)) {
    return Catalog.fetch(operand, { signal: context.signal });
  }
  return operand === STDIN ? Catalog.fromString((await context.readStdin()).toString()) : catalogAt(operand);
}

function catalogAt(path: string): Catalog {
  if (isFolder(path)) {
    return existsSync(join(path, 'oci-layout')) ? Catalog.fromOciLayout(path) : Catalog.fromDirectory(path);
  }
  return /\.(tar|tar\.gz|tgz)$/.test(path) ? Catalog.fromOciLayout(path) : Catalog.fromFile(path);
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
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-'));
  const file = join(folder, 'stdin');
  try {
    writeFileSync(file, await context.readStdin());
    return use(file);
  } catch (error) {
    throw new CliError((error as Error).message.replaceAll(file, STDIN));
  } finally {
    rmSync(folder, { recursive: true });
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

/** Whether a path is a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
