import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { compareVersions, type Version } from '../../formats/semver/version';
import { groupBy } from '../../text/group-by';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';

/** Stability of the bundles of a channel, which is the first part of the channel's name. */
export type Stability = 'candidate' | 'fast' | 'stable';

/** From the least to the most stable. */
export const STABILITIES: readonly Stability[] = ['candidate', 'fast', 'stable'];

/** Whether a channel contains the versions of a major or a minor version. */
export type ChannelKind = 'major' | 'minor';

/** A bundle to put into channels. */
export interface MemberBundle {
  readonly name: string;
  readonly version: Version;
}

/** Bundles by stability. Versions are unique per stability. */
export type SemverMembers = { readonly [Name in Stability]: readonly MemberBundle[] };

/** The generated channels, sorted by name. */
export interface SemverChannels {
  readonly channels: readonly ChannelBlob[];
  readonly defaultChannel: string;
}

/** A channel, with the values that decide whether it is the default channel. */
interface Candidate {
  readonly channel: ChannelBlob;
  readonly stability: Stability;
  readonly kind: ChannelKind;
  readonly oldest: Version;
}

/**
 * Generates channels from versions: `stable-v1` contains all stable versions 1.y.z, `stable-v1.2` all stable versions 1.2.z.
 *
 * Only the highest version of each minor version has edges: it replaces the highest of the previous minor version, and skips all lower versions of
 * its major version. There are no upgrades between major versions.
 *
 * The default channel has the highest stability, then the highest oldest version, then the preferred kind.
 */
export function semverChannels(
  packageName: string, members: SemverMembers, kinds: ReadonlySet<ChannelKind>, preferred: ChannelKind,
): SemverChannels {
  const candidates = STABILITIES.flatMap((stability) => {
    const sorted = [...members[stability]].sort((left, right) => compareVersions(left.version, right.version));
    const edges = entriesOf(sorted);
    return [...kinds].flatMap((kind) => [...groupBy(sorted, (bundle) => channelName(stability, kind, bundle))].map(([name, group]): Candidate => ({
      channel: { schema: 'olm.channel', name, package: packageName, entries: group.map((bundle) => edges.get(bundle.name)!) },
      stability,
      kind,
      oldest: group[0]!.version,
    })));
  });
  const byRank = [...candidates].sort((left, right) => (
    STABILITIES.indexOf(right.stability) - STABILITIES.indexOf(left.stability)
      || compareVersions(right.oldest, left.oldest)
      || Number(right.kind === preferred) - Number(left.kind === preferred)
  ));
  return {
    channels: candidates.map(({ channel }) => channel).sort((left, right) => compareUtf8(left.name, right.name)),
    defaultChannel: byRank[0]!.channel.name,
  };
}

/** Returns the entry of each bundle, which is the same in channels of both kinds. */
function entriesOf(oldestFirst: readonly MemberBundle[]): ReadonlyMap<string, ChannelEntry> {
  const entries = new Map<string, ChannelEntry>(oldestFirst.map(({ name }) => [name, { name }]));
  for (const major of groupBy(oldestFirst, ({ version }) => String(version.numbers[0])).values()) {
    let replaces: string | undefined;
    for (const minor of groupBy(major, ({ version }) => String(version.numbers[1])).values()) {
      const { name } = minor.at(-1)!;
      const skips = major.slice(0, major.indexOf(minor.at(-1)!)).map((bundle) => bundle.name).filter((lower) => lower !== replaces).sort(compareUtf8);
      entries.set(name, { name, ...defined({ replaces }), ...(skips.length === 0 ? {} : { skips }) });
      replaces = name;
    }
  }
  return entries;
}

function channelName(stability: Stability, kind: ChannelKind, { version: { numbers: [major, minor] } }: MemberBundle): string {
  return kind === 'major' ? `${stability}-v${major}` : `${stability}-v${major}.${minor}`;
}
