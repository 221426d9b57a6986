import type { CatalogBundle } from './catalog-bundle';
import { ChannelGraph } from './channel-graph';
import { quoted, quotedList } from './quoted';
import { parseVersion } from './version';
import { parseVersionRange, rangeContains } from './version-range';
import type { ChannelDocument, ChannelEntry } from './wire';

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

  readonly #graph: ChannelGraph;
  readonly #bundles: ReadonlyMap<string, CatalogBundle>;

  private constructor(document: ChannelDocument, bundles: readonly CatalogBundle[], deprecation: string | undefined) {
    this.name = document.name;
    this.package = document.package;
    this.#graph = new ChannelGraph(document.entries);
    const members = bundles.filter(({ name }) => this.#graph.entry(name) !== undefined);
    this.#bundles = new Map(members.map((bundle) => [bundle.name, bundle]));
    this.bundles = members;
    this.entries = document.entries.map(({ name, replaces, skips = [], skipRange }) => ({
      bundle: this.#bundles.get(name)!,
      ...(replaces === undefined ? {} : { replaces }),
      skips: [...skips],
      ...(skipRange === undefined ? {} : { skipRange }),
    }));
    this.head = this.#bundles.get(this.#graph.heads[0]!.name)!;
    if (deprecation !== undefined) {
      this.deprecation = deprecation;
    }
  }

  /**
   * The bundle that OLM upgrades to next: of those that can follow a bundle, by `replaces`, `skips` or `skipRange`, the one nearest to the
   * head. Bundles that are skipped are never gone to. Undefined when nothing can follow.
   *
   * @param from the name or the version of a bundle; a name that is not in the channel is one that its entries may replace or skip
   * @throws Error when it is neither in the channel, nor the name or the version of a bundle that an entry can follow
   */
  public next(from: string): CatalogBundle | undefined {
    const start = this.#start(from);
    const found = this.#candidates().find((entry) => canFollow(entry, start));
    if (found === undefined && start.bundle === undefined) {
      throw new Error(`channel ${quoted(this.name)} of package ${quoted(this.package)} has no bundle ${quoted(from)}, and none that can follow it; it has `
        + quotedList(this.bundles.map(({ name }) => name)));
    }
    return found === undefined ? undefined : this.#bundles.get(found.name)!;
  }

  /**
   * The bundles that OLM installs one after the other on the way from a bundle to the head, without the one that it begins with. It is empty
   * at the head, and ends before the head where nothing can follow.
   *
   * @param from the name or the version of a bundle
   * @throws Error when it is neither in the channel, nor the name or the version of a bundle that an entry can follow
   */
  public pathToHead(from: string): CatalogBundle[] {
    const path: CatalogBundle[] = [];
    const passed = new Set([this.#start(from).name]);
    for (let next = this.next(from); next !== undefined && !passed.has(next.name); next = this.next(next.name)) {
      passed.add(next.name);
      path.push(next);
    }
    return path;
  }

  /** The entries that OLM goes to, from the head down. */
  #candidates(): readonly ChannelEntry[] {
    return this.#graph.replacesChain(this.#graph.heads[0]!);
  }

  #start(from: string): UpgradeStart {
    const bundle = this.#bundles.get(from) ?? this.bundles.find(({ version }) => version === from);
    return { bundle, name: bundle?.name ?? from, version: parseVersion(bundle?.version ?? from) };
  }
}

/** What an upgrade begins with. */
interface UpgradeStart {
  /** Undefined when it is not in the channel. */
  readonly bundle: CatalogBundle | undefined;
  readonly name: string;
  readonly version: ReturnType<typeof parseVersion>;
}

function canFollow({ name, replaces, skips = [], skipRange = '' }: ChannelEntry, start: UpgradeStart): boolean {
  if (name === start.name) {
    return false;
  }
  if (replaces === start.name || skips.includes(start.name)) {
    return true;
  }
  const range = parseVersionRange(skipRange);
  return range !== undefined && start.version !== undefined && rangeContains(range, start.version);
}
