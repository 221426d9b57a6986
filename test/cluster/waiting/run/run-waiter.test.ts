import type { ApiClient, ApiRequest } from '../../../../lib/cluster/client/api-client';
import { ApiError, ClientError, ConnectionError } from '../../../../lib/cluster/client/client-error';
import { createWaiter } from '../../../../lib/cluster/waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS, type Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { runWaiter } from '../../../../lib/cluster/waiting/run/run-waiter';
import { WatchedCluster } from '../../../../lib/cluster/waiting/run/watched-cluster';
import { deleteAction } from '../../../../lib/cluster/waiting/view/action';
import { NAMESPACES } from '../../../../lib/cluster/waiting/view/api-resource';
import { named, objectOf } from '../../../../lib/cluster/waiting/view/cluster-view';
import { maxListeners } from './max-listeners';

/** An API server with one Namespace. */
class OneNamespace {
  public readonly requests: ApiRequest[] = [];
  public watches = 0;
  public opened = 0;
  public exists = true;
  public rejection: Error | undefined;
  public refusedWatches = 0;
  public warning: string | undefined;

  public readonly client = {
    request: (request: ApiRequest): Promise<unknown> => {
      this.requests.push(request);
      if (this.rejection !== undefined && (request.method !== 'GET' || this.rejection instanceof ClientError)) {
        return Promise.reject(this.rejection);
      }
      if (this.warning !== undefined) {
        request.onWarning?.(this.warning);
      }
      if (request.method === 'DELETE') {
        this.exists = false;
        this.notify();
        return Promise.resolve({});
      }
      return Promise.resolve({ metadata: { resourceVersion: '7' }, items: this.exists ? [{ metadata: { name: 'team', uid: 'u' } }] : [] });
    },
    open: (_: ApiRequest, signal: AbortSignal): Promise<unknown> => {
      if (this.refusedWatches > 0) {
        this.refusedWatches--;
        return Promise.reject(new ApiError(403, 'Forbidden', 'the roles are not loaded yet'));
      }
      this.opened++;
      this.watches++;
      signal.addEventListener('abort', () => {
        this.watches--;
      });
      return Promise.resolve({ status: 200, headers: {}, end: () => undefined, body: this.events(signal) });
    },
  } as unknown as ApiClient;

  /** Breaks the connection of the watch. */
  public cut: () => void = () => undefined;

  private notify: () => void = () => undefined;

  /** Waits until its last watch is closed. */
  public async unwatched(): Promise<void> {
    while (this.watches > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async *events(signal: AbortSignal): AsyncGenerator<Buffer> {
    signal.throwIfAborted();
    const aborted = new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve());
      this.cut = () => reject(new ConnectionError('cut'));
    });
    await new Promise<void>((resolve) => {
      this.notify = resolve;
      signal.addEventListener('abort', () => resolve());
    });
    signal.throwIfAborted();
    yield Buffer.from(`${JSON.stringify({ type: 'DELETED', object: { metadata: { name: 'team', uid: 'u', resourceVersion: '8' } } })}\n`);
    await aborted;
  }
}

const TEAM = named(NAMESPACES, 'team');

interface Gone {
  readonly how: string;
}

/** Deletes the Namespace, and waits until it is gone. */
function gone(): Waiter<unknown, Gone> {
  return createWaiter<undefined, Gone>({
    subject: 'team', failure: 'did not go', firstPhase: 'going', memory: undefined, needsOlm: false, timeouts: { ...DEFAULT_TIMEOUTS, settling: 0 },
    observe: (_, view) => {
      const team = objectOf(view, TEAM);
      return {
        memory: undefined, phase: 'going', waitingFor: 'it to be deleted', watch: [TEAM], findings: [], reached: {},
        actions: team ? [deleteAction(NAMESPACES, team, 'deletes it')] : [],
        ...(team === null ? { ready: { key: 'gone', outcome: { how: 'gone' } } } : {}),
      };
    },
  }) as Waiter<unknown, Gone>;
}

function running(cluster: WatchedCluster, lines: string[] = [], signal = new AbortController().signal): Promise<string> {
  return runWaiter(gone(), cluster, {
    subject: 'team', print: (line) => lines.push(line), signal, now: () => performance.now(),
    conclude: (verdict) => (verdict.kind === 'done' ? verdict.outcome.how : verdict.explanation.findings.map(({ message }) => message).join('\n')),
  });
}

