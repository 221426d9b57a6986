import type { ClusterConnection } from './cluster-connection';
import { InspectionError } from '../inspection/source/inspection-error';
import { AuditLog } from '../operations/audit/audit-log';
import { InspectionError as ExplainedInspectionError } from '../operations/run/inspect-cluster';
import type { RunOptions } from '../operations/run/run-options';
import { explanationLines } from '../waiting/explain/explanation';
import { DryRun } from '../waiting/run/dry-run';
import { WatchedCluster } from '../waiting/run/watched-cluster';

/** How long Events may still be written after an interruption, in milliseconds. */
const EVENTS_AFTER_ABORT = 200;

/** Options of everything that waits for or changes a cluster. */
export interface ChangeOptions {
  /** Changes nothing, and reports what would be changed. @default false */
  readonly dryRun?: boolean;

  /** Timeout of everything together, in milliseconds. @default - that of each kind, see the guide on waiting */
  readonly timeout?: number;

  /** Interrupts everything: changes in progress get half a second, and no others are begun. @default - it ends by itself */
  readonly signal?: AbortSignal;

  /** Called with each line of progress. @default - progress is not reported */
  readonly print?: (line: string) => void;

  /** Called with the reason if an Event about a change cannot be written. @default - such reasons are not reported */
  readonly debug?: (line: string) => void;

  /** Returns the current time in milliseconds since 1970, for the records of changes. @default Date.now */
  readonly clock?: () => number;
}

/**
 * A cluster with what is changed in it.
 *
 * @internal
 */
export interface ChangeSession extends RunOptions {
  /** Namespace of objects without one. */
  readonly namespace: string;

  /** Waits until everything is recorded. */
  readonly close: () => Promise<void>;
}

/**
 * Begins to record what is changed in a cluster.
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
 * Throws an error again; if something could not be inspected, with the explanation.
 *
 * @internal
 */
export function inspectionFailure(error: unknown): never {
  throw error instanceof ExplainedInspectionError ? new InspectionError(explanationLines(error.explanation).join('\n')) : error;
}

function ignore(): void {
  // Nobody wants to know.
}
