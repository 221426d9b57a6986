import type { JsonMap } from '../../../formats/json/json-value';
import type { ApiClient } from '../../client/api-client';
import { ApiError } from '../../client/client-error';
import type { PerformedResult } from '../../waiting/run/run-waiter';
import type { Action } from '../../waiting/view/action';
import { eventFor, type EventObject, eventPath, failureEventFor } from './audit-event';
import { type AuditRecord, auditRecord } from './audit-record';

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
      const timer = setTimeout(() => this.#ending.abort(new Error(`not written within ${timeout / 1000} s`)), timeout);
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
