import { setMaxListeners } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { field, fieldAt, isMap, mapsField, textField } from '../../../bundle/json-value';
import type { JsonMap } from '../../../bundle/json-value';
import type { ApiClient } from './api-client';
import { ApiError } from './client-error';
import { pause, pauseAfter } from './pause';
import type { Answer } from './transport';

/** Objects of one page of a list. */
const PAGE = 500;

/** A watch ends after so many seconds, or a quarter more: then it goes on with a new request. */
const WATCH_SECONDS = 240;

/** A kind that the server does not know is looked for again after so long, in milliseconds: its CRD may come. */
const UNKNOWN_KIND_PAUSE = 2_000;

/** A watch on which nothing comes for so long is opened anew, in milliseconds: bookmarks come each minute. */
const SILENCE = 150_000;

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

  /** The watch broke off, or could not be begun; it is tried again. What the server or the network said. */
  broken?(message: string): void;

  /** The watch goes on where it broke off, with nothing missed. */
  resumed?(): void;
}

/**
 * Lists objects and watches them until the signal ends it: goes on where a connection broke, lists anew when the server has forgotten
 * where that was, and waits longer after each failure.
 *
 * @param random gives numbers from 0 to 1, to spread waits
 * @throws ApiError when the server refuses, for instance for want of rights; ClientError; the reason of the signal
 */
export async function watch(client: ApiClient, target: WatchTarget, sink: WatchSink, signal: AbortSignal, random: () => number): Promise<never> {
  // Many watches may end with one signal; Node warns of more than ten.
  setMaxListeners(0, signal);
  for (;;) {
    const version = await list(client, target, sink, signal);
    if (version === undefined) {
      sink.unknownKind();
      await pause(UNKNOWN_KIND_PAUSE, signal);
    } else {
      await follow(client, target, sink, signal, random, version);
    }
  }
}

/** @returns the version that the list is of; undefined where the server does not know the kind */
async function list(client: ApiClient, target: WatchTarget, sink: WatchSink, signal: AbortSignal): Promise<string | undefined> {
  const objects: JsonMap[] = [];
  let page = '';
  for (;;) {
    let answer: unknown;
    try {
      answer = await client.request({
        method: 'GET',
        path: withQuery(target, { limit: String(PAGE), ...(page === '' ? {} : { continue: page }) }),
        troubled: (message) => sink.broken?.(message),
      }, signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return undefined;
      }
      if (error instanceof ApiError && error.status === 410 && page !== '') {
        objects.length = 0;
        page = '';
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

/** Watches until the server has forgotten the version, or the kind is gone. */
async function follow(
  client: ApiClient, target: WatchTarget, sink: WatchSink, signal: AbortSignal, random: () => number, from: string,
): Promise<void> {
  let version = from;
  for (let failures = 0; ;) {
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: version,
      timeoutSeconds: String(Math.round(WATCH_SECONDS * (1 + random() / 4))),
    };
    const before = version;
    try {
      const answer = await client.open({ method: 'GET', path: withQuery(target, query), troubled: (message) => sink.broken?.(message) }, signal);
      sink.resumed?.();
      for await (const event of events(answer)) {
        const object = field(event, 'object');
        if (!isMap(object)) {
          continue;
        }
        if (event['type'] === 'ERROR') {
          if (object['code'] === 410) {
            return;
          }
          break;
        }
        version = textField(fieldAt(object, 'metadata'), 'resourceVersion') ?? version;
        tell(sink, event['type'], object);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError) {
        if (error.status === 410 || error.status === 404) {
          return;
        }
        throw error;
      }
      sink.broken?.('the connection broke off');
    }
    failures = version === before ? failures + 1 : 0;
    if (failures > 0) {
      await pause(pauseAfter(failures, random()), signal);
    }
  }
}

function tell(sink: WatchSink, type: unknown, object: JsonMap): void {
  if (type === 'ADDED' || type === 'MODIFIED') {
    sink.changed(object);
  } else if (type === 'DELETED') {
    sink.deleted(object);
  }
}

/** The events of a watch, which come as a line each. A line that was cut off ends them. */
async function* events(answer: Answer): AsyncGenerator<JsonMap> {
  const decoder = new StringDecoder('utf8');
  const silence = setTimeout(answer.end, SILENCE);
  let begun = '';
  try {
    for await (const chunk of answer.body) {
      silence.refresh();
      const lines = (begun + decoder.write(chunk)).split('\n');
      begun = lines.pop()!;
      for (const line of lines) {
        const event = parsed(line);
        if (event === undefined) {
          return;
        }
        yield event;
      }
    }
  } finally {
    clearTimeout(silence);
    answer.end();
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
