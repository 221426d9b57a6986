import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob } from '../declcfg/declcfg';

/**
 * Returns the entries of a channel that must be kept so that every matched entry can still be upgraded to the newest of them. oc-mirror chooses the
 * same entries for a range of versions.
 *
 * These are the matched entries, and a contiguous section of the path along `replaces` that contains or skips all matched entries that the path
 * contains or skips. So an unmatched entry between two matched ones is also kept.
 *
 * @see https://github.com/openshift/oc-mirror
 */
export function fillGaps(channel: ChannelBlob, matched: ReadonlySet<string>): ReadonlySet<string> {
  const path = new ChannelGraph(channel.entries).replacesPath();
  const skips = new Map(channel.entries.map((entry) => [entry.name, entry.skips ?? []]));
  const reached = new Set<string>();
  // For each entry of the path: the number of matched entries that it and the older entries are or skip.
  const counts = path.map(() => 0);
  for (let index = path.length - 1; index >= 0; index--) {
    const name = path[index]!;
    for (const candidate of [name, ...skips.get(name)!]) {
      if (matched.has(candidate)) {
        reached.add(candidate);
      }
    }
    counts[index] = reached.size;
  }
  const newest = counts.lastIndexOf(reached.size);
  const firstUnneeded = counts.indexOf(0);
  const section = path.slice(newest, firstUnneeded < 0 ? undefined : firstUnneeded);
  return new Set([...section, ...matched]);
}
