import { groupByEach } from './group-by';
import { append } from './lists';
import { perObject } from './per-object';

/** Maximum number of names that an unknown name is compared with. */
const MAX_COMPARED_NAMES = 100;

/** Maximum number of entries of the index that are read for an unknown name. */
const MAX_READ_ENTRIES = 2000;

/** More bigrams than a name has that is compared: Kubernetes' names have at most 253 characters. */
const MAX_BIGRAMS = 300;

const PERCENT = 100;

/**
 * Returns the names to compare an unknown name with: all of a short list, or those of a long list that share the most bigrams with it.
 *
 * @param names a list that does not change, because its index is kept
 */
export function namesToCompare(name: string, names: readonly string[]): readonly string[] {
  return names.length <= MAX_COMPARED_NAMES ? names : INDEX(names).similarTo(name);
}

/** The index of a long list, so that looking for many unknown names in one takes linear time. */
const INDEX = perObject((names: readonly string[]) => new NameIndex(names));

/** A name of a list, with its bigrams. */
interface IndexedName {
  readonly name: string;
  readonly bigrams: readonly string[];
}

/** An index of names by their bigrams. */
class NameIndex {
  private readonly byBigram: ReadonlyMap<string, readonly IndexedName[]>;

  public constructor(names: readonly string[]) {
    const indexed = [...new Set(names)].map((name) => ({ name, bigrams: [...bigramsOf(name)] }));
    this.byBigram = groupByEach(indexed.filter(({ bigrams }) => bigrams.length <= MAX_BIGRAMS), ({ bigrams }) => bigrams);
  }

  /** Returns the names that differ in the fewest bigrams, and those that contain the name or are contained in it. */
  public similarTo(name: string): string[] {
    const bigrams = bigramsOf(name);
    const common = this.inCommon(bigrams);
    return [...new Set([
      ...lowest(common, (known, count) => MAX_BIGRAMS + known.bigrams.length - 2 * count),
      ...lowest(common, (known, count) => PERCENT - Math.floor((PERCENT * count) / Math.min(known.bigrams.length, bigrams.size))),
    ])];
  }

  /** Counts the bigrams that each name shares. Rare ones are read first: those of `operator`, for example, are in too many names. */
  private inCommon(bigrams: ReadonlySet<string>): ReadonlyMap<IndexedName, number> {
    const common = new Map<IndexedName, number>();
    let left = MAX_READ_ENTRIES;
    for (const found of [...bigrams].map((bigram) => this.byBigram.get(bigram) ?? []).sort((one, other) => one.length - other.length)) {
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
    append(found, (byRank[rank] ?? []).slice(0, MAX_COMPARED_NAMES / 2 - found.length));
  }
  return found;
}

/** Returns the bigrams of a name: each two adjacent characters, where a line break stands before the first and after the last. */
function bigramsOf(name: string): Set<string> {
  const padded = `\n${name}\n`;
  return new Set(Array.from({ length: name.length + 1 }, (_, at) => padded.slice(at, at + 2)));
}
