import { ApiError } from '../../../../lib/pulumi/wait/client/client-error';
import type { ApiClient, ApiRequest } from '../../../../lib/pulumi/wait/client/api-client';
import type { Answer } from '../../../../lib/pulumi/wait/client/transport';
import { watch, WATCH_TIMES } from '../../../../lib/pulumi/wait/client/watch';
import type { WatchTimes } from '../../../../lib/pulumi/wait/client/watch';

const TARGET = { path: '/api/v1/pods', fieldSelector: 'metadata.name=a' };

/** A step of what the server does: the answer to the next request, which must be a list or a watch. */
type Step =
  | { readonly list: object | Error }
  | { readonly watch: readonly (string | object)[] | Error; readonly then?: 'end' | 'cut' | 'silence'; readonly failing?: string };

/** Plays the steps, and ends the watch after the last. */
async function play(steps: Step[], { times = {}, onTold }: { times?: Partial<WatchTimes>; onTold?: () => void } = {}): Promise<{
  told: unknown[]; requests: { [name: string]: string }[]; error: string;
}> {
  const ending = new AbortController();
  const told: unknown[] = [];
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
    open: async (request: ApiRequest): Promise<Answer> => {
      const step = next(request);
      await Promise.resolve();
      if (!('watch' in step)) {
        throw new Error('a list was expected');
      }
      if (step.failing !== undefined) {
        request.troubled?.(step.failing);
      }
      if (isError(step.watch)) {
        throw step.watch;
      }
      return answerOf(step.watch, step.then ?? 'end');
    },
  };
  const tell = (...what: unknown[]): void => {
    told.push(what.length === 1 ? what[0] : what);
    onTold?.();
  };
  const name = (object: object): string => (object as { metadata: { name: string } }).metadata.name;
  const error = await watch(client, TARGET, {
    replaced: (objects) => tell('replaced', objects.map(name)),
    changed: (object) => tell('changed', name(object)),
    deleted: (object) => tell('deleted', name(object)),
    unknownKind: () => tell('unknown kind'),
    broken: (message) => tell('broken', message),
    resumed: () => tell('resumed'),
  }, ending.signal, () => 0, { ...WATCH_TIMES, unknownKindPause: 1, ...times }).catch((thrown: Error) => thrown.message);
  return { told, requests, error };
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

