import { Finding } from './finding';
import { KnownCause, RemedyWords } from '../causes/known-cause';
import { CauseName, KNOWN_CAUSES } from '../causes/known-causes';

/** Finding with its remedy. */
export interface ExplainedFinding {
  readonly cause: CauseName;
  readonly message: string;
  readonly remedy: string;
}

/** Why a wait failed. */
export interface Explanation {
  /** First line: what failed, after how long, and in which phase. */
  readonly headline: string;
  /** Whether the wait timed out. Otherwise a finding ended it. */
  readonly timedOut: boolean;
  /** Findings, the most likely cause first. */
  readonly findings: readonly ExplainedFinding[];
}

/** Maximum number of findings in an explanation: the first ones are the cause, and the others usually result from them. */
const MAX_FINDINGS = 8;

/**
 * Adds the remedies of the known causes to findings and drops duplicates.
 *
 * @param words words that complete the remedies that depend on the operand
 */
export function explanation(headline: string, timedOut: boolean, findings: readonly Finding[], words: RemedyWords = {}): Explanation {
  const known = findings.length > 0 ? findings : [{ cause: 'unexplained', message: 'no object in the cluster explains why' } as const];
  const explained = known.map(({ cause, message, remedy = remedyOf(KNOWN_CAUSES[cause], words) }: Finding) => ({ cause, message, remedy }));
  const once = explained.filter(({ message }, index) => explained.findIndex((other) => other.message === message) === index);
  return { headline, timedOut, findings: once.slice(0, MAX_FINDINGS) };
}

function remedyOf({ remedy, completedBy }: KnownCause, words: RemedyWords): string {
  const end = completedBy === undefined ? undefined : words[completedBy];
  return end === undefined ? remedy : `${remedy}${completedBy === 'controllers' ? ': ' : ' '}${end}`;
}

/** Returns the explanation as lines: the headline, then the findings. Consecutive findings with the same remedy share it. */
export function explanationLines({ headline, findings }: Explanation): string[] {
  return [headline, ...findings.flatMap(({ message, remedy }, index) => (
    findings[index + 1]?.remedy === remedy ? [`  - ${message}`] : [`  - ${message}`, `    remedy: ${remedy}`]
  ))];
}
