import type { CatalogDocument } from './wire';
import { toYaml } from '../yaml/write';

/** Documents as YAML that opm reads as it reads their JSON. */
export function documentsToYaml(documents: readonly CatalogDocument[]): string {
  return documents.map((document) => `---\n${toYaml(yamlOf(document))}`).join('');
}

function yamlOf(document: CatalogDocument): object {
  return document.schema !== 'olm.bundle' ? document : {
    ...document,
    properties: document.properties.map(({ type, value }) => ({ type, value })),
  };
}
