import { checkArguments } from '../../../formats/options/check-arguments';
import { causeLink } from '../../../text/documentation';
import { groupBy } from '../../../text/group-by';
import { printable } from '../../../text/printable';
import type { Interest } from '../view/cluster-view';
import { GracePeriod, KnownCause, RemedyWords } from './known-cause';
import { CauseName, KNOWN_CAUSES } from './known-causes';

/** Problem that keeps a wait from succeeding. */
export interface Finding {
  readonly cause: CauseName;
  /** Problem and its location. */
  readonly message: string;
  /** Remedy for the user. @default - the remedy of the cause */
  readonly remedy?: string;
  /** Grace period of the problem, after which it ends the wait. @default - the grace period of the cause */
  readonly grace?: GracePeriod;
  /** Whether the grace period starts with the wait instead of when the problem was first seen. @default false */
  readonly sinceStart?: boolean;
  /** Where an object was not found, if that is the problem; a dump may lack the object. @default - the problem is what was found */
  readonly absent?: Interest;
}

/** Finding with its remedy. */
export interface ExplainedFinding {
  readonly cause: CauseName;
  readonly message: string;
  readonly remedy: string;
  /** Page of the cause in the documentation. */
  readonly link: string;
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
export const MAX_FINDINGS = 8;

/**
 * Adds the remedies of the known causes to findings and drops duplicates.
 *
 * @param words words that complete the remedies that depend on the operand
 */
export function explanation(headline: string, timedOut: boolean, findings: readonly Finding[], words: RemedyWords = {}): Explanation {
  const known = findings.length > 0 ? findings : [{ cause: 'unexplained', message: 'no object in the cluster explains why' } as const];
  const explained = known.map(({ cause, message, remedy = remedyOf(KNOWN_CAUSES[cause], words) }: Finding) => (
    { cause, message, remedy, link: causeLink(cause) }
  ));
  return { headline, timedOut, findings: withoutRepeated(explained).slice(0, MAX_FINDINGS) };
}

/**
 * Returns the findings of which an explanation may consist: of those that are as certain as each other, no more than it shows. Operators share the
 * findings about what all of them depend on, so that all findings for each of them would take quadratic time.
 */
export function foremost(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map<string, number>();
  return withoutRepeated(findings).filter(({ cause, grace = '' }) => {
    const key = `${cause} ${grace}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count <= MAX_FINDINGS;
  });
}

function withoutRepeated<Found extends Pick<Finding, 'message'>>(findings: readonly Found[]): Found[] {
  return [...groupBy(findings, ({ message }) => message).values()].map(([first]) => first!);
}

function remedyOf({ remedy, completedBy }: KnownCause, words: RemedyWords): string {
  const end = completedBy === undefined ? undefined : words[completedBy];
  return end === undefined ? remedy : `${remedy}${completedBy === 'controllers' ? ': ' : ' '}${end}`;
}

/**
 * Returns the explanation as lines: the headline, then the findings. Consecutive findings with the same cause and remedy share remedy and link. Line
 * breaks and other control characters in what the cluster contains are replaced.
 */
export function explanationLines(explanation: Explanation): string[] {
  checkArguments('explanationLines', { explanation });
  const { headline, findings } = explanation;
  return [headline, ...findings.flatMap(({ message, remedy, link }, index) => (
    isSharedWithNext(findings, index) ? [`  - ${message}`] : [`  - ${message}`, `    remedy: ${remedy}`, `    see: ${link}`]
  ))].map(printable);
}

/** Whether the remedy and the link of a finding are printed below the next one. */
export function isSharedWithNext(findings: readonly ExplainedFinding[], index: number): boolean {
  const [finding, next] = [findings[index], findings[index + 1]];
  return next !== undefined && next.remedy === finding?.remedy && next.link === finding.link;
}

/** Finding for a cluster without OLM. */
export const NO_OLM = 'no OLM is installed; install it, for example with OlmInstallation, or select the cluster that runs it by --kubeconfig and --context';
