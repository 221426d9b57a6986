import { deepFreeze } from '../../formats/json/json-value';
import { markdownProse, markdownTable, markdownText } from '../../text/markdown';
import { printableJson } from '../../formats/json/printable-json';
import { printable } from '../../text/printable';
import { DEFAULT_WIDTHS, foldedLines, type TextWidths, wrappedLine } from '../../text/text-table';
import type { DriftedCatalog, DriftedOperator, FoundDrift } from './find-drift';

/** How the operators and catalogs of a cluster differ from a lock. */
export class OperatorDrift {
  /** @internal */
  public static _of(drift: FoundDrift, notes: readonly string[], isComplete = true): OperatorDrift {
    return new OperatorDrift(drift, notes, isComplete);
  }

  /** Operators that differ, sorted by namespace and package. */
  public readonly operators: readonly DriftedOperator[];

  /** Catalogs that differ, sorted by namespace and name. */
  public readonly catalogs: readonly DriftedCatalog[];

  /** Objects that could not be compared, in sentences. */
  public readonly notes: readonly string[];

  /**
   * Whether everything in the lock was compared.
   *
   * @internal
   */
  public readonly isComplete: boolean;

  private constructor({ operators, catalogs }: FoundDrift, notes: readonly string[], isComplete: boolean) {
    this.operators = deepFreeze([...operators]);
    this.catalogs = deepFreeze([...catalogs]);
    this.notes = [...notes];
    this.isComplete = isComplete;
  }

  /** Whether anything differs. */
  public get hasDrift(): boolean {
    return this.operators.length + this.catalogs.length > 0;
  }

  /** Returns a line for each difference, with its remedy. */
  public toLines(): string[] {
    return driftLines(this);
  }

  /** Returns the drift as a table, followed by the remedies. */
  public toText(): string {
    return driftText(this);
  }

  /** Returns the drift as Markdown. */
  public toMarkdown(): string {
    return driftMarkdown(this);
  }

  /** Returns the drift as JSON. */
  public toJson(): string {
    return `${printableJson({ operators: this.operators, catalogs: this.catalogs, notes: this.notes })}\n`;
  }
}

/** An operator or a catalog with its title. */
interface Drifted {
  readonly title: string;
  readonly differences: DriftedOperator['differences'];
}

/** Returns drift as text: a table, then the remedy for each difference. */
export function driftText(drift: OperatorDrift, { width, proseWidth }: TextWidths = DEFAULT_WIDTHS): string {
  const all = inOrder(drift);
  if (all.length === 0) {
    return `${drift.isComplete ? 'the' : 'what is known of the'} cluster matches the lock\n`;
  }
  return [
    ...foldedLines([['OBJECT', 'DIFFERENCE', 'LOCKED', 'IN THE CLUSTER'], ...all.flatMap(rowsOf)], 0, width),
    ...all.flatMap(({ title, differences }) => ['', ...wrappedLine(title, proseWidth), ...differences.flatMap(({ message }) => wrappedLine(`  - ${message}`, proseWidth))]),
    '',
  ].join('\n');
}

/** Returns drift as Markdown, for a ticket or a chat message. */
export function driftMarkdown(drift: OperatorDrift): string {
  const all = inOrder(drift);
  if (all.length === 0) {
    return `${drift.isComplete ? 'The' : 'What is known of the'} cluster matches the lock.\n`;
  }
  const table = markdownTable(['object', 'difference', 'locked', 'in the cluster'], all.flatMap(rowsOf));
  const details = all.map(({ title, differences }) => [`### ${markdownText(title)}`, '', ...differences.map(({ message }) => `- ${markdownProse(message)}`)].join('\n'));
  return `${[table, ...details].join('\n\n')}\n`;
}

/** Returns a line for each difference, such as `operator demo/cache: cache.v2 is installed instead of cache.v1`. */
export function driftLines(drift: FoundDrift): string[] {
  return inOrder(drift).flatMap(({ title, differences }) => differences.map(({ message }) => printable(`${title}: ${message}`)));
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
