import { isImageReference } from './image-reference';
import type { CatalogDocument } from './wire';

/** A document without related images that opm cannot read; the same document when it has none. */
export function servable(document: CatalogDocument): CatalogDocument {
  if (document.schema !== 'olm.bundle') {
    return document;
  }
  const readable = document.relatedImages.filter(({ image }) => image === '' || isImageReference(image));
  return readable.length === document.relatedImages.length ? document : { ...document, relatedImages: readable };
}
