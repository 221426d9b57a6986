import { clusterOf } from './clusters';
import { goneAccordingTo, isOutOfReach } from './delete-unreachable';
import { print, whilePulumiRuns } from './print';
import { ResourceFailure } from './resource-failure';
import type { Look } from './waiter-kind';
import type { JsonMap } from '../../bundle/json-value';
import { ClientError } from '../wait/client/client-error';
import type { ClusterView } from '../wait/cluster/cluster-view';
import { explanationLines } from '../wait/explain/explanation';
import type { FollowedCluster } from '../wait/run/followed-cluster';
import { runWaiter } from '../wait/run/run-waiter';
import { createWaiter } from '../wait/waiting/create-waiter';
import { DEFAULT_TIMEOUTS } from '../wait/waiting/timeouts';

/** The first lists of a server that answers take no longer, in milliseconds. */
const WITHIN = 60_000;

/**
 * Looks at the cluster that outputs name, without waiting for anything but its first answers.
 *
 * @returns undefined when it is out of reach and the user says that what is there is gone then
 * @throws ClientError when it is out of reach otherwise, and ResourceFailure when it does not let itself be looked at
 */
export async function lookUnlessGone(outputs: JsonMap, subject: string, look: (view: ClusterView) => Look): Promise<Look | undefined> {
  try {
    return await lookOnce(clusterOf(outputs), subject, look);
  } catch (error) {
    const authority = goneAccordingTo(outputs);
    if (!(error instanceof ClientError) || authority === undefined) {
      throw error;
    }
    print(`${subject}: taken for gone, as ${authority} says: ${error.message}`);
    return undefined;
  }
}

async function lookOnce(cluster: FollowedCluster, subject: string, look: (view: ClusterView) => Look): Promise<Look> {
  const waiter = createWaiter<undefined, Look>({
    subject,
    failure: 'could not be looked at',
    firstPhase: 'looking',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: WITHIN, settling: 0 },
    needsOlm: false,
    read: (_, view) => {
      const outcome = look(view);
      return {
        memory: undefined, phase: 'looking', waitingFor: 'the first lists of the API server', watch: outcome.watch, findings: [], wishes: [],
        reached: {}, ...(outcome.isKnown ? { ready: { what: 'all', outcome } } : {}),
      };
    },
  });
  const verdict = await runWaiter(waiter, cluster, {
    subject, print: () => undefined, signal: whilePulumiRuns, now: () => performance.now(), conclude: (found) => found,
  });
  if (verdict.kind === 'failed') {
    const { explanation } = verdict;
    const why = explanationLines(explanation).join('\n');
    throw isOutOfReach(explanation.findings) ? new ClientError(why) : new ResourceFailure(subject, why);
  }
  return verdict.outcome;
}
