import type { ApiClient } from '../../../../lib/cluster/client/api-client';
import { ApiError, ConnectionError } from '../../../../lib/cluster/client/client-error';
import { WatchedCluster } from '../../../../lib/cluster/waiting/run/watched-cluster';
import { NAMESPACES, PACKAGE_MANIFESTS } from '../../../../lib/cluster/waiting/view/api-resource';
import { inNamespace, type Interest } from '../../../../lib/cluster/waiting/view/cluster-view';

const DENIED = new ApiError(403, 'Forbidden', 'namespaces is forbidden');
const LISTED = { metadata: { resourceVersion: '7' }, items: [] };
const CREATED = `${JSON.stringify({ type: 'ADDED', object: { metadata: { name: 'team', uid: 'u', resourceVersion: '8' } } })}\n`;

/**
 * API server that answers each list with the next of some answers, and then with the last one again and again. Its first watch has one event; others
 * are denied.
 */
function requestsTo(interest: Interest, answers: readonly (() => Promise<unknown>)[]): { readonly times: number[]; readonly end: () => void } {
  const [times, remaining]: [number[], (() => Promise<unknown>)[]] = [[], [...answers]];
  const request = (): Promise<unknown> => {
    times.push(Date.now());
    return (remaining.length > 1 ? remaining.shift()! : remaining[0]!)();
  };
  const events = async function* (): AsyncGenerator<Buffer> {
    await Promise.resolve();
    yield Buffer.from(CREATED);
    throw new ConnectionError('connection lost');
  };
  let watches = 0;
  const open = (): Promise<unknown> => (
    watches++ === 0 ? Promise.resolve({ status: 200, headers: {}, end: () => undefined, body: events() }) : Promise.reject(DENIED)
  );
  const client = { request, open };
  const end = new WatchedCluster(client as unknown as ApiClient, () => 0).follow(interest, { changed: () => undefined, failed: () => undefined });
  return { times, end };
}

/** Returns the seconds between the requests of some minutes. */
async function pausesOf({ times, end }: ReturnType<typeof requestsTo>, minutes: number): Promise<number[]> {
  await jest.advanceTimersByTimeAsync(minutes * 60_000);
  end();
  return times.slice(1).map((time, index) => (time - times[index]!) / 1000);
}

describe('a watched cluster', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('retries a rejected request with growing pauses of at most half a minute, since permissions may be granted at any time', async () => {
    const pauses = await pausesOf(requestsTo({ resource: NAMESPACES }, [() => Promise.reject(DENIED)]), 2);
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30]);
  });

  it('retries soon again after an event, which proves that watching was allowed', async () => {
    const denied = (): Promise<unknown> => Promise.reject(DENIED);
    const pauses = await pausesOf(requestsTo({ resource: NAMESPACES }, [denied, denied, denied, () => Promise.resolve(LISTED)]), 1);
    expect(pauses.slice(0, 3)).toEqual([0.5, 1, 2]);
    expect(pauses[3]).toBeLessThan(1);
    expect(pauses.slice(4, 7)).toEqual([1, 2, 4]);
  });

  it('reports that a watch is interrupted until it continues', async () => {
    const interest = { resource: NAMESPACES };
    let interrupt: (message: string) => void = () => undefined;
    let opened = (): void => undefined;
    const open = ({ onRetry }: { onRetry: (message: string) => void }): Promise<unknown> => new Promise((resolve) => {
      interrupt = onRetry;
      opened = () => resolve({ status: 200, headers: {}, end: () => undefined, body: new ReadableStream() });
    });
    const cluster = new WatchedCluster({ request: () => Promise.resolve(LISTED), open } as unknown as ApiClient, () => 0);
    const states: unknown[] = [];
    const end = cluster.follow(interest, {
      changed: () => states.push([cluster.scope(interest).state, cluster.scope(interest).problem]), failed: () => undefined,
    });
    await jest.advanceTimersByTimeAsync(1);
    interrupt('connection refused');
    opened();
    await jest.advanceTimersByTimeAsync(1);
    end();
    expect(states).toEqual([
      ['current', undefined], ['stale', { kind: 'unreachable', message: 'connection refused' }], ['current', undefined],
    ]);
  });

  it('closes an obsolete watch soon after the verdict, and leaves no timer that keeps a program alive', async () => {
    const closed = jest.fn();
    const open = (_request: object, signal: AbortSignal): Promise<unknown> => {
      const body = async function* (): AsyncGenerator<Buffer> {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        closed();
        yield Buffer.from('');
      };
      return Promise.resolve({ status: 200, headers: {}, end: () => undefined, body: body() });
    };
    const cluster = new WatchedCluster({ request: () => Promise.resolve(LISTED), open } as unknown as ApiClient, () => 0);
    const end = cluster.follow({ resource: NAMESPACES }, { changed: () => undefined, failed: () => undefined });
    await jest.advanceTimersByTimeAsync(10_000);
    end();
    await jest.advanceTimersByTimeAsync(100);
    expect(closed).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(150);
    expect([closed.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('lists packages every half minute, since they cannot be watched', async () => {
    const pauses = await pausesOf(requestsTo(inNamespace(PACKAGE_MANIFESTS, 'demo'), [() => Promise.resolve(LISTED)]), 2);
    expect(pauses).toEqual([30, 30, 30, 30]);
  });

  it('lists packages again half a minute after their API was not served', async () => {
    const missing = (): Promise<unknown> => Promise.reject(new ApiError(404, 'NotFound', 'the server could not find the requested resource'));
    expect(await pausesOf(requestsTo(inNamespace(PACKAGE_MANIFESTS, 'demo'), [missing]), 1)).toEqual([30, 30]);
  });
});
