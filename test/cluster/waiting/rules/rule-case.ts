import { Finding } from '../../../../lib/cluster/waiting/explain/explanation';

/** Objects, and what a rule finds in them. */
export interface RuleCase {
  readonly title: string;
  readonly findings: () => readonly Finding[];
  readonly expected: readonly Finding[];
}
