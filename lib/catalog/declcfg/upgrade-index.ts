import { RangeIndex } from '../../formats/semver/range-index';
import type { Version } from '../../formats/semver/version';
import { parseVersionRange } from '../../formats/semver/version-range';
import type { EdgeField, UpgradeEdges } from './channel-graph';

/** An upgrade that an entry allows. */
export interface AllowedUpgrade<Entry> {
  readonly entry: Entry;
  readonly field: EdgeField;
}

const NO_NAMES: readonly string[] = [];

/** Upgrades that the entries of a channel allow, by the upgraded bundle: the answers of `edgeField` for each entry, without a look at all of them. */
export class UpgradeIndex<Entry extends UpgradeEdges> {
  readonly #replacing: NameIndex;
  readonly #skipping: NameIndex;
  readonly #ranges: RangeIndex;

  /** @param entries the entries; the first one that allows an upgrade has precedence */
  public constructor(private readonly entries: readonly Entry[]) {
    this.#replacing = new NameIndex(entries.map(({ replaces }) => replaces === undefined ? NO_NAMES : [replaces]));
    this.#skipping = new NameIndex(entries.map(({ skips }) => skips ?? NO_NAMES));
    this.#ranges = new RangeIndex(entries.map(({ skipRange }) => skipRange === undefined ? undefined : parseVersionRange(skipRange)));
  }

  /**
   * Returns the upgrade to the first entry that allows one from a bundle, or undefined if none does.
   *
   * @param from name of the bundle
   * @param version its version, if known
   */
  public first(from: string, version: Version | undefined): AllowedUpgrade<Entry> | undefined {
    const replacing = this.#replacing.first(from) ?? Infinity;
    const skipping = this.#skipping.first(from) ?? Infinity;
    const containing = (version === undefined ? undefined : this.#ranges.first(version)) ?? Infinity;
    const index = Math.min(replacing, skipping, containing);
    const entry = this.entries[index];
    return entry === undefined ? undefined : { entry, field: replacing === index ? 'replaces' : skipping === index ? 'skips' : 'skipRange' };
  }

  /** Removes the entries that allow an upgrade from a bundle, and returns them; one that was returned before may be among them. */
  public take(from: string, version: Version | undefined): Entry[] {
    const containing = version === undefined ? [] : this.#ranges.take(version);
    return [...this.#replacing.take(from), ...this.#skipping.take(from), ...containing].map((index) => this.entries[index]!);
  }
}

/** Lists of names, by name. Those with the same name are chained: an array for each name would take several times the memory. */
class NameIndex {
  readonly #links = new Map<string, number>();
  readonly #lists: number[] = [];
  readonly #next: (number | undefined)[] = [];

  public constructor(lists: readonly (readonly string[])[]) {
    // From the last one on, so that each chain begins with the first one.
    for (let index = lists.length - 1; index >= 0; index--) {
      for (const name of lists[index]!) {
        this.#next.push(this.#links.get(name));
        this.#links.set(name, this.#lists.push(index) - 1);
      }
    }
  }

  /** Returns the index of the first list with a name, or undefined if none has it. */
  public first(name: string): number | undefined {
    const link = this.#links.get(name);
    return link === undefined ? undefined : this.#lists[link];
  }

  /** Removes a name from all lists, and returns the indexes of those that had it. */
  public take(name: string): number[] {
    const taken: number[] = [];
    for (let link = this.#links.get(name); link !== undefined; link = this.#next[link]) {
      taken.push(this.#lists[link]!);
    }
    this.#links.delete(name);
    return taken;
  }
}
