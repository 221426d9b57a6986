import { parseVersion } from '../../formats/semver/version';
import { type UpgradeEdge, UpgradeEdgeKind } from '../compare/catalog-changes';
import type { BundleFacts } from '../declcfg/bundle-facts';
import { ChannelGraph, type EdgeField } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';
import { UpgradeIndex } from '../declcfg/upgrade-index';

const KINDS: { readonly [field in EdgeField]: UpgradeEdgeKind } = {
  replaces: UpgradeEdgeKind.REPLACES, skips: UpgradeEdgeKind.SKIPS, skipRange: UpgradeEdgeKind.SKIP_RANGE,
};

/**
 * The upgrades that OLM makes one after the other in a channel, each to the entry nearest to the head that allows it.
 *
 * OLM does not upgrade to skipped entries, nor to bundles with the property `olm.deprecated`. A path may end before the head, where no upgrade is
 * possible.
 */
export class UpgradePaths {
  /** The entries that OLM installs, from the head down: those that are neither skipped nor have the property `olm.deprecated`. */
  public readonly offered: readonly ChannelEntry[];

  readonly #upgrades: UpgradeIndex<ChannelEntry>;
  readonly #names = new Map<string, string>();

  public constructor(channel: ChannelBlob, private readonly facts: ReadonlyMap<string, BundleFacts>) {
    const graph = new ChannelGraph(channel.entries);
    const chain = graph.heads[0] === undefined ? [] : graph.replacesChain(graph.heads[0]);
    this.offered = chain.filter(({ name }) => facts.get(name)?.isDeprecated !== true);
    // The chain runs from the head down, so the first possible upgrade is the nearest to the head.
    this.#upgrades = new UpgradeIndex(this.offered);
    for (const { name } of channel.entries) {
      for (const key of [name, facts.get(name)?.versionString]) {
        if (key !== undefined && !this.#names.has(key)) {
          this.#names.set(key, name);
        }
      }
    }
  }

  /**
   * Returns the upgrades from a bundle.
   *
   * @param from name or version of the bundle, which need not be in the channel
   * @param fromVersion its version, if `from` is a name and it is not in the channel
   */
  public from(from: string, fromVersion: string = from): UpgradeEdge[] {
    const path: UpgradeEdge[] = [];
    const passed = new Set<string>();
    let current: string | undefined = this.#names.get(from) ?? from;
    while (current !== undefined && !passed.has(current)) {
      passed.add(current);
      const next = this.#next(current, fromVersion);
      if (next !== undefined) {
        path.push(next);
      }
      current = next?.toBundle;
    }
    return path;
  }

  /** Returns the first of the upgrades from a bundle, or undefined if there is none. */
  public firstFrom(from: string, fromVersion: string = from): UpgradeEdge | undefined {
    return this.#next(this.#names.get(from) ?? from, fromVersion);
  }

  #next(bundle: string, fromVersion: string): UpgradeEdge | undefined {
    const next = this.#upgrades.first(bundle, this.facts.get(bundle)?.version ?? parseVersion(fromVersion));
    // At an entry whose range includes its own version, OLM stays.
    return next === undefined || next.entry.name === bundle ? undefined : { fromBundle: bundle, toBundle: next.entry.name, kind: KINDS[next.field] };
  }
}
