import type { Version } from '../../formats/semver/version';
import type { VersionRange } from '../../formats/semver/version-range';
import { rangeSlices } from '../../formats/semver/version-slices';
import { type BundleFacts, compareFacts, newestFirst } from '../declcfg/bundle-facts';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob } from '../declcfg/declcfg';
import type { IndexedPackage } from './catalog-index';
import type { KeptPackage } from './kept-package';
import { MinimumTree } from './minimum-tree';

/** A bundle in a channel. */
export interface Choice {
  readonly channel: string;
  readonly bundle: string;
}

/** A channel from which bundles may be chosen. */
interface OfferingChannel {
  readonly name: string;
  readonly isDefault: boolean;
  /** The entries in the order in which OLM tries them. */
  readonly entries: readonly string[];
}

/**
 * The bundles of a package among which one is chosen for a requirement: from a channel that is kept already rather than from another, from the
 * default channel rather than from another, and in a channel the entry that OLM tries first.
 */
export class PackageChoice {
  readonly #channels: readonly OfferingChannel[];
  readonly #longest: number;

  /** Places of the channels of which nothing is kept. */
  readonly #unkept: Map<string, number>;

  /** Versions from the oldest to the newest. */
  readonly #versions: readonly Version[];

  /** Place of each bundle: first those with a version, as in the list of versions. */
  readonly #places: ReadonlyMap<string, number>;

  /** By place, how early a bundle is chosen, and 0 for those that are kept. */
  readonly #ranks: MinimumTree;
  readonly #kept: MinimumTree;

  /** @param kept what is kept of the package, or undefined if nothing is */
  public constructor({ blob, bundles, channels }: IndexedPackage, kept: KeptPackage | undefined) {
    this.#channels = (kept?.allowedChannels() ?? channels).map((channel) => (
      { name: channel.name, isDefault: channel.name === blob.defaultChannel, entries: headToTail(channel, bundles) }
    ));
    this.#longest = this.#channels.reduce((longest, { entries }) => Math.max(longest, entries.length), 0);
    const [versioned, others] = [true, false].map((has) => [...bundles.values()].filter(({ version }) => (version !== undefined) === has));
    const sorted = [...versioned!.sort(compareFacts), ...others!];
    this.#versions = versioned!.map(({ version }) => version!);
    this.#places = new Map(sorted.map(({ name }, place) => [name, place]));
    this.#ranks = new MinimumTree(sorted.length);
    this.#kept = new MinimumTree(sorted.length);
    this.#unkept = new Map(this.#channels.map(({ name }, index) => [name, index]));
    this.#unkept.forEach((index) => this.#rank(index, false));
    [...this.#unkept.keys()].filter((name) => kept?.hasChannel(name) === true).forEach((name) => this.keep(name, []));
    kept?.bundles().forEach((name) => this.#lower(this.#kept, name, 0));
  }

  /** Records that entries of a channel are kept. */
  public keep(channel: string, names: readonly string[]): void {
    const index = this.#unkept.get(channel);
    if (index !== undefined) {
      this.#unkept.delete(channel);
      this.#rank(index, true);
    }
    names.forEach((name) => this.#lower(this.#kept, name, 0));
  }

  /** Whether a bundle is kept whose version is in a range. */
  public isKept(range: VersionRange): boolean {
    return this.#least(this.#kept, range) === 0;
  }

  /** Returns the bundle that is chosen of those whose version is in a range, or undefined if no channel has one. */
  public inRange(range: VersionRange): Choice | undefined {
    return this.#choice(this.#least(this.#ranks, range));
  }

  /** Returns the bundle that is chosen of some, or undefined if no channel has one. */
  public among(names: readonly string[]): Choice | undefined {
    return this.#choice(names.reduce((least, name) => Math.min(least, this.#ranks.at(this.#places.get(name)!)), Infinity));
  }

  #least(tree: MinimumTree, range: VersionRange): number {
    return rangeSlices(range, this.#versions).reduce((least, [start, end]) => Math.min(least, tree.least(start, end)), Infinity);
  }

  #rank(index: number, isKept: boolean): void {
    const { isDefault, entries } = this.#channels[index]!;
    const rank = (isKept ? 0 : 2) + (isDefault ? 0 : 1);
    entries.forEach((name, depth) => this.#lower(this.#ranks, name, (rank * this.#channels.length + index) * this.#longest + depth));
  }

  #choice(rank: number): Choice | undefined {
    const channel = rank === Infinity ? undefined : this.#channels[Math.floor(rank / this.#longest) % this.#channels.length]!;
    return channel && { channel: channel.name, bundle: channel.entries[rank % this.#longest]! };
  }

  /** Lowers the number of an entry, unless the catalog lacks its bundle. */
  #lower(tree: MinimumTree, name: string, value: number): void {
    const place = this.#places.get(name);
    if (place !== undefined) {
      tree.lower(place, value);
    }
  }
}

/** Returns the entries in the order in which OLM tries them: from the head down, then skipped ones from the newest to the oldest. */
function headToTail(channel: ChannelBlob, facts: ReadonlyMap<string, BundleFacts>): string[] {
  const skipped = new Set(channel.entries.flatMap(({ skips }) => skips ?? []));
  const offered = new Set(new ChannelGraph(channel.entries).replacesPath().filter((name) => !skipped.has(name)));
  return [...offered, ...newestFirst(channel.entries.map(({ name }) => name).filter((name) => !offered.has(name)), facts)];
}
