import { CatalogErrorCode } from './catalog-error';
import type { CatalogProblem } from './catalog-error';
import type { ChannelDocument, ChannelEntry } from './wire';
import type { Bundle } from '../bundle';
import { compareUtf8 } from '../go-json';

/** The channels that the annotations of a package's bundles name, with every bundle in the channels it names; sorted by name. */
export function channelsOf(packageName: string, bundles: readonly Bundle[]): ChannelDocument[] {
  const names = [...new Set(bundles.flatMap(({ channels }) => channels))].sort(compareUtf8);
  return names.map((name) => ({
    schema: 'olm.channel',
    name,
    package: packageName,
    entries: bundles
      .filter(({ channels }) => channels.includes(name))
      .map(channelEntry)
      .sort((left, right) => compareUtf8(left.name, right.name)),
  }));
}

function channelEntry({ name, csv }: Bundle): ChannelEntry {
  return {
    name,
    ...(csv.replaces === undefined || csv.replaces === '' ? {} : { replaces: csv.replaces }),
    ...(csv.skips.length === 0 ? {} : { skips: csv.skips }),
    ...(csv.skipRange === undefined || csv.skipRange === '' ? {} : { skipRange: csv.skipRange }),
  };
}

/** The entries that no other entry replaces or skips. */
export function channelHeads({ entries }: ChannelDocument): ChannelEntry[] {
  const followed = new Set(entries.flatMap(({ replaces, skips }) => [...(replaces === undefined ? [] : [replaces]), ...(skips ?? [])]));
  return entries.filter(({ name }) => !followed.has(name));
}

/**
 * Checks that a channel is one upgrade path, by opm's rules:
 *
 * 1. exactly one entry, the head, is neither replaced nor skipped by another;
 * 2. from the head on, `replaces` reaches every entry that is not skipped;
 * 3. it does not come back to an entry it has passed;
 * 4. the last entry may replace a bundle that is not in the channel.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmchannel-1
 */
export function channelProblem(channel: ChannelDocument): CatalogProblem | undefined {
  const where = `channel "${channel.name}" of package "${channel.package}"`;
  const heads = channelHeads(channel);
  if (heads.length > 1) {
    return {
      code: CatalogErrorCode.SEVERAL_HEADS,
      message: `${where} has several heads: ${names(heads)}; say in each CSV but the oldest which bundle it follows (spec.replaces or `
        + 'spec.skips), or put them into different channels',
    };
  }
  const cycle = cycleFrom(heads[0] ?? channel.entries[0]!, channel.entries);
  if (cycle !== undefined) {
    return { code: CatalogErrorCode.REPLACES_CYCLE, message: `${where} goes round in a circle: ${cycle.join(' -> ')}; remove one of these spec.replaces` };
  }
  if (heads[0] === undefined) {
    return {
      code: CatalogErrorCode.NO_HEAD,
      message: `${where} has no head: each of ${names(channel.entries)} is replaced or skipped by another; remove the newest from `
        + 'spec.replaces and spec.skips of the others',
    };
  }
  return strandedProblem(where, heads[0], channel.entries);
}

function strandedProblem(where: string, head: ChannelEntry, entries: readonly ChannelEntry[]): CatalogProblem | undefined {
  const skipped = new Set(entries.flatMap(({ skips }) => skips ?? []));
  const reached = new Set(pathFrom(head, entries, skipped));
  const stranded = entries.filter(({ name }) => !reached.has(name) && !skipped.has(name));
  return stranded.length === 0 ? undefined : {
    code: CatalogErrorCode.STRANDED_BUNDLE,
    message: `${where} has bundles that no upgrade from "${head.name}" down reaches: ${names(stranded)}; name each in spec.replaces of the `
      + 'next newer bundle, or in spec.skips',
  };
}

/** The names along `replaces`, ending before a bundle that is skipped, at one that is not there, or where the path would close. */
function pathFrom(head: ChannelEntry, entries: readonly ChannelEntry[], skipped: ReadonlySet<string>): string[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const path: string[] = [];
  let current: ChannelEntry | undefined = head;
  while (current !== undefined && !path.includes(current.name)) {
    path.push(current.name);
    const next: string | undefined = current.replaces;
    current = next === undefined || skipped.has(next) ? undefined : byName.get(next);
  }
  return path;
}

function cycleFrom(start: ChannelEntry, entries: readonly ChannelEntry[]): string[] | undefined {
  const skipped = new Set(entries.flatMap(({ skips }) => skips ?? []));
  const path = pathFrom(start, entries, skipped);
  const last = entries.find(({ name }) => name === path.at(-1));
  const back = last?.replaces === undefined || skipped.has(last.replaces) ? -1 : path.indexOf(last.replaces);
  return back < 0 ? undefined : [...path.slice(back), path[back]!];
}

function names(entries: readonly ChannelEntry[]): string {
  return entries.map(({ name }) => `"${name}"`).join(', ');
}
