import { defined } from '../../../formats/json/defined';
import { smallest } from '../../../text/lists';
import { accessFindings, rejectedActionFindings, uninspectedFindings } from '../explain/access';
import { explanation, Finding } from '../explain/explanation';
import { formatDuration } from '../explain/formatting';
import { GracePeriod } from '../explain/known-cause';
import { KNOWN_CAUSES } from '../explain/known-causes';
import { ClusterView, distinct, Interest, isPartial, Snapshot } from '../view/cluster-view';
import { progressReport } from './progress';
import { Failed, JudgingWaiter, Look, LookTimes, Step, Timeouts } from './waiter';
import {
  enterPhase, initialState, Observation, phaseTimes, requestActions, SETTLING, WaiterDefinition, WaiterState, withCauses, withReadiness,
} from './waiter-state';

/** Time after which a waiter starts to watch objects that only help to explain a failure, in milliseconds. */
const EXPLAIN_AFTER = 5_000;

/** Maximum number of recoveries in one step, regardless of what the kind of waiter allows, so that a step always ends. */
const MAX_RECOVERIES = 10;

/** Creates a waiter from its definition: a pure state machine with phases, timeouts, grace periods, settling and progress lines. */
export function createWaiter<Memory, Outcome>(definition: WaiterDefinition<Memory, Outcome>): JudgingWaiter<WaiterState<Memory>, Outcome> {
  return {
    start: (now) => initialState(definition.memory, definition.firstPhase, now),
    step: (state, view, now) => step(definition, state, view, now, MAX_RECOVERIES),
    canceled: (state, view, now) => canceled(definition, state, view, now),
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
  const wakeAt = smallest(wakes.filter((at) => at > now));
  return { state: { ...requested, reported }, watch, actions, wakeAt, ...defined({ progress }) };
}

/** Explains a wait that is canceled, with everything that may keep it from succeeding, although it may still succeed. */
function canceled<Memory, Outcome>(
  definition: WaiterDefinition<Memory, Outcome>, before: WaiterState<Memory>, view: ClusterView, now: number,
): Failed<Outcome> {
  const timeInPhase = (phase: string): number => (phase === before.phase ? now - before.phaseSince : 0);
  const observation = definition.observe(before.memory, view, { slow: true, timeInPhase });
  const watch = distinct(observation.watch);
  const { ready, findings } = assess(definition, observation, watch, view);
  const state = enterPhase(before, ready === undefined ? observation.phase : SETTLING, now);
  const waitingFor = ready === undefined ? observation.waitingFor : 'everything to stay ready';
  const { subject, failure } = definition;
  const headline = `${subject} ${failure}: canceled after ${formatDuration(now - state.startedAt)}, ${phaseDuration(state, now)}, waiting for ${waitingFor}`;
  const all = [...findings, ...uninspectedFindings(view, watch, findings)];
  const why = all.length === 0 ? { headline, timedOut: false, findings: [] } : explanation(headline, false, all, definition.words);
  return { kind: 'failed', explanation: why, reached: observation.reached, times: phaseTimes(state, now) };
}

/** Describes when and in which phase the waiter gave up: "while resolving" for phases named after an activity, "in phase crds" for the others. */
function givenUp({ phase, startedAt }: WaiterState<unknown>, now: number): string {
  const when = now - startedAt < 1000 ? 'immediately' : `after ${formatDuration(now - startedAt)}`;
  return `gave up ${when} ${phase.endsWith('ing') ? `while ${phase}` : `in phase ${phase}`}`;
}

const phaseDuration = ({ phase, phaseSince }: WaiterState<unknown>, now: number): string => `${phase} for ${formatDuration(now - phaseSince)}`;

/** Evaluates a cluster at one point in time, as a waiter would that has observed the current state since it began. */
export function look<Memory, Outcome>(definition: WaiterDefinition<Memory, Outcome>, view: ClusterView, { since, now }: LookTimes): Look<Outcome> {
  const { memory, timeouts } = definition;
  const observation = definition.observe(memory, view, { slow: true, timeInPhase: () => now - since });
  const { phase, waitingFor, reached, isUnseen = false } = observation;
  const watch = distinct(observation.watch);
  const { ready, findings } = assess(definition, observation, watch, view);
  const sight = { phase, waitingFor, watch, reached };
  if (ready !== undefined) {
    return { ...sight, verdict: 'ready', findings: [] };
  }
  const state = advance(initialState(memory, phase, since), undefined, phase, findings, since);
  const decisive = findings.find((finding) => now >= deadlineOf(finding, state, timeouts));
  const isFailed = decisive !== undefined || (!isUnseen && now >= nextTimeout(state, timeouts).at);
  const certain = isFailed ? findings : findings.filter((finding) => !isDoubtful(finding, view));
  const unexplained: Finding[] = certain.length === 0 && isFailed && watch.some((interest) => isPartial(view, interest))
    ? [{ cause: 'unexplained', message: 'no object in the dump explains why' }] : [];
  const all = decisive === undefined ? [...certain, ...unexplained] : decisiveFirst(certain, decisive);
  return {
    ...sight,
    verdict: isFailed ? 'failed' : 'pending',
    findings: all.length === 0 && !isFailed ? [] : explanation('', false, [...all, ...uninspectedFindings(view, watch, all)], definition.words).findings,
  };
}

/** Returns what is ready, and the problems. Nothing counts as ready while one of its watches is interrupted. */
export function assess<Memory, Outcome>(
  { needsOlm }: WaiterDefinition<Memory, Outcome>, { ready, findings, actions }: Observation<Memory, Outcome>,
  watch: readonly Interest[], view: ClusterView,
): Pick<Observation<Memory, Outcome>, 'ready' | 'findings'> {
  const access = accessFindings(view, watch, needsOlm);
  const isObserved = access.length === 0 && watch.every((interest) => interest.optional === true || isCurrent(view.snapshot(interest)));
  if (ready !== undefined && isObserved) {
    return { ready, findings: [] };
  }
  const is = (...causes: readonly Finding['cause'][]): boolean => access.some(({ cause }) => causes.includes(cause));
  // Problems that were observed before the API server stopped answering may no longer exist: they explain a failure, but do not cause it.
  const isStale = is('api-server-unreachable', 'access-denied', 'invalid-credentials');
  const known = withDoubts(findings, view);
  const observed = isStale ? known.map((finding): Finding => ({ ...finding, grace: 'timeout' })) : known;
  return { findings: [...access, ...rejectedActionFindings(view, actions), ...(is('olm-missing') ? [] : observed)] };
}

/** Whether an interest was listed and is being watched, or its API is not served, or it is from a dump, so that there is nothing to observe. */
function isCurrent({ state, problem }: Snapshot): boolean {
  return state === 'current' || state === 'partial' || state === 'not-dumped' || problem?.kind === 'not-served';
}

/** Whether a finding is about an object that may exist: it is only missing in a selection of the cluster's objects, such as a dump. */
function isDoubtful({ absent }: Finding, view: ClusterView): boolean {
  return absent !== undefined && isPartial(view, absent);
}

/**
 * Returns findings with those about what a dump lacks as possible reasons: they explain a failure, but do not cause it. A dump without any object of
 * the kind is no reason to suspect that one is missing.
 */
function withDoubts(findings: readonly Finding[], view: ClusterView): Finding[] {
  const possible = findings.filter(({ absent }) => absent === undefined || view.snapshot(absent).state !== 'not-dumped');
  return possible.map((finding): Finding => (isDoubtful(finding, view) ? { ...finding, grace: 'timeout', message: `in the dump, ${finding.message}` } : finding));
}

/** Records an observation: the phase, when each cause was first seen, and since when everything has been ready. */
export function advance<Memory>(
  state: WaiterState<Memory>, key: string | undefined, phase: string, findings: readonly Finding[], now: number,
): WaiterState<Memory> {
  // A grace period starts when the cause may first end the wait.
  const causes = findings.filter((finding) => graceOf(finding) !== 'timeout').map(({ cause }) => cause);
  return withReadiness(withCauses(enterPhase(state, phase, now), causes, now), key, now);
}

/** Grace periods, the shortest first. */
const GRACE_PERIODS: readonly GracePeriod[] = ['none', 'terminal', 'transient', 'timeout'];

/** Returns the time at which a finding ends the wait. */
export function deadlineOf(finding: Finding, { causeSince, startedAt }: WaiterState<unknown>, { terminalGrace, transientGrace }: Timeouts): number {
  const since = finding.sinceStart === true ? startedAt : causeSince[finding.cause] ?? Infinity;
  return since + { none: 0, terminal: terminalGrace, transient: transientGrace, timeout: Infinity }[graceOf(finding)];
}

/**
 * Returns the findings of a wait that one of them ended. Those with a longer grace period may be temporary, so they follow it; of the others, the
 * most likely cause stays the first, although it may have been seen later.
 */
export function decisiveFirst(findings: readonly Finding[], decisive: Finding): Finding[] {
  const isTemporary = (finding: Finding): boolean => GRACE_PERIODS.indexOf(graceOf(finding)) > GRACE_PERIODS.indexOf(graceOf(decisive));
  return [...findings.filter((finding) => !isTemporary(finding)), ...findings.filter(isTemporary)];
}

function graceOf({ cause, grace = KNOWN_CAUSES[cause].grace }: Finding): GracePeriod {
  return grace;
}

/** Returns the timeout that expires first. */
export function nextTimeout(
  { startedAt, phase, phaseSince }: WaiterState<unknown>, { total, phases }: Timeouts,
): { readonly at: number; readonly length: number } {
  const ofPhase = phases[phase] ?? Infinity;
  return phaseSince + ofPhase < startedAt + total ? { at: phaseSince + ofPhase, length: ofPhase } : { at: startedAt + total, length: total };
}
