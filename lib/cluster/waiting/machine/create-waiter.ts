import { assess } from './assess';
import { initialState, phaseTimes, requestActions, SETTLING, WaiterState } from './waiter-state';
import { formatDuration } from '../explain/formatting';
import { progressReport } from './progress';
import { look } from './look';
import { WaiterDefinition } from './observation';
import { advance, deadlineOf, decisiveFirst, nextTimeout } from './deadlines';
import { JudgingWaiter, Step } from './waiter';
import { ClusterView } from '../view/cluster-view';
import { distinct } from '../view/interest';
import { uninspectedFindings } from '../explain/access';
import { explanation } from '../explain/explanation';
import { Finding } from '../explain/finding';
import { KNOWN_CAUSES } from '../causes/known-causes';

/** Time after which a waiter starts to watch objects that only help to explain a failure, in milliseconds. */
const EXPLAIN_AFTER = 5_000;

/** Maximum number of recoveries in one step, regardless of what the kind of waiter allows, so that a step always ends. */
const MAX_RECOVERIES = 10;

/** Creates a waiter from its definition: a pure state machine with phases, timeouts, grace periods, settling and progress lines. */
export function createWaiter<Memory, Outcome>(definition: WaiterDefinition<Memory, Outcome>): JudgingWaiter<WaiterState<Memory>, Outcome> {
  return {
    start: (now) => initialState(definition.memory, definition.firstPhase, now),
    step: (state, view, now) => step(definition, state, view, now, MAX_RECOVERIES),
    look: (view, times) => look(definition, view, times),
  };
}

function step<Memory, Outcome>(
  definition: WaiterDefinition<Memory, Outcome>, before: WaiterState<Memory>, view: ClusterView, now: number, recoveriesLeft: number,
): Step<WaiterState<Memory>, Outcome> {
  const { timeouts, subject, failure } = definition;
  const observation = definition.observe(before.memory, view, {
    slow: now - before.startedAt >= EXPLAIN_AFTER,
    timeInPhase: (phase) => (phase === before.phase ? now - before.phaseSince : 0),
  });
  const watch = distinct(observation.watch);
  const { ready, findings } = assess(definition, observation, watch, view);
  const state = advance({ ...before, memory: observation.memory }, ready?.key, ready === undefined ? observation.phase : SETTLING, findings, now);

  const settledAt = state.readiness === undefined ? Infinity : state.readiness.since + timeouts.settling;
  if (ready !== undefined && now >= settledAt) {
    return { state, watch, actions: [], verdict: { kind: 'done', outcome: ready.outcome, times: phaseTimes(state, now) } };
  }

  const fail = (headline: string, timedOut: boolean, causes: readonly Finding[]): Step<WaiterState<Memory>, Outcome> => {
    const why = explanation(headline, timedOut, [...causes, ...uninspectedFindings(view, watch, causes)], definition.words);
    return { state, watch, actions: [], verdict: { kind: 'failed', explanation: why, reached: observation.reached, times: phaseTimes(state, now) } };
  };
  const decisive = findings.find((finding) => now >= deadlineOf(finding, state, timeouts));
  if (decisive !== undefined) {
    const memory = recoveriesLeft > 0 && KNOWN_CAUSES[decisive.cause].recoverable ? definition.recover?.(state.memory, view, decisive) : undefined;
    return memory === undefined
      ? fail(`${subject} ${failure}: ${givenUp(state, now)}`, false, decisiveFirst(findings, decisive))
      : step(definition, { ...state, memory, causeSince: {} }, view, now, recoveriesLeft - 1);
  }
  // Once everything is settling, no timeout applies to the short remaining time.
  const timeout = nextTimeout(state, timeouts);
  if (ready === undefined && now >= timeout.at) {
    return fail(`${subject} ${failure} within ${formatDuration(timeout.length)}: ${phaseDuration(state, now)}, waiting for ${observation.waitingFor}`, true, findings);
  }

  const { state: requested, actions, retryAt } = requestActions(state, observation.actions, now);
  const waitingFor = ready === undefined ? observation.waitingFor : 'everything to stay ready';
  const { progress, reported, wakeAt: reportAt } = progressReport(now, state.reported, {
    subject, phase: state.phase, since: now - state.phaseSince, waitingFor,
  });
  const wakes = [
    timeout.at, reportAt, settledAt, retryAt ?? Infinity, state.startedAt + EXPLAIN_AFTER,
    ...findings.map((finding) => deadlineOf(finding, state, timeouts)),
  ];
  const wakeAt = Math.min(...wakes.filter((at) => at > now));
  return { state: { ...requested, reported }, watch, actions, wakeAt, ...(progress === undefined ? {} : { progress }) };
}

/** Describes when and in which phase the waiter gave up: "while resolving" for phases named after an activity, "in phase crds" for the others. */
function givenUp({ phase, startedAt }: WaiterState<unknown>, now: number): string {
  const when = now - startedAt < 1000 ? 'immediately' : `after ${formatDuration(now - startedAt)}`;
  return `gave up ${when} ${phase.endsWith('ing') ? `while ${phase}` : `in phase ${phase}`}`;
}

const phaseDuration = ({ phase, phaseSince }: WaiterState<unknown>, now: number): string => `${phase} for ${formatDuration(now - phaseSince)}`;
