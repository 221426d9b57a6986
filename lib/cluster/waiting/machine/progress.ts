import { formatDuration } from '../explain/formatting';

/** Interval between progress lines when nothing changes, in milliseconds. */
export const HEARTBEAT_INTERVAL = 30_000;

/** Progress of a waiter. */
export interface Progress {
  /** Name of what the waiter waits for, for example `operator demo/plain`. */
  readonly subject: string;
  readonly phase: string;
  /** Milliseconds since the phase began. */
  readonly since: number;
  /** What the waiter waits for. */
  readonly waitingFor: string;
  /** The progress as one line. */
  readonly line: string;
}

/** How long a change must last to be reported, in milliseconds: OLM enters and leaves some states within a few milliseconds. */
const DEBOUNCE = 300;

/** The progress reported last, and a change that is reported if it lasts. */
export interface ReportedProgress {
  readonly key?: string;
  readonly at: number;
  readonly next?: { readonly key: string; readonly since: number };
}

/** What to report now. */
export interface ProgressReport {
  readonly progress?: Progress;
  readonly reported: ReportedProgress;
  /** When the next report may be due even if nothing changes. */
  readonly wakeAt: number;
}

/** Returns the progress to report now: a change that lasts, or the same line at each heartbeat. */
export function progressReport(now: number, reported: ReportedProgress, progress: Omit<Progress, 'line'>): ProgressReport {
  const key = `${progress.phase}\n${progress.waitingFor}`;
  const heartbeat = reported.at + HEARTBEAT_INTERVAL;
  const next = key === reported.key ? undefined : reported.next?.key === key ? reported.next : { key, since: now };
  if (now >= heartbeat || (next !== undefined && now >= next.since + DEBOUNCE)) {
    return { progress: { ...progress, line: progressLine(progress) }, reported: { key, at: now }, wakeAt: now + HEARTBEAT_INTERVAL };
  }
  const { next: _, ...before } = reported;
  return next === undefined
    ? { reported: before, wakeAt: heartbeat }
    : { reported: { ...before, next }, wakeAt: Math.min(heartbeat, next.since + DEBOUNCE) };
}

function progressLine({ subject, phase, since, waitingFor }: Omit<Progress, 'line'>): string {
  const duration = since < 1000 ? '' : ` for ${formatDuration(since)}`;
  return `${subject}: ${phase}${duration}, waiting for ${waitingFor}`;
}
