import type { ChannelDocument } from './wire';
import { channelHeads } from './channels';
import type { Bundle } from '../bundle';

/** A channel of a package in a catalog. */
export interface CatalogChannel {
  /** The name of the channel. */
  readonly name: string;

  /** Its bundles, oldest first. */
  readonly bundles: Bundle[];

  /** The bundle that every upgrade in the channel leads to. */
  readonly head: Bundle;
}

/**
 * The channel that a document of a catalog describes.
 *
 * @param bundles the bundles of the package, oldest first
 */
export function catalogChannel(channel: ChannelDocument, bundles: readonly Bundle[]): CatalogChannel {
  const members = new Set(channel.entries.map(({ name }) => name));
  const [head] = channelHeads(channel);
  return {
    name: channel.name,
    bundles: bundles.filter(({ name }) => members.has(name)),
    // Every channel of a catalog has a head, or the catalog would have been refused.
    head: bundles.find(({ name }) => name === head!.name)!,
  };
}
