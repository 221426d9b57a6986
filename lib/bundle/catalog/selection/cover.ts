import { replacesPath } from './replaces-path';
import type { ChannelDocument } from '../wire';

/**
 * The entries of a channel to keep so that every wanted one stays, and can be upgraded as before up to the newest of them: as oc-mirror
 * chooses them for a range of versions.
 *
 * That is the piece of the path along `replaces` that holds or skips the wanted entries, without gaps, and the wanted entries that it
 * skips. So an entry that is not wanted stays where it lies between two that are.
 *
 * @see https://github.com/openshift/oc-mirror
 */
export function coverWanted(channel: ChannelDocument, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const path = replacesPath(channel);
  const skips = new Map(channel.entries.map((entry) => [entry.name, entry.skips ?? []]));
  const seen = new Set<string>();
  // Walked from the oldest up: how many wanted entries stand at or below each entry of the path, itself or skipped.
  const counts = path.map(() => 0);
  for (let index = path.length - 1; index >= 0; index--) {
    const name = path[index]!;
    [name, ...skips.get(name)!].filter((candidate) => wanted.has(candidate)).forEach((candidate) => seen.add(candidate));
    counts[index] = seen.size;
  }
  const top = counts.lastIndexOf(seen.size);
  const bottom = counts.indexOf(0);
  const piece = path.slice(top, bottom < 0 ? undefined : bottom);
  return new Set([...piece, ...wanted]);
}
