import { driftLines, driftMarkdown, driftText } from './drift/drift-text';
import type { DriftedCatalog, DriftedOperator } from './drift/drift-types';
import type { FoundDrift } from './drift/find-drift';
import { deepFreeze } from '../formats/json/json-value';

/** How the operators and catalogs of a cluster differ from a lock. */
export class OperatorDrift {
  /** @internal */
  public static _of(drift: FoundDrift, notes: readonly string[]): OperatorDrift {
    return new OperatorDrift(drift, notes);
  }

  /** Operators that differ, sorted by namespace and package. */
  public readonly operators: readonly DriftedOperator[];

  /** Catalogs that differ, sorted by namespace and name. */
  public readonly catalogs: readonly DriftedCatalog[];

  /** Objects that could not be compared, in sentences. */
  public readonly notes: readonly string[];

  private constructor({ operators, catalogs }: FoundDrift, notes: readonly string[]) {
    this.operators = deepFreeze([...operators]);
    this.catalogs = deepFreeze([...catalogs]);
    this.notes = [...notes];
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
    return `${JSON.stringify({ operators: this.operators, catalogs: this.catalogs, notes: this.notes }, undefined, 2)}\n`;
  }
}
