import type { Version } from '../../formats/semver/version';
import { parseVersionRange, rangeContains } from '../../formats/semver/version-range';
import type { ChannelEntry } from './declcfg';

/** What decides from which bundles upgrades to a bundle are allowed. */
export type UpgradeEdges = Pick<ChannelEntry, 'replaces' | 'skips' | 'skipRange'>;

/** A field of an entry that allows upgrades to it. */
export type EdgeField = 'replaces' | 'skips' | 'skipRange';

/**
 * Returns the field of an entry, or of a CSV, that allows the upgrade from a bundle to it, or undefined if it allows none.
 *
 * @param from name of the bundle
 * @param version its version, if known
 */
export function edgeField({ replaces, skips, skipRange }: UpgradeEdges, from: string, version: Version | undefined): EdgeField | undefined {
  if (replaces === from) {
    return 'replaces';
  }
  if (skips?.includes(from) === true) {
    return 'skips';
  }
  const range = skipRange === undefined ? undefined : parseVersionRange(skipRange);
  return range !== undefined && version !== undefined && rangeContains(range, version) ? 'skipRange' : undefined;
}

/**
 * The upgrade graph of a channel.
 *
 * It follows opm's rules: `replaces` and `skips` are edges, `skipRange` is not. The entries may be invalid, with several heads, none, or
 * cycles. All methods take linear time.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmchannel-1
 */
export class ChannelGraph {
  readonly #byName: ReadonlyMap<string, ChannelEntry>;
  readonly #skipped: ReadonlySet<string>;

  /** The entries that no other entry replaces or skips. A valid channel has exactly one. */
  public readonly heads: readonly ChannelEntry[];

  /** The entries, each name once. */
  public readonly entries: readonly ChannelEntry[];

  /**
   * @param entries the entries of the channel; the last one with a name wins
   */
  public constructor(entries: readonly ChannelEntry[]) {
    this.#byName = new Map(entries.map((entry) => [entry.name, entry]));
    this.entries = [...this.#byName.values()];
    this.#skipped = new Set(entries.flatMap(({ skips }) => skips ?? []));
    const followed = new Set([...this.#skipped, ...entries.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces]))]);
    this.heads = this.entries.filter(({ name }) => !followed.has(name));
  }

  /** Whether an entry skips the named bundle. */
  public isSkipped(name: string): boolean {
    return this.#skipped.has(name);
  }

  /** Returns the entry of a bundle. */
  public entry(name: string): ChannelEntry | undefined {
    return this.#byName.get(name);
  }

  /**
   * Returns the entries that opm reaches along `replaces`, from the given one on. The chain ends before a skipped entry, at an entry whose
   * `replaces` is not in the channel, or where it would return to an entry.
   */
  public replacesChain(from: ChannelEntry): readonly ChannelEntry[] {
    return this.#walk(from, (entry) => this.#replaced(entry));
  }

  /** Returns the names of all entries along `replaces` from the head on, including skipped ones, at which opm stops. */
  public replacesPath(): readonly string[] {
    const [head] = this.heads;
    const next = ({ replaces }: ChannelEntry): ChannelEntry | undefined => (replaces === undefined ? undefined : this.#byName.get(replaces));
    return head === undefined ? [] : this.#walk(head, next).map(({ name }) => name);
  }

  /** Returns the cycle that `replaces` leads into from an entry, or undefined: names in order, the first one repeated at the end. */
  public cycleFrom(from: ChannelEntry): readonly string[] | undefined {
    const names = this.replacesChain(from).map(({ name }) => name);
    const back = this.#replaced(this.entry(names.at(-1)!) ?? from);
    return back === undefined ? undefined : [...names.slice(names.indexOf(back.name)), back.name];
  }

  /** Returns the entries that are neither skipped nor reached along `replaces` from the head. */
  public strandedFrom(head: ChannelEntry): readonly ChannelEntry[] {
    const reached = new Set(this.replacesChain(head).map(({ name }) => name));
    return this.entries.filter(({ name }) => !reached.has(name) && !this.#skipped.has(name));
  }

  #walk(from: ChannelEntry, next: (entry: ChannelEntry) => ChannelEntry | undefined): readonly ChannelEntry[] {
    const passed = new Map<string, ChannelEntry>();
    for (let current: ChannelEntry | undefined = from; current !== undefined && !passed.has(current.name); current = next(current)) {
      passed.set(current.name, current);
    }
    return [...passed.values()];
  }

  #replaced({ replaces }: ChannelEntry): ChannelEntry | undefined {
    return replaces === undefined || this.#skipped.has(replaces) ? undefined : this.#byName.get(replaces);
  }
}
