import { StringDecoder } from 'node:string_decoder';
import { parseJson } from '../../formats/json/exact-json';
import { defined } from '../../formats/json/defined';
import { field, fieldAt, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { backoff, sleep } from '../../net/retry';
import { append } from '../../text/lists';
import type { ApiClient } from './api-client';
import { ApiError, ClientError, ConnectionError } from './client-error';
import { objectList } from './object-list';
import type { Response } from './transport';

/** Number of objects per page of a list. */
const PAGE_SIZE = 500;

/** Maximum number of objects of a list. */
const MAX_LIST_OBJECTS = 1_000_000;

/** Maximum number of pages of a list: a server may have empty ones without end. */
const MAX_LIST_PAGES = 10_000;

/** Number of consecutive failures after which the objects are listed again: the resource version itself may be the problem. */
const FAILURES_UNTIL_LIST = 4;

/** Timeouts of a watch. */
export interface WatchTimeouts {
  /** Duration of one watch request in seconds, plus up to a quarter; then the watch continues with a new request. */
  readonly seconds: number;

  /** Interval between attempts for a kind the server does not serve, in milliseconds: its CRD may be created. */
  readonly unknownKindPause: number;

  /** Maximum time without any event before the watch is reopened, in milliseconds: bookmarks arrive every minute. */
  readonly silence: number;

  /** Time after which an open watch is considered successful even without events, in milliseconds. */
  readonly settled: number;
}

/** Default timeouts. */
export const WATCH_TIMEOUTS: WatchTimeouts = { seconds: 240, unknownKindPause: 2_000, silence: 150_000, settled: 5_000 };

/** Collection to watch. */
export interface WatchTarget {
  /** Path of the collection, such as `/apis/apps/v1/namespaces/olm/deployments`. */
  readonly path: string;

  readonly fieldSelector?: string | undefined;
  readonly labelSelector?: string | undefined;
}

/** Receiver of the events of a watch. */
export interface WatchSink {
  /** Called with all objects: the initial list, and each list after events were lost. */
  replaced(objects: readonly JsonMap[]): void;

  /** Called when an object was created or changed. */
  changed(object: JsonMap): void;

  /** Called when an object was deleted. */
  deleted(object: JsonMap): void;

  /** Called when the server does not serve the kind; the watch keeps retrying. */
  unknownKind(): void;

  /** Called when the watch is interrupted; it is retried. Known objects may be out of date until `resumed`. */
  broken?(message: string): void;

  /** Called when the watch continues after `broken` without missing events. */
  resumed?(): void;
}

/**
 * Lists objects and watches them until the signal aborts: resumes after a lost connection, lists again when the resource version has expired, and
 * backs off after each failure.
 *
 * @param random returns a number from 0 to 1, for jitter
 * @throws ApiError if the server rejects the request, for example because of missing permissions; ClientError, also for a list that is too long;
 * errors of the sink; the abort reason
 */
export async function watch(
  client: Pick<ApiClient, 'request' | 'open'>, target: WatchTarget, sink: WatchSink, signal: AbortSignal, random: () => number,
  timeouts: WatchTimeouts = WATCH_TIMEOUTS,
): Promise<never> {
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    const version = await list(client, target, sink, signal, random);
    if (version === undefined) {
      sink.unknownKind();
      await sleep(timeouts.unknownKindPause, signal);
      continue;
    }
    // A server that immediately forgets the version of its own list must not be flooded.
    failures = await new WatchSession(client, target, sink, signal, random, timeouts).follow(version) ? 0 : failures + 1;
    if (failures > 1) {
      await sleep(backoff(failures - 1, random()), signal);
    }
  }
}

/** Lists all pages. @returns the resource version of the list, or undefined if the server does not serve the kind */
async function list(
  client: Pick<ApiClient, 'request'>, target: WatchTarget, sink: WatchSink, signal: AbortSignal, random: () => number,
): Promise<string | undefined> {
  const objects: JsonMap[] = [];
  let page = '';
  for (let [restarts, pages] = [0, 1]; ; pages++) {
    const path = withQuery(target, { limit: String(PAGE_SIZE), ...(page === '' ? {} : { continue: page }) });
    let response: unknown;
    try {
      response = await client.request({ method: 'GET', path, onRetry: (message) => sink.broken?.(message) }, signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return undefined;
      }
      if (error instanceof ApiError && error.status === 410 && page !== '') {
        // Reading the pages took so long that the continue token has expired.
        objects.length = 0;
        page = '';
        restarts++;
        await sleep(backoff(restarts, random()), signal);
        continue;
      }
      throw error;
    }
    append(objects, objectList(response, path));
    page = stringField(field(response, 'metadata'), 'continue') ?? '';
    if (objects.length > MAX_LIST_OBJECTS || (page !== '' && pages === MAX_LIST_PAGES)) {
      throw new ClientError(`the list ${target.path} of the API server has more than ${MAX_LIST_OBJECTS} objects or ${MAX_LIST_PAGES} pages; select a namespace`);
    }
    if (page === '') {
      sink.replaced(objects);
      return stringField(field(response, 'metadata'), 'resourceVersion') ?? '';
    }
  }
}

