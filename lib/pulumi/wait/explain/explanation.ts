import { Finding } from './finding';
import { CauseName, KNOWN_CAUSES } from './known-causes';

/** A finding with its remedy. */
export interface ExplainedFinding {
  readonly cause: CauseName;
  readonly text: string;
  readonly remedy: string;
}

/** Why a wait failed. */
export interface Explanation {
  /** What did not come about, when, and what it was waiting for. */
  readonly headline: string;
  /** Whether the time was over; otherwise a finding decided. */
  readonly timedOut: boolean;
  /** What is known about it, the likeliest first. */
  readonly findings: readonly ExplainedFinding[];
}

/** At most so many findings are told: the first ones say why, the others follow from them. */
const MOST_FINDINGS = 8;

/** Explains findings with the table of known causes. Each is told once. */
export function explanation(headline: string, timedOut: boolean, findings: readonly Finding[]): Explanation {
  const told = findings.length > 0 ? findings : [{ cause: 'unexplained', text: 'no object in the cluster says why' } as const];
  const explained = told.map(({ cause, text, remedy = KNOWN_CAUSES[cause].remedy }: Finding) => ({ cause, text, remedy }));
  const once = explained.filter(({ text }, index) => explained.findIndex((other) => other.text === text) === index);
  return { headline, timedOut, findings: once.slice(0, MOST_FINDINGS) };
}

/**
 * The explanation as lines: the headline, then each finding. A remedy stands under the last finding that it is for.
 */
export function explanationLines({ headline, findings }: Explanation): string[] {
  return [headline, ...findings.flatMap(({ text, remedy }, index) => (
    findings[index + 1]?.remedy === remedy ? [`  - ${text}`] : [`  - ${text}`, `    remedy: ${remedy}`]
  ))];
}
