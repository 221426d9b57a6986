import type { AuditLog } from '../audit/audit-log';
import type { DryRun } from '../../waiting/run/dry-run';
import type { WatchedCluster } from '../../waiting/run/watched-cluster';

/** How waits and removals run. */
export interface RunOptions {
  readonly cluster: WatchedCluster;

  /** Prints a line of progress. */
  readonly print: (line: string) => void;

  /** Aborts everything: actions in progress get half a second, and no others are begun. */
  readonly signal: AbortSignal;

  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;

  /** Records what is changed. */
  readonly audit: AuditLog;

  /** Changes nothing, and prints what would be changed. @default - everything is changed */
  readonly dryRun?: DryRun;

  /** Timeout of everything together, in milliseconds. @default - that of each wait or removal */
  readonly timeout?: number;
}

/**
 * State of a wait or a removal that is over:
 * - `done`: it is ready or removed
 * - `failed`: it failed, or did not succeed in time
 * - `interrupted`: it was aborted
 * - `foreseen`: a dry run showed what would be done, and nobody can tell what follows
 * - `skipped`: it did not begin, because something that comes first failed or was aborted
 */
export type ResultState = 'done' | 'failed' | 'interrupted' | 'foreseen' | 'skipped';

/**
 * Returns what is left of the timeout of everything together, in whole seconds, which messages state.
 *
 * @param startedAt when everything began
 */
export function timeoutLeft({ timeout, now }: RunOptions, startedAt: number): number | undefined {
  return timeout === undefined ? undefined : Math.max(0, Math.ceil((timeout - (now() - startedAt)) / 1000) * 1000);
}
