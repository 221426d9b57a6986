import type { BundleDocument, CatalogDocument } from '../wire';

/** The properties that a selection looks at. */
const PROPERTIES = new Set(['olm.package', 'olm.gvk', 'olm.gvk.required', 'olm.package.required']);

/**
 * A document with what opm's rules between documents and a selection look at, and without what makes catalogs large: manifests, icons,
 * related images. It shares no memory with the document.
 */
export function lightDocument(document: CatalogDocument): CatalogDocument {
  return detached(withoutContents(document));
}

function withoutContents(document: CatalogDocument): CatalogDocument {
  switch (document.schema) {
    case 'olm.package':
      return { schema: document.schema, name: document.name, defaultChannel: document.defaultChannel };
    case 'olm.bundle':
      return lightBundle(document);
    default:
      return document;
  }
}

/** Whether a bundle has an image or manifests is checked where it is kept. */
function lightBundle({ schema, name, package: packageName, properties }: BundleDocument): BundleDocument {
  return { schema, name, package: packageName, image: 'light', properties: properties.filter(({ type }) => PROPERTIES.has(type)), relatedImages: [] };
}

/** Texts that were cut out of a larger one keep all of it in memory, so they are made anew. */
function detached<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
