import { compareAges, newestFirst } from './bundle-facts';
import type { IndexedPackage } from './catalog-index';
import { SelectionGaps } from './catalog-selection';
import type { PackageSelection } from './catalog-selection';
import { coverWanted } from './cover';
import type { Bridge } from './mend';
import { mendChannel } from './mend';
import type { WantedEntries } from './wanted';
import { ChannelGraph } from '../channel-graph';
import { quotedList } from '../quoted';
import type { ChannelDocument, PackageDocument } from '../wire';
import { compareUtf8 } from '../../go-json';

/** What remains of a package: its documents but for its bundles, which stay as they are. */
export interface MendedPackage {
  readonly document: PackageDocument;
  /** By name. */
  readonly channels: ReadonlyMap<string, ChannelDocument>;
  /** The names of the bundles that stay. */
  readonly bundles: ReadonlySet<string>;
}

/** A package while it is decided what stays of it. */
export class KeptPackage {
  readonly #gaps: SelectionGaps;

  /**
   * @param wanted what the selection names; more may be wanted later
   */
  public constructor(
    public readonly indexed: IndexedPackage, private readonly wanted: WantedEntries, private readonly selection: PackageSelection | undefined,
  ) {
    this.#gaps = selection?.gaps ?? (selection?.bundles === undefined ? SelectionGaps.FILL : SelectionGaps.BRIDGE);
  }

  public get name(): string {
    return this.indexed.document.name;
  }

  /** The channels that may be kept: those that the selection names, or all. */
  public allowedChannels(): readonly ChannelDocument[] {
    const named = this.selection?.channels?.map(({ name }) => name);
    return this.indexed.channels.filter(({ name }) => named === undefined || named.includes(name));
  }

  public hasChannel(name: string): boolean {
    return this.wanted.has(name);
  }

  public want(channel: string, entry: string): void {
    this.wanted.set(channel, new Set([...this.wanted.get(channel) ?? [], entry]));
  }

  /** The names of the bundles that stay, given what is wanted so far. */
  public bundles(): ReadonlySet<string> {
    return new Set(this.#channels().flatMap((channel) => [...this.#kept(channel)]));
  }

  /** What remains of the package. */
  public mended(problems: string[], notes: string[]): MendedPackage {
    const channels = this.#channels().map((channel) => this.#mendedChannel(channel, problems, notes));
    const dropped = this.indexed.channels.map(({ name }) => name).filter((name) => !this.wanted.has(name));
    if (dropped.length > 0) {
      notes.push(`package "${this.name}" loses ${dropped.length === 1 ? 'channel' : 'channels'} ${quotedList(dropped)}`);
    }
    return {
      document: this.#document(channels, problems, notes),
      channels: new Map(channels.map((channel) => [channel.name, channel])),
      bundles: this.bundles(),
    };
  }

  #channels(): ChannelDocument[] {
    return this.indexed.channels.filter(({ name }) => this.wanted.has(name));
  }

  #kept(channel: ChannelDocument): ReadonlySet<string> {
    const wanted = this.wanted.get(channel.name)!;
    return this.#gaps === SelectionGaps.FILL ? coverWanted(channel, wanted) : wanted;
  }

  #mendedChannel(channel: ChannelDocument, problems: string[], notes: string[]): ChannelDocument {
    const where = `channel "${channel.name}" of package "${this.name}"`;
    const [kept, wanted] = [this.#kept(channel), this.wanted.get(channel.name)!];
    const between = [...kept].filter((name) => !wanted.has(name));
    if (between.length > 0) {
      notes.push(`${where} also keeps ${quotedList(between)}: upgrades between what is selected lead over ${between.length === 1 ? 'it' : 'them'}`);
    }
    const names = channel.entries.map(({ name }) => name);
    const { channel: mended, bridges } = mendChannel(channel, kept, newestFirst(names, this.indexed.bundles));
    if (this.#gaps === SelectionGaps.REFUSE && bridges.length > 0) {
      problems.push(`${where} would need upgrades that its authors did not make: ${bridges.map(({ from, to }) => `"${from}" to "${to}"`).join(', ')}; `
        + "select what lies between, or set 'gaps' to SelectionGaps.FILL or SelectionGaps.BRIDGE");
    } else {
      bridges.forEach((bridge) => notes.push(`${where} ${bridgeText(bridge)}`));
    }
    return mended;
  }

  #document(channels: readonly ChannelDocument[], problems: string[], notes: string[]): PackageDocument {
    const { document, bundles } = this.indexed;
    const names = channels.map(({ name }) => name);
    const asked = this.selection?.defaultChannel;
    if (asked !== undefined && !names.includes(asked)) {
      problems.push(`package "${this.name}" cannot have the default channel "${asked}": what is kept of it is in ${quotedList(names)}`);
    }
    if (asked !== undefined || names.includes(document.defaultChannel)) {
      return asked === undefined ? document : { ...document, defaultChannel: asked };
    }
    const byHead = [...channels].sort((left, right) => (
      compareAges(bundles.get(headOf(right)), bundles.get(headOf(left))) || compareUtf8(left.name, right.name)
    ));
    const chosen = byHead[0]?.name ?? document.defaultChannel;
    notes.push(`package "${this.name}" gets the default channel "${chosen}", which has the highest version, as "${document.defaultChannel}" goes; `
      + "give 'defaultChannel' for another");
    return { ...document, defaultChannel: chosen };
  }
}

function headOf({ entries }: ChannelDocument): string {
  return new ChannelGraph(entries).heads[0]!.name;
}

function bridgeText({ from, to, ledBefore }: Bridge): string {
  return ledBefore
    ? `upgrades "${from}" straight to "${to}", as what lay between goes`
    : `upgrades "${from}" to "${to}", though the catalog leads from neither to the other`;
}
