import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob } from '../declcfg/declcfg';

/**
 * The entries of a channel that a filter keeps, which become more as further ones are matched.
 *
 * If gaps are filled, every matched entry can still be upgraded to the newest of them. oc-mirror chooses the same entries for a range of versions:
 * the matched ones, and a contiguous section of the path along `replaces` that contains or skips all matched entries that the path contains or skips.
 * So an unmatched entry between two matched ones is also kept.
 *
 * @see https://github.com/openshift/oc-mirror
 */
export class KeptChannel {
  /** Names of the matched entries. */
  public readonly matched = new Set<string>();

  readonly #path: readonly string[];

  /** For each entry that is on the path or skipped from it: the last place on the path that is it or skips it. */
  readonly #places = new Map<string, number>();

  /** First place on the path that is kept, and the one after the last. */
  #section: readonly [start: number, end: number] | undefined;

  /**
   * @param fillsGaps whether entries between matched ones are kept
   */
  public constructor(public readonly channel: ChannelBlob, fillsGaps: boolean) {
    this.#path = fillsGaps ? new ChannelGraph(channel.entries).replacesPath() : [];
    const skips = new Map(fillsGaps ? channel.entries.map((entry) => [entry.name, entry.skips ?? []]) : []);
    for (const [place, name] of this.#path.entries()) {
      [name, ...skips.get(name)!].forEach((reached) => this.#places.set(reached, place));
    }
  }

  /** Names of the kept entries. */
  public get kept(): ReadonlySet<string> {
    return new Set([...this.#path.slice(...this.#section ?? [0, 0]), ...this.matched]);
  }

  /**
   * Adds a matched entry.
   *
   * @returns the names of all entries that are kept because of it, some of which may be kept already
   */
  public match(name: string): string[] {
    this.matched.add(name);
    const place = this.#places.get(name);
    if (place === undefined) {
      return [name];
    }
    const [start, end] = this.#section ?? [place, place];
    this.#section = [Math.min(start, place), Math.max(end, place + 1)];
    return [...this.#path.slice(this.#section[0], start), ...this.#path.slice(end, this.#section[1]), name];
  }
}
