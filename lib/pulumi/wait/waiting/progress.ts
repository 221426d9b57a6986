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

/** What was said last, so that the same is not said again before a heartbeat. */
export interface Said {
  readonly what: string;
  readonly at: number;
}

/** The progress to tell now: at a change, and at each heartbeat. */
export function progressToTell(now: number, said: Said | undefined, progress: Omit<Progress, 'line'>): { progress?: Progress; said: Said } {
  const what = `${progress.phase}\n${progress.waitingFor}`;
  if (said !== undefined && said.what === what && now - said.at < HEARTBEAT) {
    return { said };
  }
  return { progress: { ...progress, line: progressLine(progress) }, said: { what, at: now } };
}

function progressLine({ subject, phase, since, waitingFor }: Omit<Progress, 'line'>): string {
  const duration = since < 1000 ? '' : ` for ${inWords(since)}`;
  return `${subject}: ${phase}${duration}, waiting for ${waitingFor}`;
}
