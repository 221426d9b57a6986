import { annotatedChannels } from './annotated-channels';
import type { ChannelDocument, ChannelEntry } from '../wire';
import type { Bundle } from '../../bundle';

/**
 * The channels that the annotations of a package's bundles name, in which each bundle replaces the newest older one that no other bundle of
 * the channel skips, whatever its CSV states. One that has no such keeps what it states: it may follow a bundle that is not there.
 *
 * A bundle skips what the bundles skip that it skips: OLM never goes to a skipped bundle, so nothing would lead on from there.
 *
 * @param bundles the bundles of the package, oldest first
 */
export function channelsInOrder(packageName: string, bundles: readonly Bundle[]): ChannelDocument[] {
  return annotatedChannels(packageName, bundles).map((channel) => ({ ...channel, entries: entriesInOrder(channel.entries, bundles) }));
}

function entriesInOrder(entries: readonly ChannelEntry[], bundles: readonly Bundle[]): ChannelEntry[] {
  const skipped = new Set(entries.flatMap(({ skips }) => skips ?? []));
  const members = new Set(entries.map(({ name }) => name));
  const replaced = new Map<string, string>();
  let older: string | undefined;
  for (const { name } of bundles.filter((bundle) => members.has(bundle.name))) {
    if (older !== undefined) {
      replaced.set(name, older);
    }
    older = skipped.has(name) ? older : name;
  }
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return entries.map((entry) => {
    const [replaces, skips] = [replaced.get(entry.name), allSkips(entry, byName)];
    return { ...entry, ...(replaces === undefined ? {} : { replaces }), ...(skips.length === 0 ? {} : { skips }) };
  });
}

/** What an entry skips, then what those skip, and so on. */
function allSkips(entry: ChannelEntry, byName: ReadonlyMap<string, ChannelEntry>): string[] {
  const found = new Set(entry.skips ?? []);
  // A set is walked through to its end, what is added on the way included.
  for (const name of found) {
    byName.get(name)?.skips?.forEach((further) => found.add(further));
  }
  found.delete(entry.name);
  return [...found];
}
