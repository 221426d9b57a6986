import { inWords } from './duration';

/** A line in between says that nothing is stuck but what is waited for. */
export const HEARTBEAT = 30_000;

/** How far a waiter is. */
export interface Progress {
  /** What is waited for, for example `operator demo/plain`. */
  readonly subject: string;
  readonly phase: string;
  /** Milliseconds since the phase began. */
  readonly since: number;
  readonly waitingFor: string;
  /** All of it in a line. */
  readonly line: string;
}

/** What lasts shorter is not told: OLM goes through some states, and back, within a few milliseconds. */
const CALM = 300;

/** What was said last, and what is to be said if it lasts. */
export interface Said {
  readonly what?: string;
  readonly at: number;
  readonly next?: { readonly what: string; readonly since: number };
}

/** What to tell now. */
export interface Telling {
  readonly progress?: Progress;
  readonly said: Said;
  /** When there may be something to tell without anything happening. */
  readonly wakeAt: number;
}

/** The progress to tell now: a change that lasts, and the same again at each heartbeat. */
export function progressToTell(now: number, said: Said, progress: Omit<Progress, 'line'>): Telling {
  const what = `${progress.phase}\n${progress.waitingFor}`;
  const heartbeat = said.at + HEARTBEAT;
  const next = what === said.what ? undefined : said.next?.what === what ? said.next : { what, since: now };
  if (now >= heartbeat || (next !== undefined && now >= next.since + CALM)) {
    return { progress: { ...progress, line: progressLine(progress) }, said: { what, at: now }, wakeAt: now + HEARTBEAT };
  }
  const { next: _, ...before } = said;
  return next === undefined
    ? { said: before, wakeAt: heartbeat }
    : { said: { ...before, next }, wakeAt: Math.min(heartbeat, next.since + CALM) };
}

function progressLine({ subject, phase, since, waitingFor }: Omit<Progress, 'line'>): string {
  const duration = since < 1000 ? '' : ` for ${inWords(since)}`;
  return `${subject}: ${phase}${duration}, waiting for ${waitingFor}`;
}
