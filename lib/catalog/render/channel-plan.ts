import { annotatedChannelProblem, annotatedChannels } from './annotated-channels';
import { channelsInOrder } from './channels-in-order';
import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { semverChannels, STABILITIES } from '../template/semver-channels';
import type { MemberBundle, SemverMembers, Stability } from '../template/semver-channels';
import { parseVersion } from '../version';
import type { ChannelDocument } from '../wire';
import type { Bundle } from '../../bundle';

/** Which channels `ChannelPlan.bySemver` makes. */
export interface SemverChannelOptions {
  /**
   * Whether there is a channel for each major number, such as `stable-v1`.
   *
   * @default false
   */
  readonly majorChannels?: boolean;

  /**
   * Whether there is a channel for each minor number, such as `stable-v1.2`.
   *
   * @default - true, unless there are major channels
   */
  readonly minorChannels?: boolean;

  /**
   * Whether the default channel is a major one where there are both; else it is a minor one.
   *
   * @default false
   */
  readonly preferMajor?: boolean;
}

/** The channels of a package, and what is wrong with them. */
export interface PlannedChannels {
  readonly channels: readonly ChannelDocument[];
  /** The default channel that the plan comes to by itself; undefined where the bundles have to say it. */
  readonly defaultChannel: string | undefined;
  readonly problems: readonly CatalogProblem[];
}

type Planner = (packageName: string, bundles: readonly Bundle[]) => PlannedChannels;

/** How the channels of a catalog come from its bundles. */
export class ChannelPlan {
  /**
   * The channels are those that the annotations of the bundles name, and the upgrade edges those that their CSVs state in `spec.replaces`,
   * `spec.skips` and the annotation `olm.skipRange`.
   */
  public static byBundles(): ChannelPlan {
    return new ChannelPlan((packageName, bundles) => asAnnotated(annotatedChannels(packageName, bundles)));
  }

  /**
   * The channels are those that the annotations of the bundles name, and in each of them a bundle replaces the next older one by version, as
   * `operator-sdk run bundle-upgrade` has it. It takes the place of what the CSVs state in `spec.replaces`; `spec.skips` and the annotation
   * `olm.skipRange` stay, what is skipped is not replaced, and what it skips is skipped too. The oldest bundle keeps its `spec.replaces`.
   *
   * OLM goes by the catalog: it writes the edge that it took into `spec.replaces` of the CSV that it installs.
   */
  public static inOrder(): ChannelPlan {
    return new ChannelPlan((packageName, bundles) => asAnnotated(channelsInOrder(packageName, bundles)));
  }

  /**
   * The channels are made of the versions, as opm's semver template makes them: `stable-v1.2` holds all stable versions 1.2.z. What the CSVs
   * say of edges does not count. Of each minor number the highest version replaces the highest of the minor number before, and skips all
   * lower ones of its major number; nothing leads from one major number to the next.
   *
   * A bundle is stable, unless its annotations name channels that begin with `candidate`, `fast` or `stable`: then it is in these.
   *
   * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#semver-template
   */
  public static bySemver(options: SemverChannelOptions = {}): ChannelPlan {
    const { majorChannels = false, minorChannels = !majorChannels, preferMajor = false } = options;
    if (!majorChannels && !minorChannels) {
      throw new Error('there would be no channel at all; give `majorChannels: true` or `minorChannels: true`');
    }
    const kinds = new Set([...(majorChannels ? ['major' as const] : []), ...(minorChannels ? ['minor' as const] : [])]);
    return new ChannelPlan((packageName, bundles) => {
      const { members, problems } = semverMembers(packageName, bundles);
      return problems.length > 0
        ? { channels: [], defaultChannel: undefined, problems }
        : { ...semverChannels(packageName, members, kinds, preferMajor ? 'major' : 'minor'), problems };
    });
  }

  readonly #planner: Planner;

  private constructor(planner: Planner) {
    this.#planner = planner;
  }

  /**
   * The channels of a package.
   *
   * @internal
   * @param packageName the package
   * @param bundles its bundles, oldest first; opm would accept each of them
   */
  public _channels(packageName: string, bundles: readonly Bundle[]): PlannedChannels {
    return this.#planner(packageName, bundles);
  }
}

function asAnnotated(channels: readonly ChannelDocument[]): PlannedChannels {
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
          message: `bundles "${twin.name}" and "${bundle.name}" of package "${packageName}" have versions that differ in build metadata or release only, so `
            + 'neither follows the other by its version; remove one, or make the channels with ChannelPlan.byBundles()',
          package: packageName,
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

/** What counts of a version in comparisons. */
function precedence({ numbers, preRelease }: MemberBundle['version']): string {
  return `${numbers.join('.')}-${preRelease.join('.')}`;
}
