import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { ChannelGraph } from '../channel-graph';
import type { ChannelDocument, ChannelEntry } from '../wire';
import type { Bundle } from '../../bundle';
import { compareUtf8 } from '../../go-json';

/**
 * The channels that the annotations of a package's bundles name, with every bundle in the channels it names, and with the upgrade edges
 * that the CSVs state; sorted by name.
 */
export function annotatedChannels(packageName: string, bundles: readonly Bundle[]): ChannelDocument[] {
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

/** Why a channel is not one upgrade path, in the words of the CSVs that it comes from. */
export function annotatedChannelProblem(channel: ChannelDocument): CatalogProblem | undefined {
  const where = `channel "${channel.name}" of package "${channel.package}"`;
  const graph = new ChannelGraph(channel.entries);
  const problem = (code: CatalogErrorCode, message: string): CatalogProblem => ({ code, message, package: channel.package, channel: channel.name });
  if (graph.heads.length > 1) {
    return problem(CatalogErrorCode.SEVERAL_HEADS, `${where} has several heads: ${names(graph.heads)}; say in each CSV but the oldest which bundle it `
      + 'follows (spec.replaces or spec.skips; olm.skipRange does not do), let each follow the one before it with ChannelPlan.inOrder(), or put them into '
      + 'different channels');
  }
  const [head] = graph.heads;
  const cycle = graph.cycleFrom(head ?? channel.entries[0]!);
  if (cycle !== undefined) {
    return problem(CatalogErrorCode.REPLACES_CYCLE, `${where} goes round in a circle: ${cycle.join(' -> ')}; remove one of these spec.replaces`);
  }
  if (head === undefined) {
    return problem(CatalogErrorCode.NO_HEAD, `${where} has no head: each of ${names(channel.entries)} is replaced or skipped by another; remove the newest `
      + 'from spec.replaces and spec.skips of the others');
  }
  const stranded = graph.strandedFrom(head);
  return stranded.length === 0 ? undefined : problem(CatalogErrorCode.STRANDED_BUNDLE, `${where} has bundles that no upgrade from "${head.name}" down `
    + `reaches: ${names(stranded)}; name each in spec.replaces of the next newer bundle, or in spec.skips`);
}

function names(entries: readonly ChannelEntry[]): string {
  return entries.map(({ name }) => `"${name}"`).join(', ');
}
