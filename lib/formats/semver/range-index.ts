import { compareVersions, type Version } from './version';
import type { VersionRange } from './version-range';

/** An alternative of a range: all versions from one position to another, both included. */
type Span = readonly [from: number, to: number];

/**
 * Version ranges by the versions that they contain, for questions about many versions: each takes logarithmic time instead of a look at every range.
 *
 * The bounds of all ranges divide the versions into positions: those before the first bound, the first bound, those before the second one, and so on.
 * The ranges are in a segment tree over these positions.
 */
export class RangeIndex {
  readonly #bounds: readonly Version[];
  readonly #nodes: (number[] | undefined)[];
  readonly #size: number;

  /** @param ranges the ranges; undefined for one that contains nothing */
  public constructor(ranges: readonly (VersionRange | undefined)[]) {
    this.#bounds = distinct(ranges.flatMap((range) => (range?.alternatives ?? []).flatMap((terms) => terms.map(({ version }) => version))));
    this.#size = 2 * this.#bounds.length + 1;
    this.#nodes = Array.from({ length: 2 * this.#size }, () => undefined);
    ranges.forEach((range, index) => (range?.alternatives ?? []).forEach((terms) => this.#spansOf(terms).forEach((span) => this.#add(index, span))));
  }

  /** Returns the index of the first range that contains a version, or undefined if none does. */
  public first(version: Version): number | undefined {
    let first = Infinity;
    for (let node = this.#leafOf(version); node >= 1; node >>= 1) {
      first = Math.min(first, this.#nodes[node]?.[0] ?? Infinity);
    }
    return first === Infinity ? undefined : first;
  }

  /** Removes the ranges that contain a version, and returns their indexes; one that was returned before may be among them. */
  public take(version: Version): number[] {
    const taken: number[][] = [];
    for (let node = this.#leafOf(version); node >= 1; node >>= 1) {
      taken.push(this.#nodes[node]?.splice(0) ?? []);
    }
    return taken.flat();
  }

  #leafOf(version: Version): number {
    const { index, isBound } = this.#find(version);
    return this.#size + 2 * index + Number(isBound);
  }

  /** Returns the index of the first bound that is not less than a version, and whether it is equal. */
  #find(version: Version): { readonly index: number; readonly isBound: boolean } {
    let [low, high] = [0, this.#bounds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = compareVersions(this.#bounds[middle]!, version) < 0 ? [middle + 1, high] : [low, middle];
    }
    const bound = this.#bounds[low];
    return { index: low, isBound: bound !== undefined && compareVersions(bound, version) === 0 };
  }

  #spansOf(terms: VersionRange['alternatives'][number]): Span[] {
    let [from, to] = [0, this.#size - 1];
    const excluded = new Set<number>();
    for (const { operator, version } of terms) {
      const at = 2 * this.#find(version).index + 1;
      switch (operator) {
        case '=':
          [from, to] = [Math.max(from, at), Math.min(to, at)];
          break;
        case '!':
          excluded.add(at);
          break;
        case '<':
          to = Math.min(to, at - 1);
          break;
        case '<=':
          to = Math.min(to, at);
          break;
        case '>':
          from = Math.max(from, at + 1);
          break;
        case '>=':
          from = Math.max(from, at);
          break;
      }
    }
    const gaps = [...excluded].filter((at) => from <= at && at <= to).sort((one, other) => one - other);
    const starts = [from, ...gaps.map((at) => at + 1)];
    return starts.map((start, index): Span => [start, (gaps[index] ?? to + 1) - 1]).filter(([start, end]) => start <= end);
  }

  #put(index: number, node: number): void {
    const ranges = this.#nodes[node] ?? [];
    ranges.push(index);
    this.#nodes[node] = ranges;
  }

  /** Adds a range to the nodes that together cover a span. */
  #add(index: number, [from, to]: Span): void {
    for (let [left, right] = [from + this.#size, to + this.#size + 1]; left < right; left >>= 1, right >>= 1) {
      if ((left & 1) === 1) {
        this.#put(index, left++);
      }
      if ((right & 1) === 1) {
        this.#put(index, --right);
      }
    }
  }
}

/** Returns versions in order, each one once. */
function distinct(versions: Version[]): Version[] {
  return versions.sort(compareVersions).filter((version, index, sorted) => index === 0 || compareVersions(sorted[index - 1]!, version) !== 0);
}
