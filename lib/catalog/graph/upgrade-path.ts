import type { UpgradeEdge } from '../diff/catalog-changes';
import { UpgradeEdgeKind } from '../diff/catalog-changes';
import { ChannelGraph } from '../channel-graph';
import type { BundleFacts } from '../selection/bundle-facts';
import type { Version } from '../version';
import { parseVersion } from '../version';
import { parseVersionRange, rangeContains } from '../version-range';
import type { ChannelDocument, ChannelEntry } from '../wire';

/**
 * The upgrades that OLM makes one after the other in a channel, from a bundle on: each time to the entry nearest the head that can follow.
 *
 * Entries that are skipped are not upgraded to. The way may end before the head, where nothing follows.
 *
 * @param from a bundle's name, or a version; neither need be in the channel
 */
export function upgradePath(channel: ChannelDocument, from: string, facts: ReadonlyMap<string, BundleFacts>): UpgradeEdge[] {
  const graph = new ChannelGraph(channel.entries);
  const offered = graph.heads[0] === undefined ? [] : graph.replacesChain(graph.heads[0]);
  const path: UpgradeEdge[] = [];
  const passed = new Set<string>();
  let current: string | undefined = channel.entries.find(({ name }) => name === from || facts.get(name)?.versionText === from)?.name ?? from;
  while (current !== undefined && !passed.has(current)) {
    passed.add(current);
    const at: string = current;
    const version = facts.get(at)?.version ?? parseVersion(at);
    // The chain stands from the head down: the first that can follow is the nearest to the head.
    const hop = offered.map((entry) => edgeTo(entry, at, version)).find((edge) => edge !== undefined);
    if (hop !== undefined) {
      path.push(hop);
    }
    current = hop?.to;
  }
  return path;
}

/** How an entry can follow a bundle; undefined when it cannot. */
function edgeTo({ name: to, replaces, skips, skipRange }: ChannelEntry, from: string, version: Version | undefined): UpgradeEdge | undefined {
  if (to === from) {
    return undefined;
  }
  if (replaces === from) {
    return { from, to, kind: UpgradeEdgeKind.REPLACES };
  }
  if (skips?.includes(from) === true) {
    return { from, to, kind: UpgradeEdgeKind.SKIPS };
  }
  const range = skipRange === undefined ? undefined : parseVersionRange(skipRange);
  return range !== undefined && version !== undefined && rangeContains(range, version) ? { from, to, kind: UpgradeEdgeKind.SKIP_RANGE } : undefined;
}