describe('running a waiter', () => {
  it('watches, acts once on the observed object, prints the action, and closes its watches', async () => {
    const server = new OneNamespace();
    const cluster = new WatchedCluster(server.client, () => 0.5);
    const lines: string[] = [];
    expect(await running(cluster, lines)).toBe('gone');
    expect(lines).toEqual(['team: deletes it (Namespace team)']);
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toMatchObject([
      { path: '/api/v1/namespaces/team', body: { preconditions: { uid: 'u' } } },
    ]);
    expect(server.requests[0]!.path).toMatch(/^\/api\/v1\/namespaces\?.*fieldSelector=metadata\.name%3Dteam/);
    expect(cluster.size).toBe(0);
    await server.unwatched();
  });

  it('can share its signal with any number of others without a warning of Node.js, and prints a warning of the API server', async () => {
    const server = new OneNamespace();
    server.warning = 'v1 is deprecated';
    const [lines, { signal }]: [string[], AbortController] = [[], new AbortController()];
    await running(new WatchedCluster(server.client, () => 0.5), lines, signal);
    expect(maxListeners(signal)).toBe(0);
    expect(lines).toEqual(['team: deletes it (Namespace team)', 'team: warning of the API server: v1 is deprecated']);
    await server.unwatched();
  });

  it('fails if the server cannot be reached for an action', async () => {
    const client = { request: () => Promise.reject(new ClientError('connection refused')) };
    const cluster = { client, scope: () => ({ state: 'unknown', objects: [] }), follow: () => () => undefined, size: 0 } as unknown as WatchedCluster;
    const deleting: Waiter<undefined, Gone> = {
      start: () => undefined,
      step: () => ({ state: undefined, watch: [], actions: [deleteAction(NAMESPACES, { metadata: { name: 'team', uid: 'u' } }, 'deletes it')], wakeAt: Infinity }),
    };
    await expect(runWaiter(deleting, cluster, {
      subject: 'team', print: () => undefined, signal: new AbortController().signal, now: () => 0, conclude: () => undefined,
    })).rejects.toThrow('connection refused');
  });

  it('fails without a request if it is aborted before it starts', async () => {
    const server = new OneNamespace();
    await expect(running(new WatchedCluster(server.client, () => 0.5), [], AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(server.requests).toEqual([]);
  });

  it('prints an action only once if it repeats it because the object changed meanwhile', async () => {
    const lines: string[] = [];
    let times = 0;
    const client = { request: () => Promise.reject(new ApiError(409, 'Conflict', 'the object has been modified')) };
    const cluster = { client, scope: () => ({ state: 'unknown', objects: [] }), follow: () => () => undefined, size: 0 } as unknown as WatchedCluster;
    const approving: Waiter<undefined, Gone> = {
      start: () => undefined,
      step: () => {
        times++;
        const target = { resource: NAMESPACES, name: 'plan', uid: 'u' };
        const resourceVersion = String(times);
        return times > 3
          ? { state: undefined, watch: [], actions: [], verdict: { kind: 'done', outcome: { how: 'gone' }, times: {} } }
          : { state: undefined, watch: [], actions: [{ type: 'approve', key: resourceVersion, target, resourceVersion, description: 'approves plan' }], wakeAt: 0 };
      },
    };
    await runWaiter(approving, cluster, {
      subject: 'team', print: (line) => lines.push(line), signal: new AbortController().signal, now: () => 0, conclude: () => undefined,
    });
    expect(lines).toEqual(['team: approves plan']);
  });

  it('can run again right after another wait has ended', async () => {
    const server = new OneNamespace();
    const cluster = new WatchedCluster(server.client, () => 0.5);
    expect(await running(cluster)).toBe('gone');
    const before = server.requests.length;
    // The watch of the first wait is still open, but nothing follows it.
    expect(server.watches).toBe(1);
    expect(await running(cluster)).toBe('gone');
    expect(server.requests.slice(before).filter(({ method }) => method === 'GET')).toHaveLength(1);
    await server.unwatched();
  });

  it('does not reopen a watch that no waiter needs', async () => {
    const server = new OneNamespace();
    const cluster = new WatchedCluster(server.client, () => 0);
    expect(await running(cluster)).toBe('gone');
    const before = { requests: server.requests.length, opened: server.opened };
    server.cut();
    await server.unwatched();
    expect({ requests: server.requests.length, opened: server.opened }).toEqual(before);
  });

  it('shares one watch between several waiters', async () => {
    const server = new OneNamespace();
    const cluster = new WatchedCluster(server.client, () => 0.5);
    expect(await Promise.all(Array.from({ length: 20 }, () => running(cluster)))).toEqual(Array.from({ length: 20 }, () => 'gone'));
    expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(cluster.size).toBe(0);
  });

  it.each<[string, Error, string]>([
    ['the account lacks the permission', new ApiError(403, 'Forbidden', 'namespaces "team" is forbidden'), 'the account is not allowed to delete namespaces team'],
    ['a webhook denies the request', new ApiError(403, 'Forbidden', 'admission webhook "x" denied the request: no'), 'refused to delete namespaces team: admission webhook'],
  ])('ends when %s', async (_, rejection, message) => {
    const server = new OneNamespace();
    server.rejection = rejection;
    expect(await running(new WatchedCluster(server.client, () => 0.5))).toContain(message);
  });

  it('retries a watch that a restarting server rejects', async () => {
    const server = new OneNamespace();
    server.refusedWatches = 1;
    const cluster = new WatchedCluster(server.client, () => 0.5);
    expect(await running(cluster)).toBe('gone');
    expect(server.refusedWatches).toBe(0);
  });

  it('ends at once when the server cannot be reached', async () => {
    const server = new OneNamespace();
    server.rejection = new ClientError('the host is not known');
    const cluster = new WatchedCluster(server.client, () => 0.5);
    await expect(running(cluster)).rejects.toThrow('the host is not known');
    expect(cluster.size).toBe(0);
  });

  it('ends when its signal is aborted', async () => {
    const server = new OneNamespace();
    server.rejection = new ApiError(409, 'Conflict', 'the object has been modified');
    const cluster = new WatchedCluster(server.client, () => 0.5);
    const ending = new AbortController();
    const run = running(cluster, [], ending.signal);
    setImmediate(() => ending.abort(new Error('enough')));
    await expect(run).rejects.toThrow('enough');
    expect(cluster.size).toBe(0);
    await server.unwatched();
  });
});
