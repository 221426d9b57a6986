import type { BundleFacts } from './bundle-facts';
import { bundleFacts } from './bundle-facts';
import type { CatalogDocument, ChannelDocument, PackageDocument } from '../wire';

/** A package of a catalog as a selection sees it: without the contents of its bundles. */
export interface IndexedPackage {
  readonly document: PackageDocument;
  /** In the order of the catalog. */
  readonly channels: readonly ChannelDocument[];
  /** By name. */
  readonly bundles: ReadonlyMap<string, BundleFacts>;
}

/** The packages of a catalog by name, in the order of the catalog. */
export type CatalogIndex = ReadonlyMap<string, IndexedPackage>;

/** Gathers an index document by document, so that a catalog can be read without holding it. */
export class CatalogIndexBuilder {
  readonly #packages: PackageDocument[] = [];
  readonly #channels = new Map<string, ChannelDocument[]>();
  readonly #bundles = new Map<string, Map<string, BundleFacts>>();

  public add(document: CatalogDocument): void {
    if (document.schema === 'olm.package') {
      this.#packages.push(document);
    } else if (document.schema === 'olm.channel') {
      getOrSet(this.#channels, document.package, () => []).push(document);
    } else if (document.schema === 'olm.bundle') {
      getOrSet(this.#bundles, document.package, () => new Map<string, BundleFacts>()).set(document.name, bundleFacts(document));
    }
  }

  public index(): CatalogIndex {
    return new Map(this.#packages.map((document) => [document.name, {
      document,
      channels: this.#channels.get(document.name) ?? [],
      bundles: this.#bundles.get(document.name) ?? new Map<string, BundleFacts>(),
    }]));
  }
}

/** The index of documents that are in memory anyway. */
export function catalogIndex(documents: readonly CatalogDocument[]): CatalogIndex {
  const builder = new CatalogIndexBuilder();
  documents.forEach((document) => builder.add(document));
  return builder.index();
}

function getOrSet<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