/** Result of one request of a watch. */
interface Ending {
  /** Whether the resource version has expired, so that the objects must be listed again. */
  readonly expired: boolean;

  /** Error that ended the request, or undefined if the server ended it normally. */
  readonly error?: Error | undefined;

  /** Whether an event arrived, or the request was open for a while. */
  readonly successful: boolean;
}

/** Watch that starts from one resource version. */
class WatchSession {
  #version = '';
  #broken = false;

  public constructor(
    private readonly client: Pick<ApiClient, 'open'>, private readonly target: WatchTarget, private readonly sink: WatchSink,
    private readonly signal: AbortSignal, private readonly random: () => number, private readonly timeouts: WatchTimeouts,
  ) {}

  /**
   * Watches until the resource version has expired, or the kind is no longer served.
   *
   * @returns whether at least one request was successful
   */
  public async follow(version: string): Promise<boolean> {
    this.#version = version;
    let wasSuccessful = false;
    for (let failures = 0; ;) {
      const { expired, error, successful } = await this.#once();
      wasSuccessful ||= successful;
      failures = successful ? 0 : failures + 1;
      if (expired || failures >= FAILURES_UNTIL_LIST) {
        return wasSuccessful;
      }
      if (error !== undefined) {
        this.#breaks(error.message);
      }
      if (!successful || error !== undefined) {
        await sleep(backoff(failures + 1, this.random()), this.signal);
      }
    }
  }

  async #once(): Promise<Ending> {
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#version,
      timeoutSeconds: String(Math.round(this.timeouts.seconds * (1 + this.random() / 4))),
    };
    let response: Response;
    try {
      response = await this.client.open({
        method: 'GET', path: withQuery(this.target, query), onRetry: (message) => this.#breaks(message),
      }, this.signal);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 410 || error.status === 404)) {
        return { expired: true, successful: false };
      }
      throw error;
    }
    if (this.#broken) {
      this.#broken = false;
      this.sink.resumed?.();
    }
    return this.#read(response);
  }

  async #read(response: Response): Promise<Ending> {
    let successful = false;
    const settling = setTimeout(() => {
      successful = true;
    }, this.timeouts.settled);
    const lines = linesOf(response, this.timeouts.silence);
    try {
      for (;;) {
        const next = await nextOf(lines, this.signal);
        if ('error' in next) {
          return { expired: false, error: next.error, successful };
        }
        if (next.line === undefined) {
          return { expired: false, successful };
        }
        const event = parsed(next.line);
        const object = field(event, 'object');
        if (!isMap(object)) {
          return { expired: false, error: new ConnectionError('a watch returned something that is not an event'), successful };
        }
        if (field(event, 'type') === 'ERROR') {
          const message = stringField(object, 'message') ?? 'no reason given';
          return { expired: object['code'] === 410, error: new ConnectionError(`the API server ended a watch: ${message}`), successful };
        }
        successful = true;
        this.#version = stringField(fieldAt(object, 'metadata'), 'resourceVersion') ?? this.#version;
        notify(this.sink, field(event, 'type'), object);
      }
    } finally {
      clearTimeout(settling);
      response.end();
      await lines.return(undefined).catch(() => undefined);
    }
  }

  #breaks(message: string): void {
    this.#broken = true;
    this.sink.broken?.(message);
  }
}

function notify(sink: WatchSink, type: unknown, object: JsonMap): void {
  if (type === 'ADDED' || type === 'MODIFIED') {
    sink.changed(object);
  } else if (type === 'DELETED') {
    sink.deleted(object);
  }
}

function parsed(line: string): JsonMap | undefined {
  try {
    const event = parseJson(line);
    return isMap(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

function withQuery({ path, fieldSelector, labelSelector }: WatchTarget, query: { readonly [name: string]: string }): string {
  return `${path}?${new URLSearchParams({
    ...query,
    ...defined({ fieldSelector, labelSelector }),
  }).toString()}`;
}

/** Maximum length of a line, in characters: etcd cannot store an object of that size. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;

/** Reads the next line, or returns undefined at the end. A lost connection is returned rather than thrown, unlike errors of the sink. */
export async function nextOf(
  lines: AsyncGenerator<string>, signal: AbortSignal,
): Promise<{ readonly line: string | undefined } | { readonly error: Error }> {
  try {
    const next = await lines.next();
    signal.throwIfAborted();
    return { line: next.done === true ? undefined : next.value };
  } catch (error) {
    signal.throwIfAborted();
    return { error: error instanceof ConnectionError ? error : new ConnectionError('the connection of a watch was lost') };
  }
}

/** Yields the lines of a watch, one event each. An incomplete line is dropped: its event is sent again. */
export async function* linesOf(response: Response, silence: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  const timer = setTimeout(response.end, silence);
  let partial: string[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body) {
      timer.refresh();
      const [rest, ...more] = decoder.write(chunk).split('\n');
      partial.push(rest!);
      length += rest!.length;
      if (length > MAX_LINE_LENGTH) {
        throw new ConnectionError('a watch returned an event that is too large');
      }
      for (const part of more) {
        yield partial.join('');
        partial = [part];
        length = part.length;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
