import { annotatedChannels } from './annotated-channels';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';
import type { Bundle } from '../../bundle/bundle';

/**
 * Returns the channels in the annotations of a package's bundles. In each of them, a bundle replaces the newest older bundle that no other bundle of
 * the channel skips, regardless of its CSV. A bundle without an older one keeps its own `replaces`, which may name a missing bundle.
 *
 * A bundle also skips the bundles that its skipped bundles skip: OLM never upgrades to a skipped bundle, so there would otherwise be no upgrade from
 * them.
 *
 * @param bundles the bundles of the package, oldest first
 */
export function channelsInOrder(packageName: string, bundles: readonly Bundle[]): ChannelBlob[] {
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

/** Returns the bundles that an entry skips, directly or through skipped bundles. */
function allSkips(entry: ChannelEntry, byName: ReadonlyMap<string, ChannelEntry>): string[] {
  const found = new Set(entry.skips ?? []);
  // Iterating a set includes elements added during the iteration.
  for (const name of found) {
    byName.get(name)?.skips?.forEach((further) => found.add(further));
  }
  found.delete(entry.name);
  return [...found];
}
