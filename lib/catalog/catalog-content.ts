import { createHash } from 'node:crypto';
import type { Bundle } from '../bundle/bundle';
import { bundleObjects } from '../bundle/bundle-properties';
import { compareUtf8 } from '../formats/json/go-json';
import { CatalogPackage } from './catalog-package';
import { byPackage, type CatalogBlob, inOpmOrder } from './declcfg/declcfg';
import { blobsToJsonLines, servableBlob } from './declcfg/write-blob';

/** The blobs of a catalog and the bundles that some of them were rendered from, with values derived from both at first use. */
export class CatalogContent {
  /** The blobs, in opm's order. */
  public readonly blobs: readonly CatalogBlob[];

  readonly #bundles: ReadonlyMap<CatalogBlob, Bundle>;
  #packages: readonly CatalogPackage[] | undefined;
  #jsonLines: string | undefined;
  #hash: string | undefined;

  /**
   * @param blobs blobs that opm accepts, in any order
   * @param bundles the bundles that blobs were rendered from
   */
  public constructor(blobs: readonly CatalogBlob[], bundles: ReadonlyMap<CatalogBlob, Bundle> = new Map()) {
    this.blobs = inOpmOrder(blobs);
    this.#bundles = bundles;
  }

  /** Returns the content for blobs that may come from other contents, with the bundles from which they were rendered. */
  public static of(blobs: readonly CatalogBlob[], sources: readonly CatalogContent[]): CatalogContent {
    const kept = new Set(blobs);
    return new CatalogContent(blobs, new Map(sources.flatMap((source) => [...source.#bundles]).filter(([blob]) => kept.has(blob))));
  }

  /** The packages, sorted by name. */
  public get packages(): readonly CatalogPackage[] {
    return this.#packages ??= [...byPackage(this.blobs).values()]
      .sort((left, right) => compareUtf8(left.name, right.name))
      .map((blobs) => CatalogPackage._of(blobs, this.#bundles));
  }

  /** The blobs as compact JSON, one per line. */
  public get jsonLines(): string {
    return this.#jsonLines ??= blobsToJsonLines(this.blobs);
  }

  /** SHA-256 of the JSON lines, in hexadecimal. */
  public get hash(): string {
    return this.#hash ??= createHash('sha256').update(this.jsonLines).digest('hex');
  }

  /** The JSON lines without related images that opm cannot read. */
  public get servableJsonLines(): string {
    const servable = this.blobs.map(servableBlob);
    return servable.every((blob, index) => blob === this.blobs[index]) ? this.jsonLines : blobsToJsonLines(servable);
  }

  /** Returns the same content with other blobs, which belong to the same bundles. */
  public withBlobs(changes: ReadonlyMap<CatalogBlob, CatalogBlob>): CatalogContent {
    const bundles = new Map([...this.#bundles].map(([blob, bundle]) => [changes.get(blob) ?? blob, bundle]));
    return new CatalogContent(this.blobs.map((blob) => changes.get(blob) ?? blob), bundles);
  }

  /** Returns the same content with the manifests of other bundles in some of its bundle blobs. */
  public withBundles(changes: ReadonlyMap<CatalogBlob, Bundle>): CatalogContent {
    const bundles = new Map(this.#bundles);
    const blobs = this.blobs.map((blob) => {
      const bundle = changes.get(blob);
      if (bundle === undefined || blob.schema !== 'olm.bundle') {
        return blob;
      }
      const others = blob.properties.filter(({ type }) => type !== 'olm.bundle.object');
      const changed: CatalogBlob = { ...blob, properties: [...others, ...bundleObjects(bundle)] };
      bundles.delete(blob);
      bundles.set(changed, bundle);
      return changed;
    });
    return new CatalogContent(blobs, bundles);
  }
}
