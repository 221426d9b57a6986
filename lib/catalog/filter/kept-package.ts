import { compareUtf8 } from '../../formats/json/go-json';
import { quotedList } from '../../text/phrases';
import { compareFacts, newestFirst } from '../declcfg/bundle-facts';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';
import { ChannelGaps, type PackageFilter } from './catalog-filter';
import type { IndexedPackage } from './catalog-index';
import type { MatchedEntries } from './match';
import { KeptChannel } from './kept-channel';
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

  readonly #channelsByName: ReadonlyMap<string, ChannelBlob>;

  /** The channels of which something is kept, by name. */
  readonly #kept = new Map<string, KeptChannel>();

  /**
   * @param matched the entries that the filter matches
   */
  public constructor(public readonly indexed: IndexedPackage, matched: MatchedEntries, private readonly filter: PackageFilter | undefined) {
    this.#gaps = filter?.gaps ?? (filter?.bundles === undefined ? ChannelGaps.FILL : ChannelGaps.BRIDGE);
    this.#channelsByName = new Map(indexed.channels.map((channel) => [channel.name, channel]));
    matched.forEach((names, channel) => names.forEach((name) => this.keep(channel, name)));
  }

  public get name(): string {
    return this.indexed.blob.name;
  }

  /** Returns the channels that may be kept: those that the filter names, or all. */
  public allowedChannels(): readonly ChannelBlob[] {
    const named = this.filter?.channels && new Set(this.filter.channels.map(({ name }) => name));
    return this.indexed.channels.filter(({ name }) => named === undefined || named.has(name));
  }

  public hasChannel(name: string): boolean {
    return this.#kept.has(name);
  }

  /**
   * Keeps an entry of a channel.
   *
   * @returns the names of all entries that are kept because of it, some of which may be kept already
   */
  public keep(channel: string, entry: string): string[] {
    const kept = this.#kept.get(channel) ?? new KeptChannel(this.#channelsByName.get(channel)!, this.#gaps === ChannelGaps.FILL);
    this.#kept.set(channel, kept);
    return kept.match(entry);
  }

  /** Returns the names of the bundles that are kept so far. */
  public bundles(): ReadonlySet<string> {
    return new Set(this.#channels().flatMap(({ kept }) => [...kept]));
  }

  /** Returns what the filter decides about the package. */
  public filtered(problems: string[], notes: string[]): FilteredPackage {
    const channels = this.#channels().map((channel) => this.#filteredChannel(channel, problems, notes));
    const dropped = this.indexed.channels.map(({ name }) => name).filter((name) => !this.#kept.has(name));
    if (dropped.length > 0) {
      notes.push(`package "${this.name}" loses ${dropped.length === 1 ? 'channel' : 'channels'} ${quotedList(dropped)}`);
    }
    return {
      defaultChannel: this.#defaultChannel(channels, problems, notes),
      channels: new Map(channels.map(({ name, entries }) => [name, entries])),
      bundles: this.bundles(),
    };
  }

  #channels(): KeptChannel[] {
    return this.indexed.channels.map(({ name }) => this.#kept.get(name)).filter((found) => found !== undefined);
  }

  #filteredChannel({ channel, kept, matched }: KeptChannel, problems: string[], notes: string[]): ChannelBlob {
    const where = `channel "${channel.name}" of package "${this.name}"`;
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
