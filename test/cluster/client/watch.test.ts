import type { ApiClient, ApiRequest } from '../../../lib/cluster/client/api-client';
import { ApiError } from '../../../lib/cluster/client/client-error';
import type { Response } from '../../../lib/cluster/client/transport';
import { watch, WATCH_TIMEOUTS, type WatchTimeouts } from '../../../lib/cluster/client/watch';

const TARGET = { path: '/api/v1/pods', fieldSelector: 'metadata.name=a' };

/** Response of the server to the next request, which must be a list or a watch. */
type Step =
  | { readonly list: object | Error }
  | { readonly watch: readonly (string | object)[] | Error; readonly then?: 'end' | 'cut' | 'silence'; readonly failing?: string };

/** Plays the steps, and aborts the watch after the last. */
async function play(steps: Step[], { times = {}, onCall }: { times?: Partial<WatchTimeouts>; onCall?: () => void } = {}): Promise<{
  calls: unknown[]; requests: { [name: string]: string }[]; error: string;
}> {
  const ending = new AbortController();
  const calls: unknown[] = [];
  const requests: { [name: string]: string }[] = [];
  const next = (request: ApiRequest): Step => {
    const step = steps[requests.push(Object.fromEntries(new URLSearchParams(request.path.split('?')[1]))) - 1];
    if (step === undefined) {
      ending.abort(new Error('played'));
      throw ending.signal.reason;
    }
    return step;
  };
  const client: Pick<ApiClient, 'request' | 'open'> = {
    request: async (request: ApiRequest) => {
      const step = next(request);
      await Promise.resolve();
      if (!('list' in step)) {
        throw new Error('a watch was expected');
      }
      if (isError(step.list)) {
        throw step.list;
      }
      return step.list;
    },
    open: async (request: ApiRequest): Promise<Response> => {
      const step = next(request);
      await Promise.resolve();
      if (!('watch' in step)) {
        throw new Error('a list was expected');
      }
      if (step.failing !== undefined) {
        request.onRetry?.(step.failing);
      }
      if (isError(step.watch)) {
        throw step.watch;
      }
      return answerOf(step.watch, step.then ?? 'end');
    },
  };
  const record = (...what: unknown[]): void => {
    calls.push(what.length === 1 ? what[0] : what);
    onCall?.();
  };
  const name = (object: object): string => (object as { metadata: { name: string } }).metadata.name;
  const error = await watch(client, TARGET, {
    replaced: (objects) => record('replaced', objects.map(name)),
    changed: (object) => record('changed', name(object)),
    deleted: (object) => record('deleted', name(object)),
    unknownKind: () => record('unknown kind'),
    broken: (message) => record('broken', message),
    resumed: () => record('resumed'),
  }, ending.signal, () => 0, { ...WATCH_TIMEOUTS, unknownKindPause: 1, ...times }).catch((thrown: Error) => thrown.message);
  return { calls, requests, error };
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

/** Returns the lines of a watch, in chunks that end in the middle of lines and characters. */
function answerOf(events: readonly (string | object)[], then: 'end' | 'cut' | 'silence'): Response {
  const ended = new AbortController();
  const bytes = Buffer.from(events.map((event) => typeof event === 'string' ? event : `${JSON.stringify(event)}\n`).join(''));
  async function* body(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 7) {
      yield bytes.subarray(at, at + 7);
    }
    if (then === 'cut') {
      throw Object.assign(new Error('message of Node.js'), { code: 'ECONNRESET' });
    }
    if (then === 'silence') {
      await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
    }
    await Promise.resolve();
  }
  return { status: 200, headers: {}, body: body(), end: () => ended.abort() };
}

const object = (name: string, resourceVersion: string): object => ({ metadata: { name, resourceVersion } });
const event = (type: string, name: string, version: string): object => ({ type, object: object(name, version) });
const list = (version: string, ...names: string[]): Step => ({ list: { metadata: { resourceVersion: version }, items: names.map((name) => object(name, '1')) } });
const status = (code: number, message = 'failed'): object => ({ type: 'ERROR', object: { kind: 'Status', code, message } });
const refusal = (code: number): Error => new ApiError(code, '', `refused with ${code}`);

test('lists, then watches from there', async () => {
  const { calls, requests } = await play([list('5', 'a'), { watch: [event('ADDED', 'b', '6'), event('MODIFIED', 'ä', '7'), event('DELETED', 'a', '8')] }]);
  expect(calls).toEqual([['replaced', ['a']], ['changed', 'b'], ['changed', 'ä'], ['deleted', 'a']]);
  expect(requests.slice(0, 2)).toEqual([
    { limit: '500', fieldSelector: 'metadata.name=a' },
    { watch: 'true', allowWatchBookmarks: 'true', resourceVersion: '5', timeoutSeconds: '240', fieldSelector: 'metadata.name=a' },
  ]);
});

test('resumes from the last event or bookmark, and does not report bookmarks', async () => {
  const { calls, requests } = await play([
    list('5'), { watch: [event('ADDED', 'b', '6')], then: 'cut' }, { watch: [event('BOOKMARK', '', '9')] }, { watch: [event('ADDED', 'c', '10')] },
  ]);
  expect(requests.slice(1).map(({ resourceVersion }) => resourceVersion)).toEqual(['5', '6', '9', '10']);
  expect(calls).toEqual([['replaced', []], ['changed', 'b'], ['broken', 'the connection of a watch was lost'], 'resumed', ['changed', 'c']]);
});

