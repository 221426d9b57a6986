import type { Bundle } from '../../bundle/bundle';
import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { isVersionRange } from '../../formats/semver/version-range';
import { groupByEach } from '../../text/group-by';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';
import { strandedRemedy } from '../declcfg/stranded-entries';

/**
 * Returns the channels in the annotations of a package's bundles, sorted by name. Each bundle is in the channels of its annotation, with the upgrade
 * edges that its CSV specifies. An `olm.skipRange` that is not a version range is left out: opm would refuse it, and OLM ignores it.
 */
export function annotatedChannels(packageName: string, bundles: readonly Bundle[]): ChannelBlob[] {
  const members = [...groupByEach(bundles, ({ channels }) => channels)].sort(([left], [right]) => compareUtf8(left, right));
  return members.map(([name, found]) => ({
    schema: 'olm.channel',
    name,
    package: packageName,
    entries: found
      .map(channelEntry)
      .sort((left, right) => compareUtf8(left.name, right.name)),
  }));
}

function channelEntry({ name, csv }: Bundle): ChannelEntry {
  return {
    name,
    ...(csv.replaces === undefined || csv.replaces === '' ? {} : { replaces: csv.replaces }),
    ...(csv.skips.length === 0 ? {} : { skips: csv.skips }),
    ...(csv.skipRange === undefined || !isVersionRange(csv.skipRange) ? {} : { skipRange: csv.skipRange }),
  };
}

/** Returns the reason why a channel is not a single upgrade path, in terms of the CSVs. */
export function annotatedChannelProblem(channel: ChannelBlob): CatalogProblem | undefined {
  const where = `channel "${channel.name}" of package "${channel.package}"`;
  const graph = new ChannelGraph(channel.entries);
  const problem = (code: CatalogErrorCode, message: string): CatalogProblem => (
    { code, message, packageName: channel.package, channel: channel.name }
  );
  if (graph.heads.length > 1) {
    return problem(CatalogErrorCode.SEVERAL_HEADS, `${where} has several heads: ${names(graph.heads)}; in each CSV but the oldest, name the bundle before `
      + 'it in spec.replaces or spec.skips (olm.skipRange is not enough), order the bundles by version with ChannelPlan.inOrder(), read the folder of a '
      + 'community repository with Catalog.fromCommunityFolder(), or put them into different channels');
  }
  const [head] = graph.heads;
  const cycle = graph.cycleFrom(head ?? channel.entries[0]!);
  if (cycle !== undefined) {
    return problem(CatalogErrorCode.REPLACES_CYCLE, `${where} has a cycle: ${cycle.join(' -> ')}; remove one of these spec.replaces`);
  }
  if (head === undefined) {
    return problem(CatalogErrorCode.NO_HEAD, `${where} has no head: each of ${names(channel.entries)} is replaced or skipped by another; remove the newest `
      + 'from spec.replaces and spec.skips of the others');
  }
  const stranded = graph.strandedFrom(head);
  return stranded.length === 0 ? undefined : problem(CatalogErrorCode.STRANDED_BUNDLE, `${where} has bundles that are not on the upgrade path `
    + `to "${head.name}": ${names(stranded)}; ${strandedRemedy(graph, stranded, { replaces: 'spec.replaces', skips: 'spec.skips', of: 'bundle' })}`);
}

function names(entries: readonly ChannelEntry[]): string {
  return entries.map(({ name }) => `"${name}"`).join(', ');
}

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
    return { ...entry, ...defined({ replaces }), ...(skips.length === 0 ? {} : { skips }) };
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
