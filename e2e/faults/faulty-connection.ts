import { setTimeout as sleep } from 'node:timers/promises';
import { HttpsProxy } from './https-proxy';
import type { Fault, Seen } from './https-proxy';
import { TcpProxy } from './tcp-proxy';
import type { ControlPlane } from '../control-plane/control-plane';
import { waitUntil } from '../olm/wait-until';

/** How many requests came, by what they are. */
export interface RequestCounts {
  /** The most lists of one collection. */
  readonly listsOfOne: number;
  /** The most watches of one collection. */
  readonly watchesOfOne: number;
  readonly changes: number;
  readonly all: number;
}

/** The way from a client to an API server: what happens to its connections comes first, what happens to its requests second. */
export class FaultyWay {
  /** Opens one. */
  public static async to(controlPlane: ControlPlane): Promise<FaultyWay> {
    const requests = await HttpsProxy.start(controlPlane);
    return new FaultyWay(requests, await TcpProxy.start(requests.port));
  }

  private constructor(public readonly requests: HttpsProxy, public readonly connections: TcpProxy) {}

  /** The port to connect to. */
  public get port(): number {
    return this.connections.port;
  }

  /** Does something with the requests that fit, for a time in milliseconds. */
  public async whileLasts(milliseconds: number, fits: (seen: Seen) => boolean, fault: Fault): Promise<void> {
    const end = this.requests.whenever(fits, fault);
    await sleep(milliseconds);
    end();
  }

  /** Does something with the first request for each path that fits. */
  public firstOfEach(fits: (seen: Seen) => boolean, fault: Fault): void {
    const done = new Set<string>();
    const isFirst = ({ path }: Seen): boolean => {
      const collection = path.replace(/\?.*/, '');
      return !done.has(collection) && done.add(collection).size > 0;
    };
    this.requests.whenever((seen) => fits(seen) && isFirst(seen), fault);
  }

  /**
   * Waits until something is watched, and nothing that is to be watched is only listed yet. What happens then meets no request under way
   * but watches.
   */
  public async untilWatched(fits: (path: string) => boolean): Promise<void> {
    const seen = this.requests.requests;
    const collections = (found: readonly Seen[]): number => countsOf(found).size;
    await waitUntil('all is watched that is listed', 60_000, () => {
      const isThere = seen.some((request) => isWatch(request) && fits(request.path));
      const missing = collections(seen.filter(isList)) - collections(seen.filter(isWatch));
      return Promise.resolve(isThere && missing === 0 ? true : new Error(`${String(missing)} watches are missing`));
    });
  }

  /** Counts what came so far. */
  public count(): RequestCounts {
    const seen = this.requests.requests;
    return {
      listsOfOne: mostOfOne(seen.filter((request) => request.method === 'GET' && !isWatch(request))),
      watchesOfOne: mostOfOne(seen.filter(isWatch)),
      changes: seen.filter(({ method }) => method !== 'GET').length,
      all: seen.length,
    };
  }

  /** Ends all connections. */
  public async close(): Promise<void> {
    await this.connections.close();
    await this.requests.close();
  }
}

/** Whether a request is one that goes on. */
export function isWatch({ path }: Seen): boolean {
  return path.includes('watch=true');
}

/** Whether it is one for all objects of a kind that a watch is to follow. */
function isList(seen: Seen): boolean {
  return seen.method === 'GET' && seen.path.includes('limit=') && !isWatch(seen);
}

function mostOfOne(seen: readonly Seen[]): number {
  return Math.max(0, ...countsOf(seen).values());
}

/** How often each collection was asked for. */
function countsOf(seen: readonly Seen[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of seen) {
    const { pathname, searchParams } = new URL(path, 'https://proxy');
    const collection = `${pathname} ${searchParams.get('fieldSelector') ?? ''} ${searchParams.get('labelSelector') ?? ''}`;
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
  }
  return counts;
}
