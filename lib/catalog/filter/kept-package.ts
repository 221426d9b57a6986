import { compareUtf8 } from '../../formats/json/go-json';
import { quotedList } from '../../text/phrases';
import { compareFacts, newestFirst } from '../declcfg/bundle-facts';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';
import { ChannelGaps, type PackageFilter } from './catalog-filter';
import type { IndexedPackage } from './catalog-index';
import type { MatchedEntries } from './match';
import { type Bridge, repairChannel } from './repair-channel';

/** What a filter decides about a package. Every other field of its blobs stays as it is. */
export interface FilteredPackage {
  readonly defaultChannel: string;
  /** Entries of the kept channels, by the name of the channel. */
  readonly channels: ReadonlyMap<string, readonly ChannelEntry[]>;
  /** Names of the kept bundles. */
  readonly bundles: ReadonlySet<string>;
}

/** A package while the filter determines its kept channels and bundles. */
export class KeptPackage {
  readonly #gaps: ChannelGaps;

  /**
   * @param matched the entries that the filter matches; `keep` adds to them
   */
  public constructor(
    public readonly indexed: IndexedPackage, private readonly matched: MatchedEntries, private readonly filter: PackageFilter | undefined,
  ) {
    this.#gaps = filter?.gaps ?? (filter?.bundles === undefined ? ChannelGaps.FILL : ChannelGaps.BRIDGE);
  }

  public get name(): string {
    return this.indexed.blob.name;
  }

  /** Returns the channels that may be kept: those that the filter names, or all. */
  public allowedChannels(): readonly ChannelBlob[] {
    const named = this.filter?.channels?.map(({ name }) => name);
    return this.indexed.channels.filter(({ name }) => named === undefined || named.includes(name));
  }

  public hasChannel(name: string): boolean {
    return this.matched.has(name);
  }

  /** Keeps an entry in addition to the matched ones. */
  public keep(channel: string, entry: string): void {
    this.matched.set(channel, (this.matched.get(channel) ?? new Set()).add(entry));
  }

  /** Returns the names of the bundles that are kept so far. */
  public bundles(): ReadonlySet<string> {
    return new Set(this.#channels().flatMap((channel) => [...this.#kept(channel)]));
  }

  /** Returns what the filter decides about the package. */
  public filtered(problems: string[], notes: string[]): FilteredPackage {
    const channels = this.#channels().map((channel) => this.#filteredChannel(channel, problems, notes));
    const dropped = this.indexed.channels.map(({ name }) => name).filter((name) => !this.matched.has(name));
    if (dropped.length > 0) {
      notes.push(`package "${this.name}" loses ${dropped.length === 1 ? 'channel' : 'channels'} ${quotedList(dropped)}`);
    }
    return {
      defaultChannel: this.#defaultChannel(channels, problems, notes),
      channels: new Map(channels.map(({ name, entries }) => [name, entries])),
      bundles: this.bundles(),
    };
  }

  #channels(): ChannelBlob[] {
    return this.indexed.channels.filter(({ name }) => this.matched.has(name));
  }

  #kept(channel: ChannelBlob): ReadonlySet<string> {
    const matched = this.matched.get(channel.name)!;
    return this.#gaps === ChannelGaps.FILL ? fillGaps(channel, matched) : matched;
  }

  #filteredChannel(channel: ChannelBlob, problems: string[], notes: string[]): ChannelBlob {
    const where = `channel "${channel.name}" of package "${this.name}"`;
    const [kept, matched] = [this.#kept(channel), this.matched.get(channel.name)!];
    const between = [...kept].filter((name) => !matched.has(name));
    if (between.length > 0) {
      notes.push(`${where} also keeps ${quotedList(between)}: upgrades between matched bundles pass through ${between.length === 1 ? 'it' : 'them'}`);
    }
    const names = channel.entries.map(({ name }) => name);
    const { channel: repaired, bridges } = repairChannel(channel, kept, newestFirst(names, this.indexed.bundles));
    if (this.#gaps === ChannelGaps.REFUSE && bridges.length > 0) {
      problems.push(`${where} would need upgrades that its authors did not provide: ${bridges.map(({ from, to }) => `"${from}" to "${to}"`).join(', ')}; `
        + "include the bundles between them, or set 'gaps' to ChannelGaps.FILL or ChannelGaps.BRIDGE");
    } else {
      bridges.forEach((bridge) => notes.push(`${where} ${bridgeText(bridge)}`));
    }
    return repaired;
  }

  #defaultChannel(channels: readonly ChannelBlob[], problems: string[], notes: string[]): string {
    const { blob, bundles } = this.indexed;
    const names = channels.map(({ name }) => name);
    const requested = this.filter?.defaultChannel;
    if (requested !== undefined && !names.includes(requested)) {
      problems.push(`package "${this.name}" cannot have the default channel "${requested}": its kept bundles are in ${quotedList(names)}`);
    }
    if (requested !== undefined || names.includes(blob.defaultChannel)) {
      return requested ?? blob.defaultChannel;
    }
    const byHead = [...channels].sort((left, right) => (
      compareFacts(bundles.get(headOf(right)), bundles.get(headOf(left))) || compareUtf8(left.name, right.name)
    ));
    const chosen = byHead[0]?.name ?? blob.defaultChannel;
    notes.push(`package "${this.name}" becomes the default channel "${chosen}", which has the highest version, because "${blob.defaultChannel}" is removed; `
      + "set 'defaultChannel' to choose another");
    return chosen;
  }
}

function headOf({ entries }: ChannelBlob): string {
  return new ChannelGraph(entries).heads[0]!.name;
}

function bridgeText({ from, to, wasReachable }: Bridge): string {
  return wasReachable
    ? `upgrades "${from}" directly to "${to}", because the bundles between them are removed`
    : `upgrades "${from}" to "${to}", although the catalog has no upgrade path between them`;
}

/**
 * Returns the entries of a channel that must be kept so that every matched entry can still be upgraded to the newest of them. oc-mirror chooses the
 * same entries for a range of versions.
 *
 * These are the matched entries, and a contiguous section of the path along `replaces` that contains or skips all matched entries that the path
 * contains or skips. So an unmatched entry between two matched ones is also kept.
 *
 * @see https://github.com/openshift/oc-mirror
 */
export function fillGaps(channel: ChannelBlob, matched: ReadonlySet<string>): ReadonlySet<string> {
  const path = new ChannelGraph(channel.entries).replacesPath();
  const skips = new Map(channel.entries.map((entry) => [entry.name, entry.skips ?? []]));
  const reached = new Set<string>();
  // For each entry of the path: the number of matched entries that it and the older entries are or skip.
  const counts = path.map(() => 0);
  for (let index = path.length - 1; index >= 0; index--) {
    const name = path[index]!;
    for (const candidate of [name, ...skips.get(name)!]) {
      if (matched.has(candidate)) {
        reached.add(candidate);
      }
    }
    counts[index] = reached.size;
  }
  const newest = counts.lastIndexOf(reached.size);
  const firstUnneeded = counts.indexOf(0);
  const section = path.slice(newest, firstUnneeded < 0 ? undefined : firstUnneeded);
  return new Set([...section, ...matched]);
}
