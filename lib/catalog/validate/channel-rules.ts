import { CatalogErrorCode } from '../catalog-error';
import { ChannelGraph } from '../channel-graph';
import { grouped } from '../grouped';
import { quoted, quotedList } from '../quoted';
import { isVersionRange } from '../version-range';
import type { ChannelDocument, ChannelEntry } from '../wire';
import type { PackageDocuments } from './package-documents';
import type { RuleFinding } from './rule';

/** Channels have names, all different. */
export function channelNamesDiffer({ name, channels }: PackageDocuments): RuleFinding[] {
  const nameless = channels.filter((channel) => channel.name === '').map((document) => ({
    code: CatalogErrorCode.CHANNEL_NAME,
    message: `a channel of package ${quoted(name)} has no name; give its olm.channel document a "name"`,
    document,
    path: ['name'],
  }));
  const twins = [...grouped(channels, (channel) => channel.name)].flatMap(([channel, [, ...more]]) => (channel === '' ? [] : more).map((document) => ({
    code: CatalogErrorCode.DUPLICATE_CHANNEL,
    message: `package ${quoted(name)} has a second channel ${quoted(channel)}; join the two, or rename one`,
    document,
  })));
  return [...nameless, ...twins];
}

/** A channel has entries, each bundle at most once. */
export function channelEntriesDiffer({ channels }: PackageDocuments): RuleFinding[] {
  return channels.flatMap((document) => (document.entries.length === 0
    ? [{ code: CatalogErrorCode.EMPTY_CHANNEL, message: `${described(document)} is empty; add a bundle to its "entries", or remove the channel`, document }]
    : duplicateEntries(document)));
}

function duplicateEntries(document: ChannelDocument): RuleFinding[] {
  const seen = new Set<string>();
  return document.entries.flatMap(({ name }, index) => {
    const again = seen.has(name);
    seen.add(name);
    return !again ? [] : [{
      code: CatalogErrorCode.DUPLICATE_ENTRY,
      message: `${described(document)} has a second entry ${quoted(name)}; join the two`,
      document,
      path: ['entries', index],
    }];
  });
}

/** Each entry of a channel is a bundle of the package. */
export function entriesAreBundles({ name: packageName, channels, bundles }: PackageDocuments): RuleFinding[] {
  const known = new Set(bundles.map(({ name }) => name));
  return channels.flatMap((document) => document.entries.flatMap(({ name }, index) => (name !== '' && known.has(name) ? [] : [{
    code: CatalogErrorCode.ENTRY_WITHOUT_BUNDLE,
    message: name === '' ? `an entry of ${described(document)} names no bundle; give it a "name", or remove it`
      : `${described(document)} has an entry ${quoted(name)}, but package ${quoted(packageName)} has no such bundle; add its olm.bundle document, or `
        + 'remove the entry',
    document,
    path: ['entries', index, 'name'],
  }])));
}

/** Nothing empty is skipped, and skipRange is a range. */
export function skipsAreSound({ channels }: PackageDocuments): RuleFinding[] {
  return channels.flatMap((document) => document.entries.flatMap((entry, index) => skipFindings(document, entry, index)));
}

function skipFindings(document: ChannelDocument, { name, skips = [], skipRange }: ChannelEntry, index: number): RuleFinding[] {
  const empty = skips.indexOf('');
  return [
    ...(empty < 0 ? [] : [{
      code: CatalogErrorCode.SKIPS,
      message: `entry ${quoted(name)} of ${described(document)} skips a bundle without a name; remove it from "skips"`,
      document,
      path: ['entries', index, 'skips', empty],
    }]),
    ...(skipRange === undefined || skipRange === '' || isVersionRange(skipRange) ? [] : [{
      code: CatalogErrorCode.SKIP_RANGE,
      message: `entry ${quoted(name)} of ${described(document)} has the skipRange ${quoted(skipRange)}, which is no range of versions; write one such as `
        + '">=1.0.0 <1.2.0"',
      document,
      path: ['entries', index, 'skipRange'],
    }]),
  ];
}

/**
 * A channel is one upgrade path:
 *
 * 1. exactly one entry, the head, is neither replaced nor skipped by another;
 * 2. from the head on, `replaces` reaches every entry that is not skipped;
 * 3. it does not come back to an entry it has passed;
 * 4. the last entry may replace a bundle that is not in the channel.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmchannel-1
 */
export function channelIsOnePath({ channels }: PackageDocuments): RuleFinding[] {
  return channels.filter(({ entries }) => entries.length > 0).flatMap((document) => pathFindings(document, new ChannelGraph(document.entries)));
}

function pathFindings(document: ChannelDocument, graph: ChannelGraph): RuleFinding[] {
  const where = described(document);
  const finding = (code: CatalogErrorCode, message: string, about: string | undefined): RuleFinding[] => {
    const index = document.entries.findIndex(({ name }) => name === about);
    return [{ code, message, document, path: index < 0 ? ['entries'] : ['entries', index] }];
  };
  if (graph.heads.length > 1) {
    return finding(CatalogErrorCode.SEVERAL_HEADS, `${where} has several heads: ${names(graph.heads)}; let one of them replace or skip the others, or put `
      + 'them into different channels', graph.heads[1]!.name);
  }
  const [head] = graph.heads;
  const cycle = graph.cycleFrom(head ?? document.entries[0]!);
  if (cycle !== undefined) {
    const shown = cycle.length > 20 ? [...cycle.slice(0, 18), '…', cycle.at(-1)!] : cycle;
    return finding(CatalogErrorCode.REPLACES_CYCLE, `${where} goes round in a circle: ${shown.map(unquoted).join(' -> ')}; remove one of these "replaces"`, cycle[0]);
  }
  if (head === undefined) {
    return finding(CatalogErrorCode.NO_HEAD, `${where} has no head: each of ${names(document.entries)} is replaced or skipped by another; remove the newest `
      + 'from "replaces" and "skips" of the others', undefined);
  }
  const stranded = graph.strandedFrom(head);
  return stranded.length === 0 ? [] : finding(CatalogErrorCode.STRANDED_BUNDLE, `${where} has bundles that no upgrade from ${quoted(head.name)} down `
    + `reaches: ${names(stranded)}; name each in "replaces" of the next newer entry, or in "skips"`, stranded[0]!.name);
}

function described({ name, package: packageName }: ChannelDocument): string {
  return `channel ${quoted(name)} of package ${quoted(packageName)}`;
}

function names(entries: readonly ChannelEntry[]): string {
  return quotedList(entries.map(({ name }) => name));
}

function unquoted(name: string): string {
  return quoted(name).slice(1, -1);
}
