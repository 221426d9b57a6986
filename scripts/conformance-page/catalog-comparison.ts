import { Catalog } from '../../lib/bundle/catalog/catalog';
import { CatalogError } from '../../lib/bundle/catalog/catalog-error';
import { inOrder } from '../../lib/bundle/catalog/document-order';
import { documentToJson } from '../../lib/bundle/catalog/json-lines';
import { readSemverTemplate, renderSemver } from '../../lib/bundle/catalog/template/semver-template';
import type { BundleDocument } from '../../lib/bundle/catalog/wire';
import { toYaml } from '../../lib/bundle/yaml/write';
import type { CatalogVerdict, TemplateVerdict } from './catalog-verdicts';

/** What is compared of a catalog: the heads and default channels; or that it is refused. */
export type CatalogOutcome = Required<Pick<CatalogVerdict, 'heads' | 'defaultChannels'>> | 'refused';

/** What is compared of a template: the documents; or that it is refused. */
export type TemplateOutcome = readonly object[] | 'refused';

/** The forms in which a catalog is read. */
export const CATALOG_FORMS: readonly { readonly name: string; readonly text: (documents: readonly object[]) => string }[] = [
  { name: 'JSON', text: (documents) => documents.map((document) => JSON.stringify(document)).join('\n') },
  { name: 'YAML', text: (documents) => documents.map((document) => `---\n${toYaml(document)}`).join('') },
];

/** What opm made of a catalog. */
export function recordedCatalog({ error, heads = {}, defaultChannels = {} }: CatalogVerdict): CatalogOutcome {
  return error === undefined ? { heads, defaultChannels } : 'refused';
}

/**
 * What this library makes of the text of a catalog.
 *
 * @throws whatever it throws, when that is no CatalogError
 */
export function ownCatalog(text: string): CatalogOutcome {
  try {
    const { packages } = Catalog.fromText(text);
    return {
      heads: Object.fromEntries(packages.flatMap(({ name, channels }) => channels.map((channel) => [`${name}/${channel.name}`, channel.head.name]))),
      defaultChannels: Object.fromEntries(packages.map(({ name, defaultChannel }) => [name, defaultChannel.name])),
    };
  } catch (error) {
    if (!(error instanceof CatalogError)) {
      throw error;
    }
    return 'refused';
  }
}

/** What operator-registry made of a template. */
export function recordedTemplate({ error, result = [] }: TemplateVerdict): TemplateOutcome {
  return error === undefined ? result : 'refused';
}

/** What this library makes of a template, without the bundles. */
export function ownTemplate({ template, bundles }: TemplateVerdict): TemplateOutcome {
  const faults: string[] = [];
  const read = readSemverTemplate(template, (_, message) => faults.push(message));
  const documents = new Map(Object.entries(bundles).map(([image, bundle]) => [image, bundleDocument(image, bundle)]));
  const rendered = faults.length > 0 ? [] : renderSemver(read, documents, (message) => faults.push(message));
  if (faults.length > 0) {
    return 'refused';
  }
  const written = inOrder(rendered).filter(({ schema }) => schema !== 'olm.bundle');
  return written.map((document) => byName(JSON.parse(documentToJson(document)) as object));
}

function bundleDocument(image: string, { Name, Package, Version }: TemplateVerdict['bundles'][string]): BundleDocument {
  const value = { packageName: Package, version: Version };
  return { schema: 'olm.bundle', name: Name, package: Package, image, properties: [{ type: 'olm.package', raw: JSON.stringify(value), value }], relatedImages: [] };
}

/** The recording has the entries of a channel sorted by name; opm writes them from the oldest version to the newest, as we do. */
function byName(document: { readonly entries?: readonly { readonly name: string }[] }): object {
  const order = (left: { readonly name: string }, right: { readonly name: string }): number => (left.name < right.name ? -1 : 1);
  return document.entries === undefined ? document : { ...document, entries: [...document.entries].sort(order) };
}
