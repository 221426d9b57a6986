import type { Version } from '../version';
import { compareVersions } from '../version';
import type { ChannelDocument, ChannelEntry } from '../wire';
import { compareUtf8 } from '../../go-json';

/** How stable the bundles of a channel are, from the least to the most; channel names begin with it. */
export type Stability = 'candidate' | 'fast' | 'stable';

export const STABILITIES: readonly Stability[] = ['candidate', 'fast', 'stable'];

/** Whether a channel holds the versions of one major or one minor number. */
export type ChannelKind = 'major' | 'minor';

/** A bundle that channels are made of. */
export interface MemberBundle {
  readonly name: string;
  readonly version: Version;
}

/** The bundles by stability. No two of one stability have the same version. */
export type SemverMembers = { readonly [Name in Stability]: readonly MemberBundle[] };

/** The channels made of versions, sorted by name. */
export interface SemverChannels {
  readonly channels: readonly ChannelDocument[];
  readonly defaultChannel: string;
}

/** A channel and what decides whether it is the default. */
interface Candidate {
  readonly channel: ChannelDocument;
  readonly stability: Stability;
  readonly kind: ChannelKind;
  readonly oldest: Version;
}

/**
 * Makes channels of versions: `stable-v1` of all stable versions 1.y.z, `stable-v1.2` of all stable versions 1.2.z.
 *
 * Of each minor number only the highest version has edges: it replaces the highest of the minor number before, and skips all lower ones of
 * its major number. Nothing leads from one major number to the next.
 *
 * The default channel is of the highest stability; of these, the one whose oldest version is the highest, and then the preferred kind.
 */
export function semverChannels(
  packageName: string, members: SemverMembers, kinds: ReadonlySet<ChannelKind>, preferred: ChannelKind,
): SemverChannels {
  const candidates = STABILITIES.flatMap((stability) => {
    const sorted = [...members[stability]].sort((left, right) => compareVersions(left.version, right.version));
    const edges = entriesOf(sorted);
    return [...kinds].flatMap((kind) => [...grouped(sorted, (bundle) => channelName(stability, kind, bundle))].map(([name, group]): Candidate => ({
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

/** The entry of each bundle, which is the same in a channel of either kind. */
function entriesOf(oldestFirst: readonly MemberBundle[]): ReadonlyMap<string, ChannelEntry> {
  const entries = new Map<string, ChannelEntry>(oldestFirst.map(({ name }) => [name, { name }]));
  for (const major of grouped(oldestFirst, ({ version }) => String(version.numbers[0])).values()) {
    let replaces: string | undefined;
    for (const minor of grouped(major, ({ version }) => String(version.numbers[1])).values()) {
      const { name } = minor.at(-1)!;
      const skips = major.slice(0, major.indexOf(minor.at(-1)!)).map((bundle) => bundle.name).filter((lower) => lower !== replaces).sort(compareUtf8);
      entries.set(name, { name, ...(replaces === undefined ? {} : { replaces }), ...(skips.length === 0 ? {} : { skips }) });
      replaces = name;
    }
  }
  return entries;
}

function channelName(stability: Stability, kind: ChannelKind, { version: { numbers: [major, minor] } }: MemberBundle): string {
  return kind === 'major' ? `${stability}-v${major}` : `${stability}-v${major}.${minor}`;
}

function grouped(bundles: readonly MemberBundle[], keyOf: (bundle: MemberBundle) => string): ReadonlyMap<string, MemberBundle[]> {
  const groups = new Map<string, MemberBundle[]>();
  for (const bundle of bundles) {
    const group = groups.get(keyOf(bundle));
    if (group === undefined) {
      groups.set(keyOf(bundle), [bundle]);
    } else {
      group.push(bundle);
    }
  }
  return groups;
}
