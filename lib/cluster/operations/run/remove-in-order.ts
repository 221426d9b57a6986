import type { RemovalReport } from '../../waiting/removal/stage';
import type { RemovalPlan } from '../targets/removal-plan';
import { type RunOptions, timeoutLeft } from './run-options';
import { type PartResult, runPart, skippedPart } from './run-part';

/**
 * Runs the removals of a plan, stage by stage. After a failure, later stages do not start.
 *
 * @throws ClientError if the cluster cannot be reached
 */
export async function removeInOrder(plan: RemovalPlan, options: RunOptions): Promise<PartResult<RemovalReport>[]> {
  const startedAt = options.now();
  const results: PartResult<RemovalReport>[] = [];
  for (const stage of plan) {
    const unfinished = results.find(({ state }) => state !== 'done');
    if (unfinished !== undefined) {
      results.push(...stage.map(({ subject }) => skippedPart(subject, `${unfinished.subject} did not finish`) as PartResult<RemovalReport>));
      continue;
    }
    const left = timeoutLeft(options, startedAt);
    const ending = new AbortController();
    const signal = AbortSignal.any([options.signal, ending.signal]);
    try {
      results.push(...await Promise.all(stage.map(({ subject, removal }) => runPart(subject, removal(left), { ...options, signal }, Infinity))));
    } finally {
      // After an error, the other removals would continue.
      ending.abort(new Error('another removal ended with an error'));
    }
  }
  return results;
}
