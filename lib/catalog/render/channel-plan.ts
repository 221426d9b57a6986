import type { Bundle } from '../../bundle/bundle';
import { checkOptions } from '../declcfg/check-options';
import { channelsByBundles, channelsByOrder, channelsBySemver, type PlannedChannels } from './planned-channels';

/** Options of `ChannelPlan.bySemver`. */
export interface SemverChannelOptions {
  /**
   * Whether to create a channel for each major version, such as `stable-v1`.
   *
   * @default false
   */
  readonly majorChannels?: boolean;

  /**
   * Whether to create a channel for each minor version, such as `stable-v1.2`.
   *
   * @default - the opposite of `majorChannels`
   */
  readonly minorChannels?: boolean;

  /**
   * Whether a major channel is the default channel if there are both kinds.
   *
   * @default false
   */
  readonly preferMajor?: boolean;
}

type Planner = (packageName: string, bundles: readonly Bundle[]) => PlannedChannels;

/** How to derive the channels of a catalog from its bundles. */
export class ChannelPlan {
  /**
   * Takes the channels from the annotations of the bundles, and the upgrade edges from `spec.replaces`, `spec.skips` and the annotation
   * `olm.skipRange` of their CSVs.
   */
  public static byBundles(): ChannelPlan {
    return new ChannelPlan(channelsByBundles);
  }

  /**
   * Takes the channels from the annotations of the bundles; in each channel a bundle replaces the next older version, as with `operator-sdk run
   * bundle-upgrade`. This overrides `spec.replaces` of the CSVs, except for the oldest bundle. `spec.skips` and the annotation `olm.skipRange` still
   * apply: skipped bundles are not replaced, and the bundles that they skip are also skipped.
   *
   * OLM follows the catalog: it writes the edge into `spec.replaces` of the CSV that it installs.
   */
  public static inOrder(): ChannelPlan {
    return new ChannelPlan(channelsByOrder);
  }

  /**
   * Creates the channels from the versions, as opm's semver template does: `stable-v1.2` contains all stable versions 1.2.z. The edges in CSVs
   * are ignored. The highest version of each minor version replaces the highest of the previous minor version, and skips all lower versions of
   * its major version; there are no upgrades between major versions.
   *
   * A bundle is stable unless its annotations name channels that begin with `candidate`, `fast` or `stable`; it is then in those channels.
   *
   * @throws CatalogError if an option is unknown
   * @throws Error if both kinds of channels are disabled
   *
   * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#semver-template
   */
  public static bySemver(options: SemverChannelOptions = {}): ChannelPlan {
    checkOptions('options of ChannelPlan.bySemver', options, { majorChannels: true, minorChannels: true, preferMajor: true });
    const { majorChannels = false, minorChannels = !majorChannels, preferMajor = false } = options;
    if (!majorChannels && !minorChannels) {
      throw new Error('there would be no channels; set `majorChannels` or `minorChannels` to true');
    }
    const kinds = new Set([...(majorChannels ? ['major' as const] : []), ...(minorChannels ? ['minor' as const] : [])]);
    return new ChannelPlan((packageName, bundles) => channelsBySemver(packageName, bundles, kinds, preferMajor ? 'major' : 'minor'));
  }

  readonly #planner: Planner;

  private constructor(planner: Planner) {
    this.#planner = planner;
  }

  /**
   * Returns the channels of a package.
   *
   * @internal
   * @param bundles its bundles, oldest first; opm accepts each of them
   */
  public _channels(packageName: string, bundles: readonly Bundle[]): PlannedChannels {
    return this.#planner(packageName, bundles);
  }
}
