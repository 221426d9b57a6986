import type { Bundle } from '../../bundle/bundle';
import { parseVersion } from '../../formats/semver/version';
import { checkOptions } from '../declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import type { ChannelBlob } from '../declcfg/declcfg';
import { annotatedChannelProblem, annotatedChannels, channelsInOrder } from './channel-entries';
import { type ChannelKind, type MemberBundle, semverChannels, type SemverMembers, STABILITIES, type Stability } from './semver-channels';

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
    checkOptions('options of ChannelPlan.bySemver', 'SemverChannelOptions', options);
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

/** The channels of a package, and their problems. @internal */
export interface PlannedChannels {
  readonly channels: readonly ChannelBlob[];
  /** The default channel that the plan determines, or undefined if the bundles determine it. */
  readonly defaultChannel: string | undefined;
  readonly problems: readonly CatalogProblem[];
}

/** Returns the channels of `ChannelPlan.byBundles`. */
function channelsByBundles(packageName: string, bundles: readonly Bundle[]): PlannedChannels {
  return asAnnotated(annotatedChannels(packageName, bundles));
}

/** Returns the channels of `ChannelPlan.inOrder`. */
function channelsByOrder(packageName: string, bundles: readonly Bundle[]): PlannedChannels {
  return asAnnotated(channelsInOrder(packageName, bundles));
}

/** Returns the channels of `ChannelPlan.bySemver`. */
function channelsBySemver(
  packageName: string, bundles: readonly Bundle[], kinds: ReadonlySet<ChannelKind>, preferred: ChannelKind,
): PlannedChannels {
  const { members, problems } = semverMembers(packageName, bundles);
  return problems.length > 0
    ? { channels: [], defaultChannel: undefined, problems }
    : { ...semverChannels(packageName, members, kinds, preferred), problems };
}

function asAnnotated(channels: readonly ChannelBlob[]): PlannedChannels {
  return { channels, defaultChannel: undefined, problems: channels.map(annotatedChannelProblem).filter((problem) => problem !== undefined) };
}

function semverMembers(packageName: string, bundles: readonly Bundle[]): { readonly members: SemverMembers; readonly problems: CatalogProblem[] } {
  const members: { readonly [Name in Stability]: MemberBundle[] } = { candidate: [], fast: [], stable: [] };
  const problems: CatalogProblem[] = [];
  const seen = new Map<string, MemberBundle>();
  for (const bundle of bundles) {
    const version = parseVersion(bundle.version)!;
    for (const stability of stabilitiesOf(bundle)) {
      const key = `${stability} ${precedence(version)}`;
      const twin = seen.get(key);
      if (twin === undefined) {
        members[stability].push({ name: bundle.name, version });
        seen.set(key, { name: bundle.name, version });
      } else {
        problems.push({
          code: CatalogErrorCode.DUPLICATE_VERSION,
          message: `bundles "${twin.name}" and "${bundle.name}" of package "${packageName}" have versions that differ only in build metadata or release, so `
            + 'neither is newer; remove one, or use ChannelPlan.byBundles()',
          packageName,
        });
      }
    }
  }
  return { members, problems };
}

function stabilitiesOf({ channels }: Bundle): readonly Stability[] {
  const named = STABILITIES.filter((stability) => channels.some((channel) => channel === stability || channel.startsWith(`${stability}-`)));
  return named.length === 0 ? ['stable'] : named;
}

/** Returns the part of a version that determines its precedence. */
function precedence({ numbers, preRelease }: MemberBundle['version']): string {
  return `${numbers.join('.')}-${preRelease.join('.')}`;
}
