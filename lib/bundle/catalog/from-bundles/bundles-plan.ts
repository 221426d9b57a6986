import type { ChannelPlan } from './channel-plan';

/** What a catalog of bundles is to be like. */
export interface BundlesPlan {
  readonly channels: ChannelPlan;
  /** The default channels of packages. */
  readonly defaultChannels: ReadonlyMap<string, string>;
  /** The images of bundles. */
  readonly images: ReadonlyMap<string, string>;
}
