import type { BundleFacts } from './bundle-of';

/** Bundles of a package, and the channels that installers follow. */
export interface ChannelCase {
  readonly what: string;

  /** Bundle to install. */
  readonly bundle: BundleFacts;

  /** Earlier bundles. */
  readonly previous?: readonly BundleFacts[];

  /** Requested channel. */
  readonly channel?: string;

  /** Channel that a BundleDeployment with OLM v0 follows, or its error. */
  readonly followed: string | { readonly error: string };

  /** Default channel of a catalog with the bundles. */
  readonly default: string;
}

const [ONE, TWO, THREE] = ['demo.v1.0.0', 'demo.v2.0.0', 'demo.v3.0.0'];
const ANNOTATED_STABLE = { defaultChannel: 'stable' };

/** Each has versions that replace one another unless it sets edges. */
export const CHANNEL_CASES: readonly ChannelCase[] = [
  {
    what: 'a single bundle in one channel, whose default channel exists',
    bundle: { channels: 'stable', ...ANNOTATED_STABLE }, followed: 'stable', default: 'stable',
  },
  { what: 'a single bundle in one channel, without a default channel', bundle: { channels: 'fast' }, followed: 'fast', default: 'fast' },
  { what: 'a single bundle in one channel, whose default channel does not exist', bundle: { channels: 'fast', ...ANNOTATED_STABLE }, followed: 'fast', default: 'fast' },
  { what: 'a single bundle in two channels, whose default channel exists', bundle: { channels: 'fast,stable', ...ANNOTATED_STABLE }, followed: 'stable', default: 'stable' },
  { what: 'a single bundle in two channels, whose default channel does not exist', bundle: { channels: 'c,b', ...ANNOTATED_STABLE }, followed: 'b', default: 'b' },
  { what: 'a single bundle, with a requested channel', bundle: { channels: 'b,c', defaultChannel: 'b' }, channel: 'c', followed: 'c', default: 'b' },
  {
    what: 'a channel that both are in, and a default channel that does not exist (strimzi)',
    previous: [{ channels: 'strimzi-1.x,strimzi-1.1.x', ...ANNOTATED_STABLE }],
    bundle: { version: '2.0.0', channels: 'strimzi-1.x,strimzi-1.2.x', ...ANNOTATED_STABLE, replaces: ONE },
    followed: 'strimzi-1.x', default: 'strimzi-1.x',
  },
  {
    what: 'the same without default channels, and an upgrade by skipRange',
    previous: [{ channels: 'b,c' }], bundle: { version: '2.0.0', channels: 'a,c', skips: [ONE], skipRange: '<2.0.0' },
    followed: 'c', default: 'c',
  },
  {
    what: 'two channels that both are in, and a default channel that exists',
    previous: [{ channels: 'fast,stable', ...ANNOTATED_STABLE }], bundle: { version: '2.0.0', channels: 'fast,stable', ...ANNOTATED_STABLE, replaces: ONE },
    followed: 'stable', default: 'stable',
  },
  {
    what: 'two channels that both are in, and a default channel that only the earlier bundle names',
    previous: [{ channels: 'fast,stable', ...ANNOTATED_STABLE }], bundle: { version: '2.0.0', channels: 'fast,stable', replaces: ONE },
    followed: 'stable', default: 'stable',
  },
  {
    what: 'two channels that both are in, and no default channel that exists',
    previous: [{ channels: 'c,b', defaultChannel: 'x' }], bundle: { version: '2.0.0', channels: 'c,b', defaultChannel: 'x', replaces: ONE },
    followed: 'b', default: 'b',
  },
  {
    what: 'an earlier bundle that is not in the default channel of the new one',
    previous: [{ channels: 'fast' }], bundle: { version: '2.0.0', channels: 'fast,stable', ...ANNOTATED_STABLE, replaces: ONE },
    followed: 'fast', default: 'stable',
  },
  {
    what: 'a default channel that exists, but has an earlier head (etcd)',
    previous: [{ channels: 'b', defaultChannel: 'a' }, { version: '1.5.0', channels: 'a', defaultChannel: 'a' }],
    bundle: { version: '2.0.0', channels: 'b', defaultChannel: 'a', replaces: ONE },
    followed: { error: "'b' not from 'demo.v1.5.0'" }, default: 'a',
  },
  {
    what: 'a default channel with an earlier head, from which the new one upgrades',
    previous: [{ channels: 'a,b', defaultChannel: 'a' }], bundle: { version: '2.0.0', channels: 'b', defaultChannel: 'a', replaces: ONE },
    followed: 'b', default: 'a',
  },
  {
    what: 'a default channel of an earlier bundle only, of which the new one names another',
    previous: [{ channels: 'a', defaultChannel: 'a' }], bundle: { version: '2.0.0', channels: 'b', ...ANNOTATED_STABLE, replaces: ONE },
    followed: 'b', default: 'b',
  },
  {
    what: 'more of the earlier bundles in one channel than in another',
    previous: [{ channels: 'b' }, { version: '2.0.0', channels: 'a,b', replaces: ONE }],
    bundle: { version: '3.0.0', channels: 'a,b', replaces: TWO, skips: [ONE] },
    followed: 'b', default: 'b',
  },
  {
    what: 'a channel that leads from more of the earlier bundles than another',
    previous: [{ channels: 'c' }, { version: '1.5.0', channels: 'b', replaces: ONE }, { version: '2.0.0', channels: 'a' }],
    bundle: { version: '3.0.0', channels: 'a,b', replaces: 'demo.v1.5.0', skips: [TWO] },
    followed: 'b', default: 'b',
  },
  {
    what: 'a new channel that upgrades from the earlier one',
    previous: [{ channels: 'v1' }], bundle: { version: '2.0.0', channels: 'v2', replaces: ONE }, followed: 'v2', default: 'v2',
  },
  {
    what: 'a new channel that does not upgrade from the earlier one',
    previous: [{ channels: 'v1' }], bundle: { version: '2.0.0', channels: 'v2' }, followed: { error: "'v2' not from 'demo.v1.0.0'" }, default: 'v2',
  },
  {
    what: 'the same with a requested channel',
    previous: [{ channels: 'v1' }], bundle: { version: '2.0.0', channels: 'v2' }, channel: 'v2', followed: 'v2', default: 'v2',
  },
  {
    what: 'a requested channel with another head',
    previous: [{ channels: 'a' }], bundle: { version: '2.0.0', channels: 'b,c', replaces: ONE }, channel: 'a',
    followed: { error: `the head of channel 'a' is '${ONE}', not the bundle '${TWO}'; set 'channel' to one that has the bundle as its head: 'b', 'c'` },
    default: 'b',
  },
  {
    what: 'a bundle that is the head of no channel',
    previous: [{ version: '3.0.0', channels: 'a,b', replaces: TWO }], bundle: { version: '2.0.0', channels: 'a,b' },
    followed: {
      error: `the head of channel 'a' is '${THREE}', of channel 'b' '${THREE}', not the bundle '${TWO}'; set 'previous' to earlier versions only`,
    },
    default: 'a',
  },
];
