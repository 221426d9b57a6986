import { defined } from '../../formats/json/defined';
import type { JsonMap } from '../../formats/json/json-value';
import { groupVersion } from '../../formats/schema/api-groups';
import { printableMessage } from '../../text/printable';
import type { ApiClient } from '../client/api-client';
import { ApiError } from '../client/client-error';
import type { PerformedResult } from '../waiting/run/run-waiter';
import type { Action } from '../waiting/view/action';

/** Change that was made in a cluster, or rejected. */
export interface AuditRecord {
  /** Time of the change, in UTC, such as `2026-01-31T12:00:00.000Z`. */
  readonly time: string;

  /** Type of the change, such as `approve` or `delete`. */
  readonly action: Action['type'];
  readonly apiVersion: string;
  readonly kind: string;

  /** Namespace of the object. @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;

  /** What the change is for: `operator demo/plain: approves InstallPlan demo/install-a, which installs plain.v0.2.0`. */
  readonly reason: string;

  /** `done`; `rejected` by the API server; or `interrupted`: it may be done, because the wait ended before the API server responded. */
  readonly result: 'done' | 'rejected' | 'interrupted';

  /** Why the API server rejected it. @default - it was not rejected */
  readonly message?: string;
}

/**
 * Returns the record of an action, or undefined if nothing was done because the object was deleted or changed in the meantime.
 *
 * @param subject what the action is for, such as `operator demo/plain`
 */
export function auditRecord(subject: string, { type, target, description }: Action, result: PerformedResult, time: Date): AuditRecord | undefined {
  const { resource, namespace, name, uid } = target;
  return result.kind === 'obsolete' ? undefined : {
    time: time.toISOString(), action: type, apiVersion: groupVersion(resource), kind: resource.kind,
    ...defined({ namespace }), name, ...defined({ uid }),
    reason: `${subject}: ${description}`, result: result.kind,
    ...(result.kind === 'rejected' ? { message: result.problem.message } : {}),
  };
}

/** Timeout for writing Events at the end, in milliseconds. Events are not worth a long wait. */
const EVENT_TIMEOUT = 2_000;

/** Options of an audit log. */
export interface AuditLogOptions {
  /** Client that writes Events. */
  readonly client: Pick<ApiClient, 'request'>;

  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;

  /** Prints why an Event was not written. */
  readonly debug: (line: string) => void;
}

/** Records the changes that waits make, and writes an Event on each object, if the account may create Events there. */
export class AuditLog {
  /** The changes, in the order in which they were made. */
  public readonly records: AuditRecord[] = [];

  readonly #options: AuditLogOptions;
  readonly #ending = new AbortController();
  readonly #forbidden = new Set<string>();
  readonly #pending = new Set<Promise<void>>();

  public constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  /**
   * Records an action.
   *
   * @param subject what the action is for, such as `operator demo/plain`
   */
  public record(subject: string, action: Action, result: PerformedResult): void {
    const record = auditRecord(subject, action, result, new Date(this.#options.now()));
    if (record === undefined) {
      return;
    }
    this.records.push(record);
    if (record.result === 'done') {
      this.#write(record, eventFor(record));
    }
  }

  /** Writes an Event on an object that is not ready, with the explanation. */
  public recordFailure(object: EventObject, explanation: string): void {
    this.#write(object, failureEventFor(object, explanation, new Date(this.#options.now()).toISOString()));
  }

  /**
   * Waits until the Events are written.
   *
   * @param timeout how long, in milliseconds
   */
  public async close(timeout = EVENT_TIMEOUT): Promise<void> {
    if (this.#pending.size > 0) {
      const timer = setTimeout(() => this.#ending.abort(new Error(printableMessage(`not written within ${timeout / 1000} s`))), timeout);
      await Promise.all(this.#pending);
      clearTimeout(timer);
    }
  }

  #write(object: EventObject, event: JsonMap): void {
    const writing = this.#writeEvent(object, event).finally(() => this.#pending.delete(writing));
    this.#pending.add(writing);
  }

  async #writeEvent(object: EventObject, event: JsonMap): Promise<void> {
    const path = eventPath(object);
    if (this.#forbidden.has(path)) {
      return;
    }
    try {
      await this.#options.client.request({ method: 'POST', path, body: event }, this.#ending.signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) {
        this.#forbidden.add(path);
      }
      this.#options.debug(`no Event was written for ${object.kind} ${object.name}: ${(error as Error).message}`);
    }
  }
}

/** Reporting component of the Events. */
const COMPONENT = 'olm-constructs';

/** Namespace of the Events on cluster-scoped objects, as in Kubernetes itself. */
const DEFAULT_NAMESPACE = 'default';

/** Maximum length of the message of an Event, in characters. */
const MAX_MESSAGE = 1024;

/** Reasons of the Events, by the type of the change. */
const REASONS: { readonly [action in AuditRecord['action']]: string } = {
  'approve': 'InstallPlanApproved',
  'delete': 'Deleted',
  'remove-finalizers': 'FinalizersRemoved',
  'adopt': 'ClusterServiceVersionAdopted',
  'clear-plan': 'InstallPlanCleared',
  'reset-conversion': 'ConversionReset',
  'resolve-again': 'OutdatedConditionRemoved',
};

/** Object on which an Event is reported. */
export interface EventObject {
  readonly apiVersion: string;
  readonly kind: string;

  /** Namespace of the object. @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;

  /** UID of the object. @default - unknown */
  readonly uid?: string;
}

/** Returns the API path for writing the Event on an object. */
export function eventPath({ namespace = DEFAULT_NAMESPACE }: EventObject): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`;
}

/** Returns the Event for a change. */
export function eventFor(record: AuditRecord): JsonMap {
  return event(record, { type: 'Normal', reason: REASONS[record.action], message: record.reason, time: record.time });
}

/**
 * Returns the Event for a failure.
 *
 * @param time time of the failure, in RFC 3339
 */
export function failureEventFor(object: EventObject, message: string, time: string): JsonMap {
  return event(object, { type: 'Warning', reason: 'NotReady', message, time });
}

interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly time: string;
}

function event({ apiVersion, kind, namespace, name, uid }: EventObject, { type, reason, message, time }: EventText): JsonMap {
  const seconds = time.replace(/\.\d+Z$/, 'Z');
  return {
    apiVersion: 'v1', kind: 'Event',
    metadata: { generateName: `${name.slice(0, 200)}.`, namespace: namespace ?? DEFAULT_NAMESPACE },
    involvedObject: { apiVersion, kind, ...defined({ namespace }), name, ...defined({ uid }) },
    type, reason, message: message.slice(0, MAX_MESSAGE),
    source: { component: COMPONENT }, reportingComponent: COMPONENT, reportingInstance: COMPONENT, action: reason,
    firstTimestamp: seconds, lastTimestamp: seconds, eventTime: null, count: 1,
  };
}
