import { compareVersions, type Version } from './version';
import type { VersionRange } from './version-range';

/** Places in a sorted list: from the first up to, but not including, the last. */
export type Slice = readonly [start: number, end: number];

/**
 * Returns the slices of a list of versions that a range contains. They may overlap.
 *
 * @param versions sorted from the oldest to the newest
 */
export function rangeSlices({ alternatives }: VersionRange, versions: readonly Version[]): Slice[] {
  return alternatives.flatMap((comparisons) => {
    let [start, end] = [0, versions.length];
    const excluded: Slice[] = [];
    for (const { operator, version } of comparisons) {
      const first = firstPlace(versions, (found) => compareVersions(found, version) >= 0);
      const next = firstPlace(versions, (found) => compareVersions(found, version) > 0);
      switch (operator) {
        case '!': excluded.push([first, next]); break;
        case '=': [start, end] = [Math.max(start, first), Math.min(end, next)]; break;
        case '<': end = Math.min(end, first); break;
        case '<=': end = Math.min(end, next); break;
        case '>': start = Math.max(start, next); break;
        case '>=': start = Math.max(start, first); break;
      }
    }
    return without([start, end], excluded.sort(([left], [right]) => left - right));
  });
}

function without([start, end]: Slice, excluded: readonly Slice[]): Slice[] {
  const starts = [start, ...excluded.map(([, next]) => Math.max(start, next))];
  const ends = [...excluded.map(([first]) => Math.min(end, first)), end];
  return starts.map((from, index) => [from, ends[index]!] as const).filter(([from, to]) => from < to);
}

/** Returns the first place in a sorted list from which on a condition holds. */
function firstPlace(versions: readonly Version[], holds: (version: Version) => boolean): number {
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = holds(versions[middle]!) ? [low, middle] : [middle + 1, high];
  }
  return low;
}
