import { clusterOf } from './clusters';
import { IF_DELETED, deleteUnreachableSetting, isUnreachable } from './delete-unreachable';
import { print, whilePulumiRuns } from './print';
import { ResourceFailure } from './resource-failure';
import type { JsonMap } from '../../json/json-value';
import { ClientError } from '../../kubernetes/client-error';
import { explanationLines } from '../../waiting/explain/explanation';
import { formatDuration } from '../../waiting/explain/formatting';
import type { Verdict, Waiter } from '../../waiting/machine/waiter';
import type { RemovalReport } from '../../waiting/removal/stage';
import { runWaiter } from '../../waiting/run/run-waiter';

/** Runs a waiter in the cluster that inputs select, with progress lines. Pulumi does not forward a cancellation to this process. */
export function runForPulumi<Outcome, Result>(
  waiter: Waiter<unknown, Outcome>, inputs: JsonMap, subject: string,
  conclude: Parameters<typeof runWaiter<unknown, Outcome, Result>>[2]['conclude'],
): Promise<Result> {
  return runWaiter(waiter, clusterOf(inputs), { subject, print, signal: whilePulumiRuns, now: () => performance.now(), conclude });
}

/**
 * Removes in order, and prints what is left.
 *
 * @param title what it is, such as `removal of operator demo/plain`
 * @throws ResourceFailure if something stops the removal; ClientError if the cluster is unreachable
 */
export async function removeInOrder(removal: Waiter<unknown, RemovalReport>, outputs: JsonMap, title: string): Promise<void> {
  const setting = deleteUnreachableSetting(outputs);
  let verdict: Verdict<RemovalReport>;
  try {
    verdict = await runForPulumi(removal, outputs, title, (found) => found);
  } catch (error) {
    if (error instanceof ClientError && setting !== undefined) {
      print(`${title}: skipped because of ${setting}: ${error.message}`);
      return;
    }
    throw error;
  }
  if (verdict.kind === 'failed') {
    const { findings } = verdict.explanation;
    const why = explanationLines(verdict.explanation);
    if (!isUnreachable(findings)) {
      throw new ResourceFailure(title, why.join('\n'));
    }
    if (setting === undefined) {
      throw new ResourceFailure(title, [...why, IF_DELETED].join('\n'));
    }
    print(`${title}: skipped because of ${setting}: ${findings.map((finding) => finding.message).join('; ')}`);
    return;
  }
  // Deletions were printed when they were requested.
  verdict.outcome.left.forEach((left) => print(`${title}: left ${left.object}: ${left.reason}`));
  print(`${title}: done after ${durationOf(verdict)}`);
}

/** Returns the duration of all phases of a wait, formatted. */
export function durationOf({ times }: Verdict<unknown>): string {
  return formatDuration(Object.values(times).reduce((sum, time) => sum + time, 0));
}
