import { Course } from './simulated-cluster';
import { explanationLines } from '../../../lib/pulumi/wait/explain/explanation';

/** A wait or a removal that fails, and how that is told. The guides "Waiting" and "Failures" show them. */
export interface ToldFailure {
  readonly title: string;
  readonly simulate: () => Course<unknown>;

  /** After how many seconds it ends at the latest. */
  readonly within: number;

  readonly explanation: readonly string[];
}

/** The explanation of a failure, a line each. */
export function linesOf({ verdict }: Course<unknown>): string[] {
  return verdict.kind === 'done' ? ['done'] : explanationLines(verdict.explanation);
}
