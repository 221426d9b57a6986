import { clusterOf } from './clusters';
import { deleteUnreachableSetting, isUnreachable } from './delete-unreachable';
import { print, whilePulumiRuns } from './print';
import { ResourceFailure } from './resource-failure';
import type { Observation } from './waiter-kind';
import type { JsonMap } from '../../formats/json/json-value';
import { ClientError } from '../../cluster/client/client-error';
import type { ClusterView } from '../../cluster/waiting/view/cluster-view';
import { explanationLines } from '../../cluster/waiting/explain/explanation';
import type { WatchedCluster } from '../../cluster/waiting/run/watched-cluster';
import { runWaiter } from '../../cluster/waiting/run/run-waiter';
import { createWaiter } from '../../cluster/waiting/machine/create-waiter';
import { INITIAL_LISTS } from '../../cluster/waiting/machine/observation';
import { DEFAULT_TIMEOUTS } from '../../cluster/waiting/machine/timeouts';

/** Timeout for the first lists of a server that answers, in milliseconds. */
const TIMEOUT = 60_000;

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
    print(`${subject}: considered deleted because of ${setting}: ${error.message}`);
    return undefined;
  }
}

async function observeOnce(cluster: WatchedCluster, subject: string, observe: (view: ClusterView) => Observation): Promise<Observation> {
  const waiter = createWaiter<undefined, Observation>({
    subject,
    failure: 'could not be inspected',
    firstPhase: 'inspecting',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: TIMEOUT, settling: 0 },
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
    subject, print: () => undefined, signal: whilePulumiRuns, now: () => performance.now(), conclude: (found) => found,
  });
  if (verdict.kind === 'failed') {
    const { explanation } = verdict;
    const why = explanationLines(explanation).join('\n');
    throw isUnreachable(explanation.findings) ? new ClientError(why) : new ResourceFailure(subject, why);
  }
  return verdict.outcome;
}
