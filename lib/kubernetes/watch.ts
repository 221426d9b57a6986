import { field, fieldAt, isMap, mapsField, textField } from '../../../bundle/json-value';
import type { JsonMap } from '../../../bundle/json-value';
import type { ApiClient } from './api-client';
import { ApiError, ConnectionError } from './client-error';
import { pause, pauseAfter } from './pause';
import type { Answer } from './transport';
import { linesOf, nextOf } from './watch-lines';

/** Objects of one page of a list. */
const PAGE = 500;

/** After so many failures in a row, the version that the watch goes on from may be what is wrong. */
const FAILURES_UNTIL_LIST = 4;

/** How long a watch waits for what. Tests wait shorter. */
export interface WatchTimes {
  /** A watch ends after so many seconds, or a quarter more: then it goes on with a new request. */
  readonly seconds: number;

  /** A kind that the server does not know is looked for again after so long, in milliseconds: its CRD may come. */
  readonly unknownKindPause: number;

  /** A watch on which nothing comes for so long is opened anew, in milliseconds: bookmarks come each minute. */
  readonly silence: number;

  /** A watch that was open for so long was well, even if nothing came, in milliseconds. */
  readonly settled: number;
}

/** The times that hold where nobody says otherwise. */
export const WATCH_TIMES: WatchTimes = { seconds: 240, unknownKindPause: 2_000, silence: 150_000, settled: 5_000 };

/** What is watched. */
export interface WatchTarget {
  /** The path of the collection, such as `/apis/apps/v1/namespaces/olm/deployments`. */
  readonly path: string;

  readonly fieldSelector?: string | undefined;
  readonly labelSelector?: string | undefined;
}

/** Whom a watch tells. */
export interface WatchSink {
  /** These are all objects there are: the first list, and each one after events were lost. */
  replaced(objects: readonly JsonMap[]): void;

  /** An object came or changed. */
  changed(object: JsonMap): void;

  /** An object went. */
  deleted(object: JsonMap): void;

  /** The server does not know the kind. It is looked for again. */
  unknownKind(): void;

  /** The server cannot be reached or has a fault now; it is tried again. What was told before may be out of date until `resumed`. */
  broken?(message: string): void;

  /** The watch goes on from where it was, after `broken`, with nothing missed. */
  resumed?(): void;
}

/**
 * Lists objects and watches them until the signal ends it: goes on where a connection broke, lists anew when the server has forgotten
 * where that was, and waits longer after each failure.
 *
 * @param random gives numbers from 0 to 1, to spread waits
 * @throws ApiError when the server refuses, for instance for want of rights; ClientError; what the sink throws; the reason of the signal
 */
export async function watch(
  client: Pick<ApiClient, 'request' | 'open'>, target: WatchTarget, sink: WatchSink, signal: AbortSignal, random: () => number,
  times: WatchTimes = WATCH_TIMES,
): Promise<never> {
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    const version = await list(client, target, sink, signal, random);
    if (version === undefined) {
      sink.unknownKind();
      await pause(times.unknownKindPause, signal);
      continue;
    }
    // A server that forgets what it has just listed must not be asked without end.
    failures = await new Follower(client, target, sink, signal, random, times).follow(version) ? 0 : failures + 1;
    if (failures > 1) {
      await pause(pauseAfter(failures - 1, random()), signal);
    }
  }
}

/** @returns the version that the list is of; undefined where the server does not know the kind */
async function list(
  client: Pick<ApiClient, 'request'>, target: WatchTarget, sink: WatchSink, signal: AbortSignal, random: () => number,
): Promise<string | undefined> {
  const objects: JsonMap[] = [];
  let page = '';
  for (let restarts = 0; ;) {
    const path = withQuery(target, { limit: String(PAGE), ...(page === '' ? {} : { continue: page }) });
    let answer: unknown;
    try {
      answer = await client.request({ method: 'GET', path, troubled: (message) => sink.broken?.(message) }, signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return undefined;
      }
      if (error instanceof ApiError && error.status === 410 && page !== '') {
        // The pages took so long that the server has forgotten the first ones.
        objects.length = 0;
        page = '';
        restarts++;
        await pause(pauseAfter(restarts, random()), signal);
        continue;
      }
      throw error;
    }
    objects.push(...mapsField(answer, 'items'));
    page = textField(field(answer, 'metadata'), 'continue') ?? '';
    if (page === '') {
      sink.replaced(objects);
      return textField(field(answer, 'metadata'), 'resourceVersion') ?? '';
    }
  }
}