/** The lines of a watch, in chunks that end in the middle of lines and characters. */
function answerOf(events: readonly (string | object)[], then: 'end' | 'cut' | 'silence'): Answer {
  const ended = new AbortController();
  const bytes = Buffer.from(events.map((event) => typeof event === 'string' ? event : `${JSON.stringify(event)}\n`).join(''));
  async function* body(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 7) {
      yield bytes.subarray(at, at + 7);
    }
    if (then === 'cut') {
      throw Object.assign(new Error('words of Node'), { code: 'ECONNRESET' });
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
const status = (code: number, message = 'said so'): object => ({ type: 'ERROR', object: { kind: 'Status', code, message } });
const refusal = (code: number): Error => new ApiError(code, '', `refused with ${code}`);

test('lists, then watches from there', async () => {
  const { told, requests } = await play([list('5', 'a'), { watch: [event('ADDED', 'b', '6'), event('MODIFIED', 'ä', '7'), event('DELETED', 'a', '8')] }]);
  expect(told).toEqual([['replaced', ['a']], ['changed', 'b'], ['changed', 'ä'], ['deleted', 'a']]);
  expect(requests.slice(0, 2)).toEqual([
    { limit: '500', fieldSelector: 'metadata.name=a' },
    { watch: 'true', allowWatchBookmarks: 'true', resourceVersion: '5', timeoutSeconds: '240', fieldSelector: 'metadata.name=a' },
  ]);
});

test('goes on from the last event or bookmark, without telling of bookmarks', async () => {
  const { told, requests } = await play([
    list('5'), { watch: [event('ADDED', 'b', '6')], then: 'cut' }, { watch: [event('BOOKMARK', '', '9')] }, { watch: [event('ADDED', 'c', '10')] },
  ]);
  expect(requests.slice(1).map(({ resourceVersion }) => resourceVersion)).toEqual(['5', '6', '9', '10']);
  expect(told).toEqual([['replaced', []], ['changed', 'b'], ['broken', 'the connection of a watch broke'], 'resumed', ['changed', 'c']]);
});

test.each<[string, Step]>([['as its status', { watch: refusal(410) }], ['in the stream', { watch: [event('ADDED', 'b', '6'), status(410)] }]])(
  'lists anew when the server says 410 %s', async (_, gone) => {
    const { told } = await play([list('5', 'a'), gone, list('9', 'c'), { watch: [event('ADDED', 'd', '10')] }]);
    expect(told.filter((what) => Array.isArray(what) && what[0] === 'replaced')).toEqual([['replaced', ['a']], ['replaced', ['c']]]);
    expect(told.at(-1)).toEqual(['changed', 'd']);
  });

test('puts pages together, and begins anew when the server forgets the list in the middle', async () => {
  const page = (name: string, more?: string): Step => ({ list: { metadata: { resourceVersion: '5', continue: more }, items: [object(name, '1')] } });
  const { told, requests } = await play([page('a', 'p2'), { list: refusal(410) }, page('a', 'p2'), page('b', 'p3'), page('c')]);
  expect(told).toEqual([['replaced', ['a', 'b', 'c']]]);
  expect(requests.map((request) => request['continue'])).toEqual([undefined, 'p2', undefined, 'p2', 'p3', undefined]);
});

test('looks again for a kind that is not known, also when it goes while it is watched', async () => {
  const { told } = await play([{ list: refusal(404) }, { list: refusal(404) }, list('5', 'a'), { watch: refusal(404) }, { list: refusal(404) }]);
  expect(told).toEqual(['unknown kind', 'unknown kind', ['replaced', ['a']], 'unknown kind']);
});

test('ends with what no waiting mends', async () => {
  expect(await play([{ list: refusal(403) }])).toMatchObject({ error: 'refused with 403', told: [] });
  expect(await play([list('5'), { watch: refusal(403) }])).toMatchObject({ error: 'refused with 403' });
});

test('tells of failures of the client, and when it goes on', async () => {
  const { told } = await play([list('5'), { watch: [event('ADDED', 'b', '6')], failing: 'away' }]);
  expect(told).toEqual([['replaced', []], ['broken', 'away'], 'resumed', ['changed', 'b']]);
});

test.each<[string, (string | object)[], string]>([
  ['an error', [status(500, 'etcd is ill')], 'the API server ended a watch: etcd is ill'],
  ['garbage', ['<html>\n'], 'a watch gave something that is no event'],
  ['an event without an object', [{ type: 'ADDED' }], 'a watch gave something that is no event'],
])('goes on after %s in the stream, and lists when that does not help', async (_, events, message) => {
  const broken: Step = { watch: events };
  const { told, requests } = await play([list('5'), broken, broken, broken, broken, list('7', 'x')]);
  expect(told).toEqual([['replaced', []], ['broken', message], 'resumed', ['broken', message], 'resumed', ['broken', message], 'resumed', ['replaced', ['x']]]);
  expect(requests.slice(1, 5).map(({ resourceVersion }) => resourceVersion)).toEqual(['5', '5', '5', '5']);
});

test('leaves out a line that was cut off, whose event comes again', async () => {
  const line = JSON.stringify(event('ADDED', 'b', '6'));
  const { told } = await play([list('5'), { watch: [line.slice(0, 20)], then: 'cut' }, { watch: [event('ADDED', 'b', '6')] }]);
  expect(told.filter((what) => Array.isArray(what) && what[0] === 'changed')).toEqual([['changed', 'b']]);
});

test('goes on at once after a watch that was quiet until the server ended it, however often', async () => {
  const quiet: Step = { watch: [], then: 'silence' };
  const { told, requests } = await play([list('5'), quiet, quiet, quiet, quiet, quiet, quiet], { times: { settled: 0, silence: 20 } });
  expect(told).toEqual([['replaced', []]]);
  expect(requests.slice(1).every(({ resourceVersion }) => resourceVersion === '5')).toBe(true);
});

test('opens a watch anew on which nothing comes', async () => {
  const { requests } = await play([list('5'), { watch: [event('ADDED', 'b', '6')], then: 'silence' }], { times: { silence: 20 } });
  expect(requests.map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, '5', '6']);
});

test('passes on what the one who is told throws', async () => {
  const onTold = (): void => {
    throw new Error('a mistake');
  };
  expect(await play([list('5')], { onTold })).toMatchObject({ error: 'a mistake' });
  let told = 0;
  const later = (): void => {
    if (++told === 2) {
      throw new Error('a later mistake');
    }
  };
  expect(await play([list('5'), { watch: [event('ADDED', 'b', '6')] }], { onTold: later })).toMatchObject({ error: 'a later mistake' });
});
