/** How many names an unknown one is compared with, at most. */
const MAX_COMPARED_NAMES = 100;

/** How many occurrences of its pairs of letters are looked at to find them, at most. */
const MAX_OCCURRENCES = 2000;

/** More pairs than a name has that is compared: Kubernetes' names have at most 253 characters. */
const MAX_PAIRS = 300;

const PERCENT = 100;

/** Indexes of long lists, so that looking for many unknown names in one takes linear time. */
const INDEXES = new WeakMap<readonly string[], NameIndex>();

/**
 * Returns the names to compare an unknown name with: all of a short list, and of a long one those that have most pairs of letters in common with it.
 *
 * @param names a list that does not change, because its index is kept
 */
export function namesToCompare(name: string, names: readonly string[]): readonly string[] {
  if (names.length <= MAX_COMPARED_NAMES) {
    return names;
  }
  const index = INDEXES.get(names) ?? new NameIndex(names);
  INDEXES.set(names, index);
  return index.similarTo(name);
}

/** A name of a list, and how many pairs of letters it has. */
interface IndexedName {
  readonly name: string;
  readonly size: number;
}

/** Names by the pairs of letters in them. */
class NameIndex {
  private readonly byPair = new Map<string, IndexedName[]>();

  public constructor(names: readonly string[]) {
    for (const name of new Set(names)) {
      const pairs = pairsOf(name);
      const indexed = { name, size: pairs.size };
      for (const pair of pairs.size > MAX_PAIRS ? [] : pairs) {
        const found = this.byPair.get(pair);
        if (found === undefined) {
          this.byPair.set(pair, [indexed]);
        } else {
          found.push(indexed);
        }
      }
    }
  }

  /** Returns the names that differ in the fewest pairs, and those that are parts of the name or of which it is a part. */
  public similarTo(name: string): string[] {
    const pairs = pairsOf(name);
    const common = this.inCommon(pairs);
    return [...new Set([
      ...lowest(common, ({ size }, count) => MAX_PAIRS + size - 2 * count),
      ...lowest(common, ({ size }, count) => PERCENT - Math.floor((PERCENT * count) / Math.min(size, pairs.size))),
    ])];
  }

  /** Returns how many pairs the names have in common. Rare pairs come first: common ones, as of `operator`, say little and are in too many names. */
  private inCommon(pairs: ReadonlySet<string>): ReadonlyMap<IndexedName, number> {
    const common = new Map<IndexedName, number>();
    let left = MAX_OCCURRENCES;
    for (const found of [...pairs].map((pair) => this.byPair.get(pair) ?? []).sort((one, other) => one.length - other.length)) {
      for (const indexed of found.slice(0, left)) {
        common.set(indexed, (common.get(indexed) ?? 0) + 1);
      }
      left = Math.max(0, left - found.length);
    }
    return common;
  }
}

/** Returns half as many names as are compared: those with the lowest ranks, without sorting all, which would take most of the time. */
function lowest(common: ReadonlyMap<IndexedName, number>, rankOf: (name: IndexedName, count: number) => number): string[] {
  const byRank: string[][] = [];
  common.forEach((count, indexed) => (byRank[rankOf(indexed, count)] ??= []).push(indexed.name));
  const found: string[] = [];
  for (let rank = 0; rank < byRank.length && found.length < MAX_COMPARED_NAMES / 2; rank++) {
    found.push(...(byRank[rank] ?? []).slice(0, MAX_COMPARED_NAMES / 2 - found.length));
  }
  return found;
}

/** Returns the pairs of adjacent letters of a name, with its beginning and its end. */
function pairsOf(name: string): Set<string> {
  const padded = `\n${name}\n`;
  return new Set(Array.from({ length: name.length + 1 }, (_, at) => padded.slice(at, at + 2)));
}