/** How one request of a watch ended. */
interface Ending {
  /** Whether the watch cannot go on from where it was. */
  readonly lost: boolean;

  /** What went wrong; undefined when the server ended it in its time. */
  readonly fault?: Error | undefined;

  /** Whether something came, or it was open for a while. */
  readonly well: boolean;
}

/** Watches from one version on. */
class Follower {
  #version = '';
  #broken = false;

  public constructor(
    private readonly client: Pick<ApiClient, 'open'>, private readonly target: WatchTarget, private readonly sink: WatchSink,
    private readonly signal: AbortSignal, private readonly random: () => number, private readonly times: WatchTimes,
  ) {}

  /**
   * Watches until the server has forgotten the version, or the kind is gone.
   *
   * @returns whether the watch was well for a while
   */
  public async follow(version: string): Promise<boolean> {
    this.#version = version;
    let everWell = false;
    for (let failures = 0; ;) {
      const { lost, fault, well } = await this.#once();
      everWell ||= well;
      failures = well ? 0 : failures + 1;
      if (lost || failures >= FAILURES_UNTIL_LIST) {
        return everWell;
      }
      if (fault !== undefined) {
        this.#breaks(fault.message);
      }
      if (!well || fault !== undefined) {
        await pause(pauseAfter(failures + 1, this.random()), this.signal);
      }
    }
  }

  async #once(): Promise<Ending> {
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#version,
      timeoutSeconds: String(Math.round(this.times.seconds * (1 + this.random() / 4))),
    };
    let answer: Answer;
    try {
      answer = await this.client.open({
        method: 'GET', path: withQuery(this.target, query), troubled: (message) => this.#breaks(message),
      }, this.signal);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 410 || error.status === 404)) {
        return { lost: true, well: false };
      }
      throw error;
    }
    if (this.#broken) {
      this.#broken = false;
      this.sink.resumed?.();
    }
    return this.#read(answer);
  }

  async #read(answer: Answer): Promise<Ending> {
    let well = false;
    const settling = setTimeout(() => {
      well = true;
    }, this.times.settled);
    const lines = linesOf(answer, this.times.silence);
    try {
      for (;;) {
        const next = await nextOf(lines, this.signal);
        if ('fault' in next) {
          return { lost: false, fault: next.fault, well };
        }
        if (next.line === undefined) {
          return { lost: false, well };
        }
        const event = parsed(next.line);
        const object = field(event, 'object');
        if (!isMap(object)) {
          return { lost: false, fault: new ConnectionError('a watch gave something that is no event'), well };
        }
        if (field(event, 'type') === 'ERROR') {
          const message = textField(object, 'message') ?? 'no reason is given';
          return { lost: object['code'] === 410, fault: new ConnectionError(`the API server ended a watch: ${message}`), well };
        }
        well = true;
        this.#version = textField(fieldAt(object, 'metadata'), 'resourceVersion') ?? this.#version;
        tell(this.sink, field(event, 'type'), object);
      }
    } finally {
      clearTimeout(settling);
      answer.end();
      await lines.return(undefined).catch(() => undefined);
    }
  }

  #breaks(message: string): void {
    this.#broken = true;
    this.sink.broken?.(message);
  }
}

function tell(sink: WatchSink, type: unknown, object: JsonMap): void {
  if (type === 'ADDED' || type === 'MODIFIED') {
    sink.changed(object);
  } else if (type === 'DELETED') {
    sink.deleted(object);
  }
}

function parsed(line: string): JsonMap | undefined {
  try {
    const event: unknown = JSON.parse(line);
    return isMap(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

function withQuery({ path, fieldSelector, labelSelector }: WatchTarget, query: { readonly [name: string]: string }): string {
  return `${path}?${new URLSearchParams({
    ...query,
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
  }).toString()}`;
}
