import type { AuditLog } from '../audit/audit-log';
import type { DryRun } from '../../waiting/run/dry-run';
import type { WatchedCluster } from '../../waiting/run/watched-cluster';

/** Options for running waits and removals. */
export interface RunOptions {
  readonly cluster: WatchedCluster;

  /** Prints a line of progress. */
  readonly print: (line: string) => void;

  /** Aborts everything: actions in progress have half a second to finish, and no others are started. */
  readonly signal: AbortSignal;

  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;

  /** Records all changes. */
  readonly audit: AuditLog;

  /** Changes nothing, and prints what would be changed. @default - everything is changed */
  readonly dryRun?: DryRun;

  /** Overall timeout, in milliseconds. @default - that of each wait or removal */
  readonly timeout?: number;
}

/**
 * Final state of a wait or a removal:
 * - `done`: it is ready or removed
 * - `failed`: it failed, or did not succeed in time
 * - `interrupted`: it was aborted
 * - `foreseen`: a dry run showed what would be done, and what follows cannot be predicted
 * - `skipped`: it did not start, because something before it failed or was aborted
 */
export type ResultState = 'done' | 'failed' | 'interrupted' | 'foreseen' | 'skipped';

/**
 * Returns the remaining part of the overall timeout, in whole seconds for messages.
 *
 * @param startedAt time at which everything started
 */
export function timeoutLeft({ timeout, now }: RunOptions, startedAt: number): number | undefined {
  return timeout === undefined ? undefined : Math.max(0, Math.ceil((timeout - (now() - startedAt)) / 1000) * 1000);
}
