import { CatalogError } from '../declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import type { CatalogBlob } from '../declcfg/declcfg';
import { servableBlob } from '../declcfg/write-blob';
import type { CatalogFile } from '../read/catalog-files';
import { CatalogReader, ProblemLocator } from '../read/catalog-reader';
import type { CatalogReadLimits } from '../read/read-options';
import { ruleProblems } from './rules';

/**
 * Reads and validates the blobs of a catalog in a string.
 *
 * @throws CatalogError if opm would refuse the catalog, with every problem
 */
export function readCatalogString(content: string, limits: CatalogReadLimits): CatalogBlob[] {
  const bytes = Buffer.byteLength(content);
  if (bytes > limits.maxFileBytes) {
    throw new CatalogError([{
      code: CatalogErrorCode.LIMIT,
      message: `the string has ${bytes} bytes, more than ${limits.maxFileBytes} (limit maxFileBytes); raise the limit if you trust the catalog`,
    }]);
  }
  return readAll([{ content }], limits).blobs;
}

/**
 * Reads and validates the blobs of a catalog in files.
 *
 * @throws CatalogError if opm would refuse the catalog, with every problem
 */
export function readCatalogFiles(files: Iterable<CatalogFile>, limits: CatalogReadLimits): CatalogBlob[] {
  return readAll(files, limits).blobs;
}

/** Blobs, and the file that each was read from. */
interface PlacedBlobs {
  readonly blobs: CatalogBlob[];
  readonly fileOf: (blob: CatalogBlob) => string | undefined;
}

/**
 * Reads and validates the blobs of a catalog in files, and returns where each of them is.
 *
 * @throws CatalogError if opm would refuse the catalog, with every problem
 */
export function readPlacedBlobs(files: Iterable<CatalogFile>, limits: CatalogReadLimits): PlacedBlobs {
  return readAll(files, limits);
}

/**
 * Validates blobs that were not read from files. Related images that opm cannot read are allowed: real bundles have some, and they are omitted
 * when a catalog is served.
 *
 * @throws CatalogError if opm would refuse the catalog, with every problem
 */
export function validateBlobs(blobs: readonly CatalogBlob[]): void {
  throwProblems(ruleProblems(blobs.map(servableBlob), () => undefined, new ProblemLocator()));
}

function readAll(files: Iterable<{ readonly content: string; readonly file?: string }>, limits: CatalogReadLimits): PlacedBlobs {
  const locator = new ProblemLocator();
  const reader = new CatalogReader(limits, locator);
  for (const { content, file } of files) {
    reader.read(content, file);
  }
  const { blobs, problems, positionOf } = reader;
  // Without an unreadable blob, rules for its package, or for any package if its package is unknown, would only repeat the error.
  const incomplete = problems.map((problem) => problem.packageName);
  const more = incomplete.includes(undefined) ? []
    : ruleProblems(blobs, positionOf, locator, new Set(incomplete.filter((name) => name !== undefined)));
  throwProblems([...problems, ...more]);
  return { blobs, fileOf: (blob) => positionOf(blob)?.file };
}

function throwProblems(problems: CatalogProblem[]): void {
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
}
