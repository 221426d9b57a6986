import { type BundleFacts, bundleFacts } from '../declcfg/bundle-facts';
import type { CatalogBlob, ChannelBlob, PackageBlob } from '../declcfg/declcfg';

/** A package without the contents of its bundles. */
export interface IndexedPackage {
  readonly blob: PackageBlob;
  /** In the order of the catalog. */
  readonly channels: readonly ChannelBlob[];
  /** By name. */
  readonly bundles: ReadonlyMap<string, BundleFacts>;
}

/** The packages of a catalog by name, in the order of the catalog. */
export type CatalogIndex = ReadonlyMap<string, IndexedPackage>;

/** Builds an index blob by blob, so that a catalog can be read without holding all of it. */
class CatalogIndexBuilder {
  readonly #packages: PackageBlob[] = [];
  readonly #channels = new Map<string, ChannelBlob[]>();
  readonly #bundles = new Map<string, Map<string, BundleFacts>>();

  public add(blob: CatalogBlob): void {
    if (blob.schema === 'olm.package') {
      this.#packages.push(blob);
    } else if (blob.schema === 'olm.channel') {
      getOrSet(this.#channels, blob.package, () => []).push(blob);
    } else if (blob.schema === 'olm.bundle') {
      getOrSet(this.#bundles, blob.package, () => new Map<string, BundleFacts>()).set(blob.name, bundleFacts(blob));
    }
  }

  public index(): CatalogIndex {
    return new Map(this.#packages.map((blob) => [blob.name, {
      blob,
      channels: this.#channels.get(blob.name) ?? [],
      bundles: this.#bundles.get(blob.name) ?? new Map<string, BundleFacts>(),
    }]));
  }
}

/** Returns the index of blobs in memory. */
export function catalogIndex(blobs: readonly CatalogBlob[]): CatalogIndex {
  const builder = new CatalogIndexBuilder();
  blobs.forEach((blob) => builder.add(blob));
  return builder.index();
}

function getOrSet<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
