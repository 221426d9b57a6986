import { relatedImages } from './related-images';
import { bundleProperties } from '../properties';
import { migrateToCsvMetadata } from '../migration/csv-metadata';
import type { BundleDocument, CatalogDocument } from '../wire';
import type { Bundle } from '../../bundle';
import { compareUtf8 } from '../../go-json';

/** The document of a bundle that the catalog carries itself. */
export function inlineDocument(bundle: Bundle): BundleDocument {
  return {
    schema: 'olm.bundle',
    name: bundle.name,
    package: bundle.package,
    image: '',
    properties: bundleProperties(bundle),
    relatedImages: relatedImages(bundle),
  };
}

/** The document of a bundle that OLM gets from an image; consoles still see what they show of it. */
export function imageDocument(bundle: Bundle, image: string): CatalogDocument {
  const inline = inlineDocument(bundle);
  const images = [...inline.relatedImages.filter((related) => related.image !== image), { name: '', image }];
  return migrateToCsvMetadata([{ ...inline, image, relatedImages: images.sort((left, right) => compareUtf8(left.image, right.image)) }])[0]!;
}
