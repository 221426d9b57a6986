import { isVersionRange } from '../../formats/semver/version-range';
import { groupBy } from '../../text/group-by';
import { quoted, quotedList } from '../../text/phrases';
import { CatalogErrorCode } from '../declcfg/catalog-problem';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry, PackageBlobs } from '../declcfg/declcfg';
import { strandedRemedy } from '../declcfg/stranded-entries';
import type { RuleFinding } from './package-rules';

/** Channels have names, which are unique. */
export function channelNamesAreUnique({ name, channels }: PackageBlobs): RuleFinding[] {
  const nameless = channels.filter((channel) => channel.name === '').map((blob) => ({
    code: CatalogErrorCode.CHANNEL_NAME,
    message: `a channel of package ${quoted(name)} has no name; add "name" to its olm.channel blob`,
    blob,
    path: ['name'],
  }));
  const duplicates = [...groupBy(channels, (channel) => channel.name)].flatMap(([channel, [, ...more]]) => (channel === '' ? [] : more).map((blob) => ({
    code: CatalogErrorCode.DUPLICATE_CHANNEL,
    message: `package ${quoted(name)} has a second channel ${quoted(channel)}; merge the two, or rename one`,
    blob,
  })));
  return [...nameless, ...duplicates];
}

/** A channel has entries, at most one per bundle. */
export function channelEntriesAreUnique({ channels }: PackageBlobs): RuleFinding[] {
  return channels.flatMap((blob) => (blob.entries.length === 0
    ? [{ code: CatalogErrorCode.EMPTY_CHANNEL, message: `${described(blob)} is empty; add a bundle to its "entries", or remove the channel`, blob }]
    : duplicateEntries(blob)));
}

function duplicateEntries(blob: ChannelBlob): RuleFinding[] {
  const seen = new Set<string>();
  return blob.entries.flatMap(({ name }, index) => {
    const isDuplicate = seen.has(name);
    seen.add(name);
    return !isDuplicate ? [] : [{
      code: CatalogErrorCode.DUPLICATE_ENTRY,
      message: `${described(blob)} has a second entry ${quoted(name)}; merge the two`,
      blob,
      path: ['entries', index],
    }];
  });
}

/** Each entry of a channel is a bundle of the package. */
export function entriesAreBundles({ name: packageName, channels, bundles }: PackageBlobs): RuleFinding[] {
  const known = new Set(bundles.map(({ name }) => name));
  return channels.flatMap((blob) => blob.entries.flatMap(({ name }, index) => (name !== '' && known.has(name) ? [] : [{
    code: CatalogErrorCode.ENTRY_WITHOUT_BUNDLE,
    message: name === '' ? `an entry of ${described(blob)} has no name; add "name", or remove it`
      : `${described(blob)} has an entry ${quoted(name)}, but package ${quoted(packageName)} has no such bundle; add its olm.bundle blob, or `
        + 'remove the entry',
    blob,
    path: ['entries', index, 'name'],
  }])));
}

/** No entry of `skips` is empty, and `skipRange` is a version range. */
export function skipsAreValid({ channels }: PackageBlobs): RuleFinding[] {
  return channels.flatMap((blob) => blob.entries.flatMap((entry, index) => skipFindings(blob, entry, index)));
}

function skipFindings(blob: ChannelBlob, { name, skips = [], skipRange }: ChannelEntry, index: number): RuleFinding[] {
  const empty = skips.indexOf('');
  return [
    ...(empty < 0 ? [] : [{
      code: CatalogErrorCode.SKIPS,
      message: `entry ${quoted(name)} of ${described(blob)} skips a bundle without a name; remove it from "skips"`,
      blob,
      path: ['entries', index, 'skips', empty],
    }]),
    ...(skipRange === undefined || skipRange === '' || isVersionRange(skipRange) ? [] : [{
      code: CatalogErrorCode.SKIP_RANGE,
      message: `entry ${quoted(name)} of ${described(blob)} has the skipRange ${quoted(skipRange)}, which is not a version range; write one such as `
        + '">=1.0.0 <1.2.0"',
      blob,
      path: ['entries', index, 'skipRange'],
    }]),
  ];
}

/**
 * A channel is one upgrade path:
 *
 * 1. exactly one entry, the head, is neither replaced nor skipped by another;
 * 2. from the head on, `replaces` reaches every entry that is not skipped;
 * 3. `replaces` forms no cycle;
 * 4. the last entry may replace a bundle that is not in the channel.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmchannel-1
 */
export function channelIsOneUpgradePath({ channels }: PackageBlobs): RuleFinding[] {
  return channels.filter(({ entries }) => entries.length > 0).flatMap((blob) => pathFindings(blob, new ChannelGraph(blob.entries)));
}

function pathFindings(blob: ChannelBlob, graph: ChannelGraph): RuleFinding[] {
  const where = described(blob);
  const finding = (code: CatalogErrorCode, message: string, about: string | undefined): RuleFinding[] => {
    const index = blob.entries.findIndex(({ name }) => name === about);
    return [{ code, message, blob, path: index < 0 ? ['entries'] : ['entries', index] }];
  };
  if (graph.heads.length > 1) {
    return finding(CatalogErrorCode.SEVERAL_HEADS, `${where} has several heads: ${names(graph.heads)}; let one of them replace or skip the others, or put `
      + 'them into different channels', graph.heads[1]!.name);
  }
  const [head] = graph.heads;
  const cycle = graph.cycleFrom(head ?? blob.entries[0]!);
  if (cycle !== undefined) {
    const shown = cycle.length > 20 ? [...cycle.slice(0, 18), '…', cycle.at(-1)!] : cycle;
    return finding(CatalogErrorCode.REPLACES_CYCLE, `${where} has a cycle: ${shown.map(unquoted).join(' -> ')}; remove one of these "replaces"`, cycle[0]);
  }
  if (head === undefined) {
    return finding(CatalogErrorCode.NO_HEAD, `${where} has no head: each of ${names(blob.entries)} is replaced or skipped by another; remove the newest `
      + 'from "replaces" and "skips" of the others', undefined);
  }
  const stranded = graph.strandedFrom(head);
  return stranded.length === 0 ? [] : finding(CatalogErrorCode.STRANDED_BUNDLE, `${where} has bundles that are not on the upgrade path `
    + `to ${quoted(head.name)}: ${names(stranded)}; ${strandedRemedy(graph, stranded, { replaces: '"replaces"', skips: '"skips"', of: 'entry' })}`, stranded[0]!.name);
}

function described({ name, package: packageName }: ChannelBlob): string {
  return `channel ${quoted(name)} of package ${quoted(packageName)}`;
}

function names(entries: readonly ChannelEntry[]): string {
  return quotedList(entries.map(({ name }) => name));
}

function unquoted(name: string): string {
  return quoted(name).slice(1, -1);
}
