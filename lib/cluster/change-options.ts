import type { ClusterConnection } from './cluster-connection';
import { InspectionError } from './inspection/source/inspection-error';
import { AuditLog } from './operations/audit/audit-log';
import { InspectionError as ExplainedInspectionError } from './operations/run/inspect-cluster';
import type { RunOptions } from './operations/run/run-options';
import { explanationLines } from './waiting/explain/explanation';
import { DryRun } from './waiting/run/dry-run';
import { WatchedCluster } from './waiting/run/watched-cluster';

/** Maximum time for which Events are still written after an interruption, in milliseconds. */
const EVENTS_AFTER_ABORT = 200;

/** Options of all functions that wait for or change a cluster. */
export interface ChangeOptions {
  /** Whether to change nothing, and report what would be changed. @default false */
  readonly dryRun?: boolean;

  /** Overall timeout, in milliseconds. @default - the timeout of each kind, see the guide on waiting */
  readonly timeout?: number;

  /** Interrupts the operation: changes in progress have half a second to complete, and no others are started. @default - it ends by itself */
  readonly signal?: AbortSignal;

  /** Called with each line of progress. @default - progress is not reported */
  readonly print?: (line: string) => void;

  /** Called with the reason if an Event about a change cannot be written. @default - such reasons are not reported */
  readonly debug?: (line: string) => void;

  /** Returns the current time in milliseconds since 1970, for the records of changes. @default Date.now */
  readonly clock?: () => number;
}

/**
 * A cluster with a record of the changes made to it.
 *
 * @internal
 */
export interface ChangeSession extends RunOptions {
  /** Namespace of objects without one. */
  readonly namespace: string;

  /** Waits until all changes are recorded. */
  readonly close: () => Promise<void>;
}

/**
 * Starts recording the changes made to a cluster.
 *
 * @internal
 */
export function openSession({ client, namespace }: ClusterConnection, options: ChangeOptions): ChangeSession {
  const { dryRun = false, timeout, signal = new AbortController().signal, print = ignore, debug = ignore, clock = Date.now } = options;
  const cluster = new WatchedCluster(client, Math.random);
  const audit = new AuditLog({ client, now: clock, debug });
  return {
    cluster, namespace, audit, signal, print, now: () => performance.now(),
    ...(timeout === undefined ? {} : { timeout }), ...(dryRun ? { dryRun: new DryRun(cluster) } : {}),
    close: () => signal.aborted ? audit.close(EVENTS_AFTER_ABORT) : audit.close(),
  };
}

/**
 * Rethrows an error, with the explanation if something could not be inspected.
 *
 * @internal
 */
export function inspectionFailure(error: unknown): never {
  throw error instanceof ExplainedInspectionError ? new InspectionError(explanationLines(error.explanation).join('\n')) : error;
}

function ignore(): void {
  // Ignored by default.
}
