import { CauseName } from '../../waiting/causes/known-causes';
import { ExplainedFinding } from '../../waiting/explain/explanation';

/** State of an object: `healthy` if a waiter would be done, `failed` if it would have given up, `progressing` if it would still wait. */
export type Verdict = 'healthy' | 'progressing' | 'failed';

/** What is known about an object at one moment. */
export interface Judgement {
  readonly verdict: Verdict;

  /** Phase of the waiter that judged, such as `resolving`; `ready` if there is nothing to wait for. */
  readonly phase: string;

  /** What has to happen next, or undefined if there is nothing to wait for. */
  readonly waitingFor?: string;

  /** Time at which this state began, in milliseconds since 1970, or undefined if the objects have no times. */
  readonly since?: number;

  /** Problems, the most likely cause first. */
  readonly causes: readonly ExplainedFinding[];
}

/** Returns the name of the most likely cause. */
export function firstCause({ causes }: Judgement): CauseName | undefined {
  return causes[0]?.cause;
}
