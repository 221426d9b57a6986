import type { CatalogProblem } from '../catalog-error';
import { CatalogReader } from '../read/catalog-reader';
import type { DocumentPlace } from '../read/document-place';
import { ProblemPlaces } from '../read/document-place';
import type { Fields } from '../read/fields';
import type { CatalogReadLimits } from '../read/read-options';
import type { CatalogDocument } from '../wire';

/**
 * The documents in the field `entries` of a template.
 *
 * @param place of the template
 * @param problems takes what is wrong with them
 */
export function templateEntries(fields: Fields, place: DocumentPlace, limits: CatalogReadLimits, problems: CatalogProblem[]): CatalogDocument[] {
  const reader = new CatalogReader(limits, new ProblemPlaces());
  for (const [entry, path] of fields.list('entries')) {
    const { line = place.line } = place.locate(path) ?? {};
    reader.readValue(entry, { file: place.file, line, locate: (inner) => place.locate([...path, ...inner]) });
  }
  problems.push(...reader.problems);
  return reader.documents;
}
