import { whilePulumiRuns } from './print';
import type { Look } from './waiter-kind';
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
 * Looks at a cluster without waiting for anything but its first answers.
 *
 * @throws ClientError when it cannot be looked at
 */
export async function lookOnce(cluster: FollowedCluster, subject: string, look: (view: ClusterView) => Look): Promise<Look> {
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
    throw new ClientError(explanationLines(verdict.explanation).join('\n'));
  }
  return verdict.outcome;
}
