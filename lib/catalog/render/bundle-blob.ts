import type { BundleBlob, CatalogBlob, RelatedImageEntry } from '../declcfg/declcfg';
import { metadataWithImage, migrateToCsvMetadata } from '../declcfg/csv-metadata';
import type { Bundle } from '../../bundle/bundle';
import { bundleProperties } from '../../bundle/bundle-properties';
import { compareUtf8 } from '../../formats/json/go-json';
import { fieldAt, mapListField, stringField } from '../../formats/json/json-value';

/** Returns the blob of a bundle whose manifests the catalog contains inline. */
export function inlineBlob(bundle: Bundle): BundleBlob {
  return {
    schema: 'olm.bundle',
    name: bundle.name,
    package: bundle.packageName,
    image: '',
    properties: bundleProperties(bundle),
    relatedImages: relatedImages(bundle),
  };
}

/** Returns the blob that `opm render` writes for a bundle image: with the manifests inline, and the image. */
export function renderedBlob(bundle: Bundle, image: string): BundleBlob {
  return withImage(inlineBlob(bundle), image);
}

/** Adds the image to the blob of a bundle whose manifests are inline. */
export function withImage(blob: BundleBlob, image: string): BundleBlob {
  const images = [...blob.relatedImages.filter((related) => related.image !== image), { name: '', image }];
  return { ...blob, image, relatedImages: images.sort((left, right) => compareUtf8(left.image, right.image)) };
}

/** Returns the blob of a bundle that OLM pulls from an image, with the metadata that consoles show. */
export function imageBlob(bundle: Bundle, image: string): CatalogBlob {
  return migrateToCsvMetadata([renderedBlob(bundle, image)])[0]!;
}

/** Returns a blob with other images; the same blob if none changes. */
export function blobWithImages(blob: BundleBlob, change: (image: string) => string): BundleBlob {
  const image = blob.image === '' ? '' : change(blob.image);
  const related = blob.relatedImages.map((one) => ({ ...one, image: one.image === '' ? '' : change(one.image) }));
  const properties = metadataWithImage(blob.properties, change);
  const isRelatedSame = related.every((one, index) => one.image === blob.relatedImages[index]!.image);
  if (isRelatedSame && image === blob.image && properties === blob.properties) {
    return blob;
  }
  return { ...blob, image, properties, relatedImages: related.sort((left, right) => compareUtf8(left.image, right.image)) };
}

/**
 * Returns the images of a bundle as `opm render` lists them, sorted by image: those that the CSV names, and other images of its Deployments
 * without a name.
 */
function relatedImages(bundle: Bundle): RelatedImageEntry[] {
  const named = bundle.relatedImages.map(({ name, image }) => ({ name, image }));
  const known = new Set(named.map(({ image }) => image));
  const others = [...new Set(deploymentImages(bundle))].filter((image) => !known.has(image));
  return [...named, ...others.map((image) => ({ name: '', image }))].sort((left, right) => compareUtf8(left.image, right.image));
}

function deploymentImages({ csv }: Bundle): string[] {
  return csv.deployments.flatMap(({ spec }) => {
    const pod = fieldAt(spec, 'template', 'spec');
    const containers = [...mapListField(pod, 'containers'), ...mapListField(pod, 'initContainers')];
    return containers.map((container) => stringField(container, 'image') ?? '');
  });
}
