import type { DriftedCatalog, DriftedOperator } from './drift-types';
import type { FoundDrift } from './find-drift';
import { printable } from '../../text/printable';
import { tableLines, wrappedLine } from '../../text/text-table';

const WIDTH = 100;

/** An operator or a catalog with its title. */
interface Drifted {
  readonly title: string;
  readonly differences: DriftedOperator['differences'];
}

/** Returns drift as text: a table, then the remedy for each difference. */
export function driftText(drift: FoundDrift): string {
  const all = inOrder(drift);
  if (all.length === 0) {
    return 'the cluster matches the lock\n';
  }
  return [
    ...tableLines([['OBJECT', 'DIFFERENCE', 'LOCKED', 'IN THE CLUSTER'], ...all.flatMap(rowsOf)], 0, Infinity),
    ...all.flatMap(({ title, differences }) => ['', printable(title), ...differences.flatMap(({ message }) => wrappedLine(`  - ${message}`, WIDTH))]),
    '',
  ].join('\n');
}

/** Returns drift as Markdown, for a ticket or a chat message. */
export function driftMarkdown(drift: FoundDrift): string {
  const all = inOrder(drift);
  if (all.length === 0) {
    return 'The cluster matches the lock.\n';
  }
  const table = ['| object | difference | locked | in the cluster |', '| --- | --- | --- | --- |', ...all.flatMap(rowsOf).map((row) => `| ${row.map(escaped).join(' | ')} |`)];
  const details = all.map(({ title, differences }) => [`### ${escaped(title)}`, '', ...differences.map(({ message }) => `- ${escapedProse(message)}`)].join('\n'));
  return `${[table.join('\n'), ...details].join('\n\n')}\n`;
}

/** Returns a line for each difference, such as `operator demo/cache: cache.v2 is installed instead of cache.v1`. */
export function driftLines(drift: FoundDrift): string[] {
  return inOrder(drift).flatMap(({ title, differences }) => differences.map(({ message }) => `${title}: ${message}`));
}

function inOrder({ operators, catalogs }: FoundDrift): Drifted[] {
  return [
    ...catalogs.map(({ namespace, name, differences }: DriftedCatalog) => ({ title: `catalog ${namespace}/${name}`, differences })),
    ...operators.map(({ namespace, packageName, installedCsv, differences }) => (
      { title: `operator ${namespace}/${packageName === '' ? installedCsv : packageName}`, differences }
    )),
  ];
}

function rowsOf({ title, differences }: Drifted): string[][] {
  return differences.map(({ kind, locked, found }) => [title, kind, locked === '' ? '-' : locked, found === '' ? '-' : found]);
}

function escaped(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|#]/g, '\\$&');
}

/** Formats a sentence as Markdown, with its commands as code. */
function escapedProse(text: string): string {
  return printable(text).split(/(`[^`]+`)/).map((part, index) => (index % 2 === 1 ? part : escaped(part))).join('');
}
