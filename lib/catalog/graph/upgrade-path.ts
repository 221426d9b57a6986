import { parseVersion, type Version } from '../../formats/semver/version';
import { type UpgradeEdge, UpgradeEdgeKind } from '../compare/catalog-changes';
import type { BundleFacts } from '../declcfg/bundle-facts';
import { ChannelGraph, type EdgeField, edgeField } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';

/**
 * Returns the upgrades that OLM makes one after the other in a channel, each to the entry nearest to the head that allows it.
 *
 * OLM does not upgrade to skipped entries, nor to bundles with the property `olm.deprecated`. The path may end before the head, where no upgrade is
 * possible.
 *
 * @param from name or version of a bundle, which need not be in the channel
 * @param fromVersion its version, if `from` is a name and it is not in the channel
 */
export function upgradePath(channel: ChannelBlob, from: string, facts: ReadonlyMap<string, BundleFacts>, fromVersion: string = from): UpgradeEdge[] {
  const offered = offeredEntries(channel, facts);
  const path: UpgradeEdge[] = [];
  const passed = new Set<string>();
  let current: string | undefined = channel.entries.find(({ name }) => name === from || facts.get(name)?.versionString === from)?.name ?? from;
  while (current !== undefined && !passed.has(current)) {
    passed.add(current);
    const at: string = current;
    const version = facts.get(at)?.version ?? parseVersion(fromVersion);
    // The chain runs from the head down, so the first possible upgrade is the nearest to the head.
    const hop = offered.map((entry) => edgeTo(entry, at, version)).find((edge) => edge !== undefined);
    // An entry whose range includes its own version: OLM stays at it.
    const next = hop?.toBundle === at ? undefined : hop;
    if (next !== undefined) {
      path.push(next);
    }
    current = next?.toBundle;
  }
  return path;
}

/** Returns the entries that OLM installs, from the head down: those that are neither skipped nor have the property `olm.deprecated`. */
export function offeredEntries(channel: ChannelBlob, facts: ReadonlyMap<string, BundleFacts>): readonly ChannelEntry[] {
  const graph = new ChannelGraph(channel.entries);
  const chain = graph.heads[0] === undefined ? [] : graph.replacesChain(graph.heads[0]);
  return chain.filter(({ name }) => facts.get(name)?.isDeprecated !== true);
}

const KINDS: { readonly [field in EdgeField]: UpgradeEdgeKind } = {
  replaces: UpgradeEdgeKind.REPLACES, skips: UpgradeEdgeKind.SKIPS, skipRange: UpgradeEdgeKind.SKIP_RANGE,
};

/** Returns the upgrade from a bundle to an entry, which may be the same one if its range includes it, or undefined. */
function edgeTo(entry: ChannelEntry, from: string, version: Version | undefined): UpgradeEdge | undefined {
  const field = edgeField(entry, from, version);
  return field === undefined ? undefined : { fromBundle: from, toBundle: entry.name, kind: KINDS[field] };
}
