import type { Bundle } from '../../bundle/bundle';
import { parseVersion } from '../../formats/semver/version';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-error';
import type { ChannelBlob } from '../declcfg/declcfg';
import { annotatedChannelProblem, annotatedChannels } from './annotated-channels';
import { channelsInOrder } from './channels-in-order';
import { type ChannelKind, type MemberBundle, semverChannels, type SemverMembers, STABILITIES, type Stability } from './semver-channels';

/** The channels of a package, and their problems. */
export interface PlannedChannels {
  readonly channels: readonly ChannelBlob[];
  /** The default channel that the plan determines, or undefined if the bundles determine it. */
  readonly defaultChannel: string | undefined;
  readonly problems: readonly CatalogProblem[];
}

/** Returns the channels of `ChannelPlan.byBundles`. */
export function channelsByBundles(packageName: string, bundles: readonly Bundle[]): PlannedChannels {
  return asAnnotated(annotatedChannels(packageName, bundles));
}

/** Returns the channels of `ChannelPlan.inOrder`. */
export function channelsByOrder(packageName: string, bundles: readonly Bundle[]): PlannedChannels {
  return asAnnotated(channelsInOrder(packageName, bundles));
}

/** Returns the channels of `ChannelPlan.bySemver`. */
export function channelsBySemver(
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
