import { ClientError } from '../../cluster/client/client-error';
import { AuditLog, type AuditRecord } from '../../cluster/operations/audit-log';
import { explanationLines } from '../../cluster/waiting/explain/explanation';
import { formatDuration } from '../../cluster/waiting/explain/formatting';
import { createWaiter } from '../../cluster/waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS, type Verdict, type Waiter } from '../../cluster/waiting/machine/waiter';
import { INITIAL_LISTS } from '../../cluster/waiting/machine/waiter-state';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { runWaiter } from '../../cluster/waiting/run/run-waiter';
import type { WatchedCluster } from '../../cluster/waiting/run/watched-cluster';
import type { ClusterView } from '../../cluster/waiting/view/cluster-view';
import type { JsonMap } from '../../formats/json/json-value';
import { printableLine } from '../../text/printable';
import { deleteUnreachableSetting, IF_DELETED, isUnreachable } from './cluster-identity';
import { clusterOf } from './clusters';
import { currentCall, print } from './pulumi-output';
import { CanceledCall, ResourceFailure } from './resource-provider';
import type { Observation } from './waiter-kind';

/** Result of a run for Pulumi, with what it changed. */
export interface RecordedRun<Result> {
  readonly result: Result;
  readonly actions: readonly AuditRecord[];
}

/**
 * Runs a waiter in the cluster that inputs select, with progress lines, and records what it changes. A call that is canceled results in a failed
 * verdict, which says how far the wait came. Calls of Pulumi's process for dynamic resources cannot be canceled.
 */
export async function runForPulumi<Outcome, Result>(
  waiter: Waiter<unknown, Outcome>, inputs: JsonMap, subject: string, conclude: (verdict: Verdict<Outcome>, view: ClusterView) => Result,
): Promise<RecordedRun<Result>> {
  const cluster = clusterOf(inputs);
  const audit = new AuditLog({ client: cluster.client, now: () => Date.now(), debug: () => undefined });
  const call = currentCall();
  let known: { readonly result: Result } | undefined;
  const run = runWaiter(waiter, cluster, {
    subject, print: call.print, signal: call.signal, now: () => performance.now(), conclude,
    performed: (action, performed) => audit.record(subject, action, performed),
    canceled: (verdict, view) => {
      const headline = `${verdict.explanation.headline}; run it again to continue`;
      known = { result: conclude({ ...verdict, explanation: { ...verdict.explanation, headline } }, view) };
      return call.signal.reason as unknown;
    },
  });
  const result = await run.catch((error: unknown) => {
    if (known === undefined || !(error instanceof CanceledCall)) {
      throw error;
    }
    return known.result;
  });
  await audit.close();
  return { result, actions: audit.records };
}

/**
 * Runs an ordered removal, and prints what is kept.
 *
 * @param title name of the removal, such as `removal of operator demo/plain`
 * @returns the changes that were made
 * @throws ResourceFailure if something stops the removal; ClientError if the cluster is unreachable
 */
export async function removeInOrder(
  removal: Waiter<unknown, RemovalReport>, outputs: JsonMap, title: string,
): Promise<readonly AuditRecord[]> {
  const setting = deleteUnreachableSetting(outputs);
  let run: RecordedRun<Verdict<RemovalReport>>;
  try {
    run = await runForPulumi(removal, outputs, title, (found) => found);
  } catch (error) {
    if (error instanceof ClientError && setting !== undefined) {
      print(`${title}: skipped because of ${setting}: ${printableLine(error.message)}`);
      return [];
    }
    throw error;
  }
  const { result: verdict, actions } = run;
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
    return actions;
  }
  // Deletions were printed when they were requested.
  verdict.outcome.left.forEach((left) => print(`${title}: left ${left.object}: ${left.reason}`));
  print(`${title}: done after ${durationOf(verdict)}`);
  return actions;
}

/** Returns the total duration of all phases of a wait, formatted. */
export function durationOf({ times }: Verdict<unknown>): string {
  return formatDuration(Object.values(times).reduce((sum, time) => sum + time, 0));
}

/** Timeout for the first lists of a server that answers, in milliseconds. */
const OBSERVATION_TIMEOUT = 60_000;

/**
 * Observes once the cluster that outputs select, without waiting for anything but its first lists.
 *
 * @returns undefined if the cluster is unreachable and a setting allows considering its resources deleted
 * @throws ClientError if the cluster is unreachable otherwise; ResourceFailure if it cannot be observed
 */
export async function observeUnlessDeleted(
  outputs: JsonMap, subject: string, observe: (view: ClusterView) => Observation,
): Promise<Observation | undefined> {
  try {
    return await observeOnce(clusterOf(outputs), subject, observe);
  } catch (error) {
    const setting = deleteUnreachableSetting(outputs);
    if (!(error instanceof ClientError) || setting === undefined) {
      throw error;
    }
    print(`${subject}: considered deleted because of ${setting}: ${printableLine(error.message)}`);
    return undefined;
  }
}

async function observeOnce(cluster: WatchedCluster, subject: string, observe: (view: ClusterView) => Observation): Promise<Observation> {
  const waiter = createWaiter<undefined, Observation>({
    subject,
    failure: 'could not be inspected',
    firstPhase: 'inspecting',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: OBSERVATION_TIMEOUT, settling: 0 },
    needsOlm: false,
    observe: (_, view) => {
      const outcome = observe(view);
      return {
        memory: undefined, phase: 'inspecting', waitingFor: INITIAL_LISTS, watch: outcome.watch, findings: [], actions: [],
        reached: {}, ...(outcome.isKnown ? { ready: { key: 'all', outcome } } : {}),
      };
    },
  });
  const verdict = await runWaiter(waiter, cluster, {
    subject, print: () => undefined, signal: currentCall().signal, now: () => performance.now(), conclude: (found) => found,
  });
  if (verdict.kind === 'failed') {
    const { explanation } = verdict;
    const why = explanationLines(explanation).join('\n');
    throw isUnreachable(explanation.findings) ? new ClientError(why) : new ResourceFailure(subject, why);
  }
  return verdict.outcome;
}
