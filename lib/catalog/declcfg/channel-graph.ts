import type { ChannelDocument, ChannelEntry } from './wire';

/**
 * The upgrade graph of a channel: its entries, and which of them can follow which.
 *
 * It goes by opm's rules, for which `replaces` and `skips` are edges and `skipRange` is not. Entries may well be wrong: several heads,
 * none, circles. All of it takes time in proportion to the entries.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmchannel-1
 */
export class ChannelGraph {
  readonly #byName: ReadonlyMap<string, ChannelEntry>;
  readonly #skipped: ReadonlySet<string>;

  /** The entries that no other entry replaces or skips. A sound channel has exactly one. */
  public readonly heads: readonly ChannelEntry[];

  /** The entries, all of different names. */
  public readonly entries: readonly ChannelEntry[];

  /**
   * @param entries the entries of the channel; of several with one name the last counts
   */
  public constructor(entries: readonly ChannelEntry[]) {
    this.#byName = new Map(entries.map((entry) => [entry.name, entry]));
    this.entries = [...this.#byName.values()];
    this.#skipped = new Set(entries.flatMap(({ skips }) => skips ?? []));
    const followed = new Set([...this.#skipped, ...entries.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces]))]);
    this.heads = this.entries.filter(({ name }) => !followed.has(name));
  }

  /** Whether another entry skips it. */
  public isSkipped(name: string): boolean {
    return this.#skipped.has(name);
  }

  /** The entry of a bundle. */
  public entry(name: string): ChannelEntry | undefined {
    return this.#byName.get(name);
  }

  /**
   * The entries along `replaces` from one on, itself first. The way ends before an entry that is skipped, at one whose `replaces` is not
   * in the channel, or where it would come back to an entry that it has passed.
   */
  public replacesChain(from: ChannelEntry): readonly ChannelEntry[] {
    const chain = new Map<string, ChannelEntry>();
    let current: ChannelEntry | undefined = from;
    while (current !== undefined && !chain.has(current.name)) {
      chain.set(current.name, current);
      current = this.#replaced(current);
    }
    return [...chain.values()];
  }

  /**
   * The circle that `replaces` leads into from an entry: the names in order, the first one again at the end. Undefined when it leads into
   * none.
   */
  public cycleFrom(from: ChannelEntry): readonly string[] | undefined {
    const names = this.replacesChain(from).map(({ name }) => name);
    const back = this.#replaced(this.entry(names.at(-1)!) ?? from);
    return back === undefined ? undefined : [...names.slice(names.indexOf(back.name)), back.name];
  }

  /** The entries that are neither skipped nor reached along `replaces` from the head. */
  public strandedFrom(head: ChannelEntry): readonly ChannelEntry[] {
    const reached = new Set(this.replacesChain(head).map(({ name }) => name));
    return this.entries.filter(({ name }) => !reached.has(name) && !this.#skipped.has(name));
  }

  #replaced({ replaces }: ChannelEntry): ChannelEntry | undefined {
    return replaces === undefined || this.#skipped.has(replaces) ? undefined : this.#byName.get(replaces);
  }
}

/** The entries of a channel that no other entry replaces or skips. */
export function channelHeads({ entries }: ChannelDocument): readonly ChannelEntry[] {
  return new ChannelGraph(entries).heads;
}
