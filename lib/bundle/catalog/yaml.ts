import { mapOf, writeDocument } from './document-fields';
import type { FieldWriter } from './document-fields';
import type { CatalogDocument } from './wire';
import { toYaml } from '../yaml/write';

const VALUE_WRITER: FieldWriter<unknown> = {
  value: (value) => value,
  opaque: (value) => value,
  property: ({ value }) => value,
  list: (items) => items,
  map: mapOf,
};

/** Documents as YAML that opm reads as it reads their JSON. */
export function documentsToYaml(documents: readonly CatalogDocument[]): string {
  return documents.map((document) => `---\n${toYaml(writeDocument(document, VALUE_WRITER))}`).join('');
}
