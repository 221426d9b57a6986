import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlPlane } from '../control-plane/control-plane';
import { waitUntil } from '../olm/wait-until';
import { type Fault, HttpsProxy, type Seen } from './https-proxy';
import { TcpProxy } from './tcp-proxy';

/** Number of requests, by kind. */
export interface RequestCounts {
  /** Maximum number of lists of one collection. */
  readonly listsOfOne: number;
  /** Maximum number of watches of one collection. */
  readonly watchesOfOne: number;
  /** Changes, but for Events, which record them. */
  readonly changes: number;
  readonly all: number;
}

/** A faulty connection between a client and an API server: a TCP proxy for connections, then an HTTPS proxy for requests. */
export class FaultyConnection {
  /** Opens one. */
  public static async to(controlPlane: ControlPlane): Promise<FaultyConnection> {
    const requests = await HttpsProxy.start(controlPlane);
    return new FaultyConnection(requests, await TcpProxy.start(requests.port));
  }

  private constructor(public readonly requests: HttpsProxy, public readonly connections: TcpProxy) {}

  /** Port to connect to. */
  public get port(): number {
    return this.connections.port;
  }

  /** Applies a fault to matching requests, for a time in milliseconds. */
  public async whileLasts(milliseconds: number, fits: (seen: Seen) => boolean, fault: Fault): Promise<void> {
    const end = this.requests.whenever(fits, fault);
    await sleep(milliseconds);
    end();
  }

  /** Applies a fault to the first matching request for each path. */
  public firstOfEach(fits: (seen: Seen) => boolean, fault: Fault): void {
    const done = new Set<string>();
    const isFirst = ({ path }: Seen): boolean => {
      const collection = path.replace(/\?.*/, '');
      return !done.has(collection) && done.add(collection).size > 0;
    };
    this.requests.whenever((seen) => fits(seen) && isFirst(seen), fault);
  }

  /**
   * Waits until something is watched and every list that precedes a watch is done. A fault then meets only watches
   * in progress.
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

  /** Counts the requests so far. */
  public count(): RequestCounts {
    const seen = this.requests.requests;
    return {
      listsOfOne: mostOfOne(seen.filter((request) => request.method === 'GET' && !isWatch(request))),
      watchesOfOne: mostOfOne(seen.filter(isWatch)),
      changes: seen.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/events')).length,
      all: seen.length,
    };
  }

  /** Closes all connections. */
  public async close(): Promise<void> {
    await this.connections.close();
    await this.requests.close();
  }
}

/** Whether a request is a watch. */
export function isWatch({ path }: Seen): boolean {
  return path.includes('watch=true');
}

/** Whether a request lists a collection in order to watch it. */
function isList(seen: Seen): boolean {
  return seen.method === 'GET' && seen.path.includes('limit=') && !isWatch(seen);
}

function mostOfOne(seen: readonly Seen[]): number {
  return Math.max(0, ...countsOf(seen).values());
}

/** Number of requests for each collection. */
function countsOf(seen: readonly Seen[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of seen) {
    const { pathname, searchParams } = new URL(path, 'https://proxy');
    const collection = `${pathname} ${searchParams.get('fieldSelector') ?? ''} ${searchParams.get('labelSelector') ?? ''}`;
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
  }
  return counts;
}
