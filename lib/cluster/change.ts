import { defined } from '../formats/json/defined';
import { printable } from '../text/printable';
import type { ClusterConnection } from './cluster-connection';
import { InspectionError } from './inspection/source/object-source';
import { AuditLog } from './operations/audit-log';
import { SearchError } from './operations/inspect-cluster';
import type { PartResult, ResultState, RunOptions } from './operations/run-part';
import { type Explanation, explanationLines } from './waiting/explain/explanation';
import { DryRun } from './waiting/run/dry-run';
import { WatchedCluster } from './waiting/run/watched-cluster';
import type { Action } from './waiting/view/action';

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

  /** Called with each line of progress, in which control characters are replaced. @default - progress is not reported */
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
  const printLine = (line: string): void => print(printable(line));
  const audit = new AuditLog({ client, now: clock, debug });
  return {
    cluster, namespace, audit, signal, print: printLine, warned: printedOnce(printLine), now: () => performance.now(),
    ...defined({ timeout }), ...(dryRun ? { dryRun: new DryRun(cluster) } : {}),
    close: () => signal.aborted ? audit.close(EVENTS_AFTER_ABORT) : audit.close(),
  };
}

/** Returns a function that prints each warning of the API server once, however many changes it concerns. */
function printedOnce(print: (line: string) => void): (message: string) => void {
  const known = new Set<string>();
  return (message) => {
    if (!known.has(message)) {
      known.add(message);
      print(`warning of the API server: ${message}`);
    }
  };
}

/**
 * Rethrows an error, with the explanation if something could not be inspected.
 *
 * @internal
 */
export function inspectionFailure(error: unknown): never {
  throw error instanceof SearchError ? new InspectionError(...explanationLines(error.explanation)) : error;
}

function ignore(): void {
  // Ignored by default.
}

/** A change that a dry run would have made. */
export interface ForeseenChange {
  /** Type of the change, such as `approve` or `delete`. */
  readonly action: Action['type'];
  readonly kind: string;

  /** @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;

  /** Description of the change. */
  readonly reason: string;
}

/** Result of one wait or removal. */
export interface ChangeResult {
  /** Subject of the wait or removal, such as `operator demo/plain`. */
  readonly subject: string;
  readonly state: ResultState;

  /** Duration, in milliseconds. */
  readonly duration: number;

  /** Reason for the failure. @default - it did not fail */
  readonly explanation?: Explanation;

  /**
   * Reason of a result that is neither done nor failed: what a dry run would wait for, what was being waited for at the interruption, or why it was
   * skipped.
   *
   * @default - none of these
   */
  readonly reason?: string;

  /** Changes that a dry run would have made. @default - not a dry run */
  readonly foreseen?: readonly ForeseenChange[];
}

/**
 * Returns a result without the fields that are internal to the state machines.
 *
 * @internal
 */
export function changeResult({ subject, state, duration, explanation, reason, foreseen }: PartResult<unknown>): ChangeResult {
  return {
    subject, state, duration, ...defined({ explanation, reason }),
    ...(foreseen === undefined ? {} : { foreseen: foreseen.map(foreseenChange) }),
  };
}

function foreseenChange({ type, target: { resource, namespace, name }, description }: Action): ForeseenChange {
  return { action: type, kind: resource.kind, ...defined({ namespace }), name, reason: description };
}
