import type { ValuePath } from '../source-position';
import type { FindingSeverity } from './severity';
import type { ValidationSubject } from './subject';

/** A rule: data about it, and the check. */
export interface Rule {
  /** The id, such as `csv-name`; it stays the same from release to release. */
  readonly id: string;

  /** How much a breach weighs; a fault may say another one. */
  readonly severity: FindingSeverity;

  /** What the rule asks, in one sentence. */
  readonly summary: string;

  /** What to do about a breach; a fault may say a better one. */
  readonly remedy: string;

  /** A link to what the rule follows from: upstream's code, or documentation. */
  readonly source: string;

  /** Finds every breach. Never throws, whatever the bundle holds. */
  readonly check: (subject: ValidationSubject) => Iterable<Fault>;
}

/** One breach of a rule. */
export interface Fault {
  /** What is wrong, and what was found. */
  readonly message: string;

  /** The file inside the bundle. */
  readonly file?: string;

  /** Keys and indices to the value in that file's document; line and column are found from it. */
  readonly path?: ValuePath;

  /** Line and column where no path leads to the place, such as that of a syntax error. */
  readonly position?: { readonly line: number; readonly column: number };

  /** Upstream's name of the field, where the conformance test matches by it. */
  readonly field?: string;

  /** The bad value as upstream prints it, for the same. */
  readonly value?: string;

  /** Where it differs from the rule's. */
  readonly severity?: FindingSeverity;

  /** Where it is better than the rule's. */
  readonly remedy?: string;
}
