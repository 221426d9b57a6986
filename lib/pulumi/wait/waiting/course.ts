import { Action } from './action';
import { Said } from './progress';
import { PhaseTimes } from './waiter';
import { CauseName } from '../explain/known-causes';

/** The phase in which all holds, and must go on holding for a while. */
export const SETTLING = 'settling';

/** How long a wish is given to come true before it is told again. */
const ASK_AGAIN_AFTER = 10_000;

/** What a waiter remembers, of whatever kind it is. */
export interface Course<Memory> {
  /** What this kind of waiter remembers beside. */
  readonly memory: Memory;
  readonly startedAt: number;
  readonly phase: string;
  readonly phaseSince: number;
  /** Of the phases that ended. */
  readonly times: PhaseTimes;
  /** Since when what is wrong has been wrong. */
  readonly wrongSince: { readonly [cause in CauseName]?: number };
  /** Since when all holds, and what it is that holds. */
  readonly holding?: { readonly what: string; readonly since: number };
  /** When each action was asked for last. */
  readonly asked: { readonly [actionKey: string]: number };
  readonly said: Said;
}

/** The course at its start. */
export function startCourse<Memory>(memory: Memory, phase: string, now: number): Course<Memory> {
  return { memory, startedAt: now, phase, phaseSince: now, times: {}, wrongSince: {}, asked: {}, said: { at: now } };
}

/** Enters a phase, or stays in it. */
export function inPhase<Memory>(course: Course<Memory>, phase: string, now: number): Course<Memory> {
  return phase === course.phase ? course : { ...course, phase, phaseSince: now, times: timesUntil(course, now) };
}

/** The times of all phases, the present one's too. */
export function timesUntil({ times, phase, phaseSince }: Course<unknown>, now: number): PhaseTimes {
  return { ...times, [phase]: (times[phase] ?? 0) + now - phaseSince };
}

/** Remembers since when the causes have been there; one that is gone begins anew when it comes back. */
export function withCauses<Memory>(course: Course<Memory>, causes: readonly CauseName[], now: number): Course<Memory> {
  return { ...course, wrongSince: Object.fromEntries(causes.map((cause) => [cause, course.wrongSince[cause] ?? now])) };
}

/** Remembers since when the same thing holds. */
export function holding<Memory>({ holding: before, ...course }: Course<Memory>, what: string | undefined, now: number): Course<Memory> {
  if (what === undefined) {
    return course;
  }
  return { ...course, holding: before?.what === what ? before : { what, since: now } };
}

/** The wishes to tell now, and the course that remembers them. */
export function asking<Memory>(
  course: Course<Memory>, wishes: readonly Action[], now: number,
): { readonly course: Course<Memory>; readonly actions: readonly Action[]; readonly askAgainAt: number | undefined } {
  const actions = wishes.filter(({ key }) => now - (course.asked[key] ?? -Infinity) >= ASK_AGAIN_AFTER);
  const asked = Object.fromEntries(wishes.map(({ key }) => [key, actions.some((action) => action.key === key) ? now : course.asked[key]!]));
  const next = Math.min(...Object.values(asked)) + ASK_AGAIN_AFTER;
  return { course: { ...course, asked }, actions, askAgainAt: wishes.length === 0 ? undefined : next };
}
