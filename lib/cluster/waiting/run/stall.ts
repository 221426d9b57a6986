import { ApiClient } from '../../client/api-client';
import { explanation, Finding } from '../explain/explanation';
import type { CauseName } from '../explain/known-causes';
import { Verdict } from '../machine/waiter';
import { ClusterView, Interest } from '../view/cluster-view';

/** Causes that explain nothing by themselves. */
const NO_EXPLANATION: readonly CauseName[] = ['unexplained', 'not-inspected', 'warning-event'];

/** How long before its timeout a wait checks whether the API server still answers, in milliseconds. */
const PROBE_BEFORE = 5_000;

/** Request that checks whether the API server still answers near the end of a wait: a watch is silent, too, if nothing changes. */
export interface LivenessProbe {
  /** Whether the request is sent and has no answer yet. */
  readonly isUnanswered: () => boolean;

  /** Ends the request. */
  readonly end: () => void;
}

/** Minimum timeout for which an unanswered request means something, in milliseconds. */
const MIN_TIMEOUT = 2_000;

/** Prepares the request, which is sent five seconds before a timeout, or halfway through a shorter one. Returns undefined for a very short one. */
export function livenessProbe(client: Pick<ApiClient, 'request'>, timeout: number | undefined): LivenessProbe | undefined {
  if (timeout === undefined || timeout < MIN_TIMEOUT) {
    return undefined;
  }
  const ending = new AbortController();
  let state: 'not-sent' | 'sent' | 'answered' = 'not-sent';
  const answered = (): void => {
    state = 'answered';
  };
  const timer = setTimeout(() => {
    state = 'sent';
    // Any response is an answer. A lost connection is retried until the end.
    client.request({ method: 'GET', path: '/version' }, ending.signal).then(answered, answered);
  }, Math.max(timeout - PROBE_BEFORE, timeout / 2));
  return {
    isUnanswered: () => state === 'sent',
    end: () => {
      clearTimeout(timer);
      ending.abort(new Error('the wait is over'));
    },
  };
}

/** What is known about the answers of the API server when a wait ends. */
export interface Answers {
  /** Everything that was watched. */
  readonly watched: readonly Interest[];
  readonly view: ClusterView;
  readonly client: Pick<ApiClient, 'pending'>;
  readonly probe?: LivenessProbe | undefined;
}

/** Returns a verdict that blames the API server instead of anything in the cluster if the wait timed out because the server stopped answering. */
export function withStall<Outcome>(verdict: Verdict<Outcome>, { watched, view, client, probe }: Answers): Verdict<Outcome> {
  if (verdict.kind === 'done' || !verdict.explanation.timedOut) {
    return verdict;
  }
  const { headline, findings } = verdict.explanation;
  const isPending = watched.some((interest) => {
    const { state, problem } = view.snapshot(interest);
    return interest.optional !== true && state === 'unknown' && problem === undefined;
  });
  const isExplained = findings.some(({ cause }) => !NO_EXPLANATION.includes(cause));
  const isSilent = probe?.isUnanswered() === true;
  if (!isSilent && (!isPending || isExplained)) {
    return verdict;
  }
  const silence: Finding = { cause: 'api-server-unreachable', message: `the API server does not answer: ${client.pending}` };
  const others = findings.filter(({ cause }) => cause !== 'unexplained' && cause !== 'api-server-unreachable');
  return { ...verdict, explanation: explanation(headline, true, [silence, ...others]) };
}
