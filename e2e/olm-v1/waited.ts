import { clientFor } from '../../lib/cluster/client/clients';
import { findCluster } from '../../lib/cluster/client/kubeconfig-source';
import { explanationLines } from '../../lib/cluster/waiting/explain/explanation';
import { Timeouts, Waiter } from '../../lib/cluster/waiting/machine/waiter';
import { runWaiter } from '../../lib/cluster/waiting/run/run-waiter';
import { WatchedCluster } from '../../lib/cluster/waiting/run/watched-cluster';

/** Timeouts with which a waiter soon gives up on what it has an explanation for. */
export const IMPATIENT: Partial<Timeouts> = { terminalGrace: 2_000, transientGrace: 4_000, total: 120_000 };

/** Runs waiters of the library against a cluster, as its Pulumi components do. */
export class Waited {
  private readonly cluster: WatchedCluster;

  public constructor(kubeconfig: string) {
    this.cluster = new WatchedCluster(clientFor(findCluster({ kubeconfig, context: undefined }, {}), {}), Math.random);
  }

  /** Returns the outcome of a waiter that must succeed. */
  public async outcome<State, Outcome>(waiter: Waiter<State, Outcome>): Promise<Outcome> {
    const verdict = await this.verdict(waiter);
    if (typeof verdict === 'string') {
      throw new Error(verdict);
    }
    return verdict.outcome;
  }

  /** Returns the explanation of a waiter that must fail. */
  public async failure<State, Outcome>(waiter: Waiter<State, Outcome>): Promise<string> {
    const verdict = await this.verdict(waiter);
    if (typeof verdict !== 'string') {
      throw new Error(`it succeeded: ${JSON.stringify(verdict.outcome)}`);
    }
    return verdict;
  }

  private verdict<State, Outcome>(waiter: Waiter<State, Outcome>): Promise<{ readonly outcome: Outcome } | string> {
    return runWaiter(waiter, this.cluster, {
      subject: 'waiter',
      print: () => undefined,
      signal: new AbortController().signal,
      now: () => performance.now(),
      conclude: verdict => verdict.kind === 'done' ? { outcome: verdict.outcome } : explanationLines(verdict.explanation).join('\n'),
    });
  }
}
