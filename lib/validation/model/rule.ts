import { field, isMap, type JsonMap } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import type { BundleView } from './bundle-view';
import { FindingSeverity } from './finding';

/** A breach of a rule. */
export interface Fault {
  /** Problem, with the value found. */
  readonly message: string;

  /** File inside the bundle. */
  readonly file?: string;

  /** Path of the value in the file, which determines line and column. */
  readonly path?: ValuePath;

  /** Line and column, if the fault has a position but no path, such as a syntax error. */
  readonly position?: { readonly line: number; readonly column: number };

  /** Upstream's name of the field, by which conformance tests match findings. */
  readonly field?: string;

  /** Invalid value as upstream prints it, for conformance tests. */
  readonly value?: string;

  /**
   * Whether the fault only follows from a file that cannot be read, whose own fault says what is wrong.
   *
   * @default false
   */
  readonly isConsequence?: boolean;

  /**
   * Severity of the finding.
   *
   * @default - the severity of the rule
   */
  readonly severity?: FindingSeverity;

  /**
   * Remedy for this breach, in the imperative.
   *
   * @default - the remedy of the rule
   */
  readonly remedy?: string;
}

/** A rule for bundles: a check, and its description in findings and the documentation. */
export interface Rule<View = BundleView> {
  /** ID, such as `csv-name`; it stays the same from release to release. */
  readonly id: string;

  /** Severity of findings, unless a fault has its own. */
  readonly severity: FindingSeverity;

  /** Requirement of the rule, in one sentence. */
  readonly summary: string;

  /** Remedy, in the imperative, unless a fault has its own. */
  readonly remedy: string;

  /** Link to the source of the rule: upstream's code, or documentation. */
  readonly source: string;

  /** Yields every breach. Must not throw for any content of a bundle. */
  readonly check: (view: View) => Iterable<Fault>;
}

/** Returns a rule whose findings are errors. */
export function errorRule<View = BundleView>(
  source: string,
  id: string,
  summary: string,
  remedy: string,
  check: (view: View) => Iterable<Fault>,
): Rule<View> {
  return { id, severity: FindingSeverity.ERROR, summary, remedy, source, check };
}

/** Adds a file to the faults that have none. */
export function* inFile(file: string, faults: Iterable<Fault>): Iterable<Fault> {
  for (const fault of faults) {
    yield { file, ...fault };
  }
}

/** A value in a document with its path. */
export interface Located<Value> {
  readonly value: Value;
  readonly path: ValuePath;
}

/** Returns the maps in a list with their paths; other items are skipped. */
export function locatedMaps(holder: unknown, key: string, path: ValuePath): Located<JsonMap>[] {
  return locatedItems(holder, key, path).filter((item): item is Located<JsonMap> => isMap(item.value));
}

/** Returns the strings in a list with their paths; other items are skipped. */
export function locatedStrings(holder: unknown, key: string, path: ValuePath): Located<string>[] {
  return locatedItems(holder, key, path).filter((item): item is Located<string> => typeof item.value === 'string');
}

function locatedItems(holder: unknown, key: string, path: ValuePath): Located<unknown>[] {
  const list = field(holder, key);
  return (Array.isArray(list) ? list : []).map((value: unknown, index) => ({ value, path: [...path, key, index] }));
}
