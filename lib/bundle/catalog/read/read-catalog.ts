import { CatalogError, CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { ruleProblems } from '../rules/rules';
import { servable } from '../servable';
import type { CatalogDocument } from '../wire';
import type { CatalogFile } from './catalog-files';
import { CatalogReader } from './catalog-reader';
import { ProblemPlaces } from './document-place';
import type { CatalogReadLimits } from './read-options';

/**
 * Reads the documents of a catalog from a text.
 *
 * @throws CatalogError with everything that opm would refuse
 */
export function documentsOfText(text: string, limits: CatalogReadLimits): CatalogDocument[] {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.maxFileBytes) {
    throw new CatalogError([{
      code: CatalogErrorCode.LIMIT,
      message: `the text has ${bytes} bytes, more than ${limits.maxFileBytes} (limit maxFileBytes); raise the limit if the catalog is to be trusted`,
    }]);
  }
  return readAll([{ text }], limits);
}

/**
 * Reads the documents of a catalog from files.
 *
 * @throws CatalogError with everything that opm would refuse
 */
export function documentsOfFiles(files: Iterable<CatalogFile>, limits: CatalogReadLimits): CatalogDocument[] {
  return readAll(files, limits);
}

/**
 * Refuses documents that were made, not read, and that make no catalog. Related images that opm cannot read do not count: bundles name some,
 * and they are left out where a catalog is served.
 *
 * @throws CatalogError with everything that opm would refuse
 */
export function checkDocuments(documents: readonly CatalogDocument[]): void {
  refuse(ruleProblems(documents.map(servable), () => undefined, new ProblemPlaces()));
}

function readAll(files: Iterable<{ readonly text: string; readonly file?: string }>, limits: CatalogReadLimits): CatalogDocument[] {
  const places = new ProblemPlaces();
  const reader = new CatalogReader(limits, places);
  for (const { text, file } of files) {
    reader.read(text, file);
  }
  const { documents, problems, placeOf } = reader;
  // Where a document could not be read, what is missing in its package would only repeat that, and nobody knows of which package it was
  // if it does not say so.
  const spoilt = problems.map((problem) => problem.package);
  const more = spoilt.includes(undefined) ? [] : ruleProblems(documents, placeOf, places, new Set(spoilt.filter((name) => name !== undefined)));
  refuse([...problems, ...more]);
  return documents;
}

function refuse(problems: CatalogProblem[]): void {
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
}
