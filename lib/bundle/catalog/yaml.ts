import type { CatalogDocument } from './wire';
import { toYaml } from '../yaml/write';

/** Documents as YAML that opm reads as it reads their JSON. */
export function documentsToYaml(documents: readonly CatalogDocument[]): string {
  return documents.map((document) => `---\n${toYaml(yamlOf(document))}`).join('');
}

function yamlOf(document: CatalogDocument): object {
  if (document.schema !== 'olm.bundle') {
    return document;
  }
  const { properties, relatedImages, ...head } = document;
  return {
    ...head,
    properties: properties.map(({ type, value }) => ({ type, value })),
    ...(relatedImages.length === 0 ? {} : { relatedImages }),
  };
}
