import { SimulatedWait } from './simulated-cluster';
import { explanationLines } from '../../builders/explanation-lines';

/** A wait or a removal that fails, and its explanation. The guides "Waiting" and "Failures" show them. */
export interface ExplainedFailure {
  readonly title: string;
  readonly simulate: () => SimulatedWait<unknown>;

  /** Maximum number of seconds until the verdict. */
  readonly within: number;

  readonly explanation: readonly string[];
}

/** Returns the lines of the explanation. */
export function linesOf({ verdict }: SimulatedWait<unknown>): string[] {
  return verdict.kind === 'done' ? ['done'] : explanationLines(verdict.explanation);
}