test.each<[string, Step]>([['as its status', { watch: refusal(410) }], ['in the stream', { watch: [event('ADDED', 'b', '6'), status(410)] }]])(
  'lists again when the server returns 410 %s', async (_, gone) => {
    const { calls } = await play([list('5', 'a'), gone, list('9', 'c'), { watch: [event('ADDED', 'd', '10')] }]);
    expect(calls.filter((what) => Array.isArray(what) && what[0] === 'replaced')).toEqual([['replaced', ['a']], ['replaced', ['c']]]);
    expect(calls.at(-1)).toEqual(['changed', 'd']);
  });

test('joins pages, and starts again when the continue token expires', async () => {
  const page = (name: string, more?: string): Step => ({ list: { metadata: { resourceVersion: '5', continue: more }, items: [object(name, '1')] } });
  const { calls, requests } = await play([page('a', 'p2'), { list: refusal(410) }, page('a', 'p2'), page('b', 'p3'), page('c')]);
  expect(calls).toEqual([['replaced', ['a', 'b', 'c']]]);
  expect(requests.map((request) => request['continue'])).toEqual([undefined, 'p2', undefined, 'p2', 'p3', undefined]);
});

test('retries an unknown kind, also if it disappears while it is watched', async () => {
  const { calls } = await play([{ list: refusal(404) }, { list: refusal(404) }, list('5', 'a'), { watch: refusal(404) }, { list: refusal(404) }]);
  expect(calls).toEqual(['unknown kind', 'unknown kind', ['replaced', ['a']], 'unknown kind']);
});

test('fails with errors that waiting cannot fix', async () => {
  expect(await play([{ list: refusal(403) }])).toMatchObject({ error: 'refused with 403', calls: [] });
  expect(await play([list('5'), { watch: refusal(403) }])).toMatchObject({ error: 'refused with 403' });
});

test('reports retries of the client, and when the watch resumes', async () => {
  const { calls } = await play([list('5'), { watch: [event('ADDED', 'b', '6')], failing: 'away' }]);
  expect(calls).toEqual([['replaced', []], ['broken', 'away'], 'resumed', ['changed', 'b']]);
});

test.each<[string, (string | object)[], string]>([
  ['an error', [status(500, 'etcd failed')], 'the API server ended a watch: etcd failed'],
  ['garbage', ['<html>\n'], 'a watch returned something that is not an event'],
  ['an event without an object', [{ type: 'ADDED' }], 'a watch returned something that is not an event'],
])('resumes after %s in the stream, and lists after the fourth failure', async (_, events, message) => {
  const broken: Step = { watch: events };
  const { calls, requests } = await play([list('5'), broken, broken, broken, broken, list('7', 'x')]);
  expect(calls).toEqual([['replaced', []], ['broken', message], 'resumed', ['broken', message], 'resumed', ['broken', message], 'resumed', ['replaced', ['x']]]);
  expect(requests.slice(1, 5).map(({ resourceVersion }) => resourceVersion)).toEqual(['5', '5', '5', '5']);
});

test('ignores a line that was cut off, because its event comes again', async () => {
  const line = JSON.stringify(event('ADDED', 'b', '6'));
  const { calls } = await play([list('5'), { watch: [line.slice(0, 20)], then: 'cut' }, { watch: [event('ADDED', 'b', '6')] }]);
  expect(calls.filter((what) => Array.isArray(what) && what[0] === 'changed')).toEqual([['changed', 'b']]);
});

test('resumes at once after each watch that the server ended without an event', async () => {
  const quiet: Step = { watch: [], then: 'silence' };
  const { calls, requests } = await play([list('5'), quiet, quiet, quiet, quiet, quiet, quiet], { times: { settled: 0, silence: 20 } });
  expect(calls).toEqual([['replaced', []]]);
  expect(requests.slice(1).every(({ resourceVersion }) => resourceVersion === '5')).toBe(true);
});

test('reopens a watch that stays silent', async () => {
  const { requests } = await play([list('5'), { watch: [event('ADDED', 'b', '6')], then: 'silence' }], { times: { silence: 20 } });
  expect(requests.map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, '5', '6']);
});

test('passes on errors that the callbacks throw', async () => {
  const onCall = (): void => {
    throw new Error('a failure');
  };
  expect(await play([list('5')], { onCall })).toMatchObject({ error: 'a failure' });
  let calls = 0;
  const later = (): void => {
    if (++calls === 2) {
      throw new Error('a later failure');
    }
  };
  expect(await play([list('5'), { watch: [event('ADDED', 'b', '6')] }], { onCall: later })).toMatchObject({ error: 'a later failure' });
});

test('ends a list that has pages without end', async () => {
  const endless = { metadata: { resourceVersion: '1', continue: 'more' }, items: [] };
  let pages = 0;
  const client: Pick<ApiClient, 'request' | 'open'> = {
    request: () => {
      pages++;
      return Promise.resolve(endless);
    },
    open: () => Promise.reject(new Error('no watch was expected')),
  };
  const ignore = (): void => undefined;
  const sink = { replaced: ignore, changed: ignore, deleted: ignore, unknownKind: ignore };
  await expect(watch(client, TARGET, sink, new AbortController().signal, () => 0))
    .rejects.toThrow('the list /api/v1/pods of the API server has more than 1000000 objects or 10000 pages; select a namespace');
  expect(pages).toBe(10_000);
});

test('ends a list that has objects without end', async () => {
  const endless = { metadata: { resourceVersion: '1', continue: 'more' }, items: Array.from({ length: 100_000 }, () => object('a', '1')) };
  const client: Pick<ApiClient, 'request' | 'open'> = { request: () => Promise.resolve(endless), open: () => Promise.reject(new Error('no watch was expected')) };
  const ignore = (): void => undefined;
  const sink = { replaced: ignore, changed: ignore, deleted: ignore, unknownKind: ignore };
  await expect(watch(client, TARGET, sink, new AbortController().signal, () => 0))
    .rejects.toThrow('more than 1000000 objects');
});
