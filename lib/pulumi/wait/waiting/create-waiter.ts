import { asking, Course, holding, inPhase, SETTLING, startCourse, timesUntil, withCauses } from './course';
import { inWords } from './duration';
import { progressToTell } from './progress';
import { Logic, Reading } from './reading';
import { Timeouts } from './timeouts';
import { Step, Waiter } from './waiter';
import { ClusterView, Scope } from '../cluster/cluster-view';
import { distinct, Interest } from '../cluster/interest';
import { accessFindings, blindSpots, refusedActions } from '../explain/access';
import { Patience } from '../explain/causes/known-cause';
import { explanation } from '../explain/explanation';
import { Finding } from '../explain/finding';
import { KNOWN_CAUSES } from '../explain/known-causes';

/** After so long, what only serves to explain is followed too. */
const SLOW_AFTER = 5_000;

/** How often one wait may begin anew after a failure, whatever a kind of waiter says: nothing may go round for ever. */
const MOST_ROUNDS = 10;

/** Makes a waiter of what is special about it. */
export function createWaiter<Memory, Outcome>(logic: Logic<Memory, Outcome>): Waiter<Course<Memory>, Outcome> {
  return {
    start: (now) => startCourse(logic.memory, logic.firstPhase, now),
    step: (course, view, now) => step(logic, course, view, now, MOST_ROUNDS),
  };
}

function step<Memory, Outcome>(
  logic: Logic<Memory, Outcome>, before: Course<Memory>, view: ClusterView, now: number, rounds: number,
): Step<Course<Memory>, Outcome> {
  const { timeouts, subject, failure } = logic;
  const reading = logic.read(before.memory, view, {
    slow: now - before.startedAt >= SLOW_AFTER,
    timeIn: (phase) => (phase === before.phase ? now - before.phaseSince : 0),
  });
  const watch = distinct(reading.watch);
  const { ready, findings } = judge(logic, reading, watch, view);
  const course = follow({ ...before, memory: reading.memory }, ready?.what, ready === undefined ? reading.phase : SETTLING, findings, now);

  const settledAt = course.holding === undefined ? Infinity : course.holding.since + timeouts.settling;
  if (ready !== undefined && now >= settledAt) {
    return { state: course, watch, actions: [], verdict: { kind: 'done', outcome: ready.outcome, times: timesUntil(course, now) } };
  }

  const fail = (headline: string, timedOut: boolean, told: readonly Finding[]): Step<Course<Memory>, Outcome> => {
    const why = explanation(headline, timedOut, [...told, ...blindSpots(view, watch, told)]);
    return { state: course, watch, actions: [], verdict: { kind: 'failed', explanation: why, reached: reading.reached, times: timesUntil(course, now) } };
  };
  const deciding = findings.find((finding) => now >= endOf(finding, course, timeouts));
  if (deciding !== undefined) {
    const memory = rounds > 0 && KNOWN_CAUSES[deciding.cause].recoverable ? logic.recover?.(course.memory, view, deciding) : undefined;
    return memory === undefined
      ? fail(`${subject} ${failure}: ${atEnd(course, now)}`, false, [deciding, ...findings.filter((finding) => finding !== deciding)])
      : step(logic, { ...course, memory, wrongSince: {} }, view, now, rounds - 1);
  }
  // What settles is as good as there: the little time that is left is given to it.
  const timeout = nextTimeout(course, timeouts);
  if (ready === undefined && now >= timeout.at) {
    return fail(`${subject} ${failure} within ${inWords(timeout.length)}: ${stillIn(course, now)}, waiting for ${reading.waitingFor}`, true, findings);
  }

  const { course: asked, actions, askAgainAt } = asking(course, reading.wishes, now);
  const waitingFor = ready === undefined ? reading.waitingFor : 'all of it to stay as it is';
  const told = progressToTell(now, course.said, { subject, phase: course.phase, since: now - course.phaseSince, waitingFor });
  const wakes = [
    timeout.at, told.wakeAt, settledAt, askAgainAt ?? Infinity, course.startedAt + SLOW_AFTER,
    ...findings.map((finding) => endOf(finding, course, timeouts)),
  ];
  const wakeAt = Math.min(...wakes.filter((at) => at > now));
  return { state: { ...asked, said: told.said }, watch, actions, wakeAt, ...(told.progress === undefined ? {} : { progress: told.progress }) };
}

/** What holds, and what is wrong. Nothing holds that is known from a watch which broke off. */
function judge<Memory, Outcome>(
  { needsOlm }: Logic<Memory, Outcome>, { ready, findings, wishes }: Reading<Memory, Outcome>, watch: readonly Interest[], view: ClusterView,
): Pick<Reading<Memory, Outcome>, 'ready' | 'findings'> {
  const access = accessFindings(view, watch, needsOlm);
  const isSeen = access.length === 0 && watch.every((interest) => interest.optional === true || isCurrent(view.scope(interest)));
  if (ready !== undefined && isSeen) {
    return { ready, findings: [] };
  }
  const is = (...causes: readonly Finding['cause'][]): boolean => access.some(({ cause }) => causes.includes(cause));
  // What was wrong when the server answered last may have passed since: it explains, and does not decide.
  const isOld = is('no-answer', 'access-denied', 'credentials');
  const seen = isOld ? findings.map((finding): Finding => ({ ...finding, patience: 'timeout' })) : findings;
  return { findings: [...access, ...refusedActions(view, wishes), ...(is('olm-missing') ? [] : seen)] };
}

/** Listed, and watched since; or there is no such API, so that there is nothing to see. */
function isCurrent({ state, problem }: Scope): boolean {
  return state === 'current' || problem?.kind === 'not-served';
}

function follow<Memory>(
  course: Course<Memory>, what: string | undefined, phase: string, findings: readonly Finding[], now: number,
): Course<Memory> {
  // How long something has been wrong counts from when it may end the wait.
  const causes = findings.filter((finding) => patienceOf(finding) !== 'timeout').map(({ cause }) => cause);
  return holding(withCauses(inPhase(course, phase, now), causes, now), what, now);
}

/** When a finding ends the wait. */
function endOf(finding: Finding, { wrongSince, startedAt }: Course<unknown>, { short, long }: Timeouts): number {
  const since = finding.sinceStart === true ? startedAt : wrongSince[finding.cause] ?? Infinity;
  return since + { none: 0, short, long, timeout: Infinity }[patienceOf(finding)];
}

function patienceOf({ cause, patience = KNOWN_CAUSES[cause].patience }: Finding): Patience {
  return patience;
}

/** Which timeout comes first. */
function nextTimeout(
  { startedAt, phase, phaseSince }: Course<unknown>, { total, phases }: Timeouts,
): { readonly at: number; readonly length: number } {
  const ofPhase = phases[phase] ?? Infinity;
  return phaseSince + ofPhase < startedAt + total ? { at: phaseSince + ofPhase, length: ofPhase } : { at: startedAt + total, length: total };
}

/** When, and in which phase; some phases are called after what is done in them, the others after what they are about. */
function atEnd({ phase, startedAt }: Course<unknown>, now: number): string {
  const when = now - startedAt < 1000 ? 'at once' : `after ${inWords(now - startedAt)}`;
  return `given up ${when} ${phase.endsWith('ing') ? `while ${phase}` : `in phase ${phase}`}`;
}

const stillIn = ({ phase, phaseSince }: Course<unknown>, now: number): string => `${phase} for ${inWords(now - phaseSince)}`;

