import { relatedImages } from './related-images';
import { bundleProperties } from '../properties';
import { migrateToCsvMetadata } from '../migration/on-demand';
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

/** What `opm render` makes of a bundle in an image: the catalog carries its manifests and names the image. */
export function renderedDocument(bundle: Bundle, image: string): BundleDocument {
  const inline = inlineDocument(bundle);
  const images = [...inline.relatedImages.filter((related) => related.image !== image), { name: '', image }];
  return { ...inline, image, relatedImages: images.sort((left, right) => compareUtf8(left.image, right.image)) };
}

/** The document of a bundle that OLM gets from an image; consoles still see what they show of it. */
export function imageDocument(bundle: Bundle, image: string): CatalogDocument {
  return migrateToCsvMetadata([renderedDocument(bundle, image)])[0]!;
}
