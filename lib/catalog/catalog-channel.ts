import type { CatalogBundle } from './catalog-bundle';
import { ChannelGraph } from './channel-graph';
import { upgradePath } from './picture/upgrade-path';
import { quoted, quotedList } from './quoted';
import { bundleFacts } from './selection/bundle-facts';
import type { BundleFacts } from './selection/bundle-facts';
import type { ChannelDocument } from './wire';

/** A bundle's place in a channel: what it can follow. */
export interface CatalogChannelEntry {
  /** The bundle. */
  readonly bundle: CatalogBundle;

  /**
   * The name of the bundle that it replaces. The oldest entry of a channel may name one that is not there.
   *
   * @default - it replaces none
   */
  readonly replaces?: string;

  /** The names of the bundles that it can follow too, and that are not installed any more by themselves. */
  readonly skips: string[];

  /**
   * The versions that it can follow too, such as `>=1.0.0 <1.2.0`.
   *
   * @default - none
   */
  readonly skipRange?: string;
}

/**
 * A channel of a package in a catalog: bundles that follow each other.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmchannel-1
 */
export class CatalogChannel {
  /**
   * @internal
   * @param document a channel that opm accepts
   * @param bundles the bundles of the package, oldest first
   */
  public static _of(document: ChannelDocument, bundles: readonly CatalogBundle[], deprecation: string | undefined): CatalogChannel {
    return new CatalogChannel(document, bundles, deprecation);
  }

  /** The name of the channel. */
  public readonly name: string;

  /** The name of the package. */
  public readonly package: string;

  /** Its entries, in the order of the catalog. */
  public readonly entries: CatalogChannelEntry[];

  /** Its bundles, oldest first. */
  public readonly bundles: CatalogBundle[];

  /** The bundle that every upgrade in the channel leads to. */
  public readonly head: CatalogBundle;

  /** What users are told who follow it, as it should not be used any more; undefined when it is not deprecated. */
  public readonly deprecation?: string;

  readonly #document: ChannelDocument;
  readonly #bundles: ReadonlyMap<string, CatalogBundle>;

  private constructor(document: ChannelDocument, bundles: readonly CatalogBundle[], deprecation: string | undefined) {
    this.name = document.name;
    this.package = document.package;
    this.#document = document;
    const graph = new ChannelGraph(document.entries);
    const members = bundles.filter(({ name }) => graph.entry(name) !== undefined);
    this.#bundles = new Map(members.map((bundle) => [bundle.name, bundle]));
    this.bundles = members;
    this.entries = document.entries.map(({ name, replaces, skips = [], skipRange }) => ({
      bundle: this.#bundles.get(name)!,
      ...(replaces === undefined ? {} : { replaces }),
      skips: [...skips],
      ...(skipRange === undefined ? {} : { skipRange }),
    }));
    this.head = this.#bundles.get(graph.heads[0]!.name)!;
    if (deprecation !== undefined) {
      this.deprecation = deprecation;
    }
  }

  /**
   * The bundles that OLM installs one after the other on the way from a bundle to the head, without the one that it begins with. Each time
   * it goes to the one nearest to the head that can follow, by `replaces`, `skips` or `skipRange`; to skipped ones it never goes. The way is
   * empty at the head, and ends before it where nothing can follow.
   *
   * @param from the name or the version of a bundle; it may be one that is not in the channel any more
   * @throws Error when it is not in the channel, and nothing in the channel can follow it
   */
  public pathToHead(from: string): CatalogBundle[] {
    const path = upgradePath(this.#document, from, this.#facts()).map(({ to }) => this.#bundles.get(to)!);
    if (path.length === 0 && !this.bundles.some(({ name, version }) => name === from || version === from)) {
      throw new Error(`channel ${quoted(this.name)} of package ${quoted(this.package)} has no bundle ${quoted(from)}, and none that can follow it; it has `
        + quotedList(this.bundles.map(({ name }) => name)));
    }
    return path;
  }

  #facts(): ReadonlyMap<string, BundleFacts> {
    return new Map(this.bundles.map((bundle) => [bundle.name, bundleFacts(bundle._document)]));
  }
}
