import { Catalog } from '../../lib/catalog/catalog';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import { type BundleBlob, inOpmOrder } from '../../lib/catalog/declcfg/declcfg';
import { blobToJson } from '../../lib/catalog/declcfg/write-blob';
import { readSemverTemplate, renderSemver } from '../../lib/catalog/template/semver-template';
import { toYaml } from '../../lib/formats/yaml/write';
import type { CatalogVerdict, TemplateVerdict } from './catalog-verdicts';

/** Compared result for a catalog: channel heads and default channels, or the fact that it is rejected. */
export type CatalogOutcome = Required<Pick<CatalogVerdict, 'heads' | 'defaultChannels'>> | 'refused';

/** Compared result for a template: the blobs, or the fact that it is rejected. */
export type TemplateOutcome = readonly object[] | 'refused';

/** Formats in which a catalog is read. */
export const CATALOG_FORMS: readonly { readonly name: string; readonly write: (documents: readonly object[]) => string }[] = [
  { name: 'JSON', write: (documents) => documents.map((document) => JSON.stringify(document)).join('\n') },
  { name: 'YAML', write: (documents) => documents.map((document) => `---\n${yamlOf(document)}`).join('') },
];

/** Documents as YAML, by their JSON: most catalogs differ from another one in a single document. */
const written = new Map<string, string>();

function yamlOf(document: object): string {
  const json = JSON.stringify(document);
  const yaml = written.get(json) ?? toYaml(document);
  written.set(json, yaml);
  return yaml;
}

/** Returns the result of opm. */
export function recordedCatalog({ error, heads = {}, defaultChannels = {} }: CatalogVerdict): CatalogOutcome {
  return error === undefined ? { heads, defaultChannels } : 'refused';
}

/**
 * Returns the result of this library for a catalog.
 *
 * @throws any error other than a CatalogError
 */
export function ownCatalog(content: string): CatalogOutcome {
  try {
    const { packages } = Catalog.fromString(content);
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

/** Returns the result of operator-registry. */
export function recordedTemplate({ error, result = [] }: TemplateVerdict): TemplateOutcome {
  return error === undefined ? result : 'refused';
}

/** Returns the result of this library for a template, without the bundles. */
export function ownTemplate({ template, bundles }: TemplateVerdict): TemplateOutcome {
  const faults: string[] = [];
  const read = readSemverTemplate(template, (_, message) => faults.push(message));
  const documents = new Map(Object.entries(bundles).map(([image, bundle]) => [image, bundleDocument(image, bundle)]));
  const rendered = faults.length > 0 ? [] : renderSemver(read, documents, (message) => faults.push(message));
  if (faults.length > 0) {
    return 'refused';
  }
  const written = inOpmOrder(rendered).filter(({ schema }) => schema !== 'olm.bundle');
  return written.map((document) => byName(JSON.parse(blobToJson(document)) as object));
}

function bundleDocument(image: string, { Name, Package, Version }: TemplateVerdict['bundles'][string]): BundleBlob {
  const value = { packageName: Package, version: Version };
  return { schema: 'olm.bundle', name: Name, package: Package, image, properties: [{ type: 'olm.package', raw: JSON.stringify(value), value }], relatedImages: [] };
}

/** Sorts the entries of channels as the recording does; opm and this library write them in order from the oldest to the newest version. */
function byName(document: { readonly entries?: readonly { readonly name: string }[] }): object {
  const order = (left: { readonly name: string }, right: { readonly name: string }): number => (left.name < right.name ? -1 : 1);
  return document.entries === undefined ? document : { ...document, entries: [...document.entries].sort(order) };
}
