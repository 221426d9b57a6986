import type { BundleBlob, CatalogBlob } from '../declcfg/declcfg';

/** Types of properties that filters depend on. */
const PROPERTIES = new Set(['olm.package', 'olm.gvk', 'olm.gvk.required', 'olm.package.required']);

/**
 * Returns a blob with only the fields that filters and opm's rules between blobs need, without those that make catalogs large: manifests, icons
 * and related images. It shares no memory with the original.
 */
export function slimBlob(blob: CatalogBlob): CatalogBlob {
  return detached(withoutContents(blob));
}

function withoutContents(blob: CatalogBlob): CatalogBlob {
  switch (blob.schema) {
    case 'olm.package':
      return { schema: blob.schema, name: blob.name, defaultChannel: blob.defaultChannel };
    case 'olm.bundle':
      return slimBundle(blob);
    default:
      return blob;
  }
}

/** A placeholder for the image is enough: whether a bundle has an image or manifests is checked when it is kept. */
function slimBundle({ schema, name, package: packageName, properties }: BundleBlob): BundleBlob {
  return { schema, name, package: packageName, image: 'slim', properties: properties.filter(({ type }) => PROPERTIES.has(type)), relatedImages: [] };
}

/** Copies strings: a substring keeps the whole string in memory. */
function detached<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
