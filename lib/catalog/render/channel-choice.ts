import { compareUtf8 } from '../../formats/json/go-json';
import { parseVersion } from '../../formats/semver/version';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob } from '../declcfg/declcfg';
import { UpgradeIndex } from '../declcfg/upgrade-index';

/** A bundle that may be installed already. */
export interface EarlierBundle {
  readonly name: string;
  readonly version: string;
}

/** A channel that has the requested bundle as its head. */
export interface FittingChannel {
  readonly name: string;

  /** Names of the earlier bundles from which OLM would not upgrade along the channel. */
  readonly stranded: readonly string[];

  /** Number of the earlier bundles in the channel. */
  readonly members: number;
}

/**
 * Returns the channels of which a bundle is the head, the best one first: those that upgrade from more of the earlier bundles; of these, those that
 * have more of them; of these, the preferred ones; of these, the first by name.
 *
 * @param head name of the bundle
 * @param channels channels of its package
 * @param preferred names of preferred channels, which need not exist, the most preferred one first
 */
export function fittingChannels(
  head: string, earlier: readonly EarlierBundle[], channels: readonly ChannelBlob[], preferred: readonly string[],
): FittingChannel[] {
  const rank = ({ name }: FittingChannel): number => (preferred.includes(name) ? preferred.indexOf(name) : preferred.length);
  return channels.flatMap((channel) => fit(channel, head, earlier)).sort((left, right) => (
    left.stranded.length - right.stranded.length || right.members - left.members || rank(left) - rank(right) || compareUtf8(left.name, right.name)
  ));
}

function fit({ name, entries }: ChannelBlob, head: string, earlier: readonly EarlierBundle[]): FittingChannel[] {
  const graph = new ChannelGraph(entries);
  const [entry, another] = graph.heads;
  if (entry?.name !== head || another !== undefined) {
    return [];
  }
  const offered = graph.replacesChain(entry);
  const upgrades = new UpgradeIndex(offered);
  const onPath = new Set(offered.map((offer) => offer.name));
  const isUpgraded = ({ name: bundle, version }: EarlierBundle): boolean => (
    onPath.has(bundle) || upgrades.first(bundle, parseVersion(version)) !== undefined
  );
  return [{
    name,
    stranded: earlier.filter((bundle) => !isUpgraded(bundle)).map((bundle) => bundle.name).sort(compareUtf8),
    members: earlier.filter((bundle) => graph.entry(bundle.name) !== undefined).length,
  }];
}
