import { counted } from '../../text/phrases';
import { oneLine } from '../../text/printable';
import {
  type BundleChange, CatalogChange, type ChannelChange, type DeprecationChange, type PackageChange, type UpgradeEdge, UpgradeEdgeKind,
} from './catalog-changes';

type Row = readonly [packageName: string, subject: string, before: string, after: string];

const MAX_CELL_LENGTH = 80;
/** Headings of the table. */
export const DIFF_HEAD: Row = ['PACKAGE', 'WHAT', 'BEFORE', 'AFTER'];

/** Formats changes as a table, one per line, with two spaces between columns, or returns an empty string if nothing changed. */
export function diffTable(changes: readonly PackageChange[]): string {
  const rows = diffRows(changes);
  if (rows.length === 0) {
    return '';
  }
  const cells = [DIFF_HEAD, ...rows];
  const widths = DIFF_HEAD.map((_, column) => cells.reduce((width, row) => Math.max(width, [...row[column]!].length), 0));
  return cells.map((row) => `${row.map((cell, column) => cell + ' '.repeat(widths[column]! - [...cell].length)).join('  ').trimEnd()}\n`).join('');
}

/** Returns the rows of the table. */
export function diffRows(changes: readonly PackageChange[]): string[][] {
  return changes.flatMap((change) => packageRows(change).map((row) => [change.name, ...row].map((cell) => oneLine(cell, MAX_CELL_LENGTH))));
}

type PackageRow = readonly [subject: string, before: string, after: string];

function packageRows(change: PackageChange): PackageRow[] {
  if (change.change !== CatalogChange.CHANGED) {
    const content = `${counted(change.channels.length, 'channel')}, ${counted(change.bundles.length, 'bundle')}`;
    return [change.change === CatalogChange.ADDED ? ['package', '-', content] : ['package', content, '-']];
  }
  const { defaultChannelBefore = '', defaultChannelAfter = '' } = change;
  return [
    ...(defaultChannelBefore === defaultChannelAfter ? [] : [['default channel', defaultChannelBefore, defaultChannelAfter] as const]),
    ...change.fields.map((field): PackageRow => [field, 'differs', 'differs']),
    ...change.channels.flatMap(channelRows),
    ...change.bundles.flatMap(bundleRows),
    ...change.deprecations.map(deprecationRow),
  ];
}

function channelRows(channel: ChannelChange): PackageRow[] {
  const { name, headBefore = '-', headAfter = '-' } = channel;
  if (channel.change !== CatalogChange.CHANGED) {
    const entries = counted(channel.entriesAdded.length + channel.entriesRemoved.length, 'bundle');
    return [channel.change === CatalogChange.ADDED ? [`channel ${name}`, '-', `${entries}, head ${headAfter}`]
      : [`channel ${name}`, `${entries}, head ${headBefore}`, '-']];
  }
  return [
    ...(headBefore === headAfter ? [] : [[`head of ${name}`, headBefore, headAfter] as const]),
    ...channel.entriesRemoved.map((entry): PackageRow => [`in ${name}`, entry, '-']),
    ...channel.entriesAdded.map((entry): PackageRow => [`in ${name}`, '-', entry]),
    ...channel.edgesRemoved.map((edge): PackageRow => [`upgrade in ${name}`, edgeText(edge), '-']),
    ...channel.edgesAdded.map((edge): PackageRow => [`upgrade in ${name}`, '-', edgeText(edge)]),
  ];
}

function edgeText({ fromBundle: from, toBundle: to, kind }: UpgradeEdge): string {
  const how = { [UpgradeEdgeKind.REPLACES]: 'replaces', [UpgradeEdgeKind.SKIPS]: 'skips', [UpgradeEdgeKind.SKIP_RANGE]: 'skipRange' }[kind];
  return `${to} ${how} ${from}`;
}

function bundleRows(bundle: BundleChange): PackageRow[] {
  const { name, versionBefore = '', versionAfter = '', imageBefore = '', imageAfter = '' } = bundle;
  if (bundle.change !== CatalogChange.CHANGED) {
    return [bundle.change === CatalogChange.ADDED ? [`bundle ${name}`, '-', versionAfter] : [`bundle ${name}`, versionBefore, '-']];
  }
  const rows: PackageRow[] = [
    ...(versionBefore === versionAfter ? [] : [[`version of ${name}`, versionBefore, versionAfter] as const]),
    ...(imageBefore === imageAfter ? [] : [[`image of ${name}`, imageBefore || '-', imageAfter || '-'] as const]),
    ...bundle.properties.map((type): PackageRow => [`${type} of ${name}`, 'differs', 'differs']),
    ...bundle.relatedImagesRemoved.map((image): PackageRow => [`related image of ${name}`, image, '-']),
    ...bundle.relatedImagesAdded.map((image): PackageRow => [`related image of ${name}`, '-', image]),
  ];
  return rows.length > 0 ? rows : [[`bundle ${name}`, 'differs', 'differs']];
}

function deprecationRow({ schema, name = '', messageBefore = '-', messageAfter = '-' }: DeprecationChange): PackageRow {
  const subject = `${schema.replace(/^olm\./, '')}${name === '' ? '' : ` ${name}`}`;
  return [`deprecation of ${subject}`, messageBefore, messageAfter];
}
