import { FollowedCluster } from '../../../../lib/pulumi/wait/run/followed-cluster';
import { runWaiter } from '../../../../lib/pulumi/wait/run/run-waiter';
import type { ApiClient, ApiRequest } from '../../../../lib/pulumi/wait/client/api-client';
import { ApiError, ClientError, ConnectionError } from '../../../../lib/pulumi/wait/client/client-error';
import { NAMESPACES } from '../../../../lib/pulumi/wait/cluster/api-resource';
import { objectOf, one } from '../../../../lib/pulumi/wait/cluster/queries';
import { deletion } from '../../../../lib/pulumi/wait/waiting/action';
import { createWaiter } from '../../../../lib/pulumi/wait/waiting/create-waiter';
import { DEFAULT_TIMEOUTS } from '../../../../lib/pulumi/wait/waiting/timeouts';
import type { Waiter } from '../../../../lib/pulumi/wait/waiting/waiter';

/** An API server with one Namespace, that answers at once. */
class OneNamespace {
  public readonly asked: ApiRequest[] = [];
  public watches = 0;
  public opened = 0;
  public there = true;
  public refusal: Error | undefined;
  public refusedWatches = 0;

  public readonly client = {
    request: (request: ApiRequest): Promise<unknown> => {
      this.asked.push(request);
      if (this.refusal !== undefined && (request.method !== 'GET' || this.refusal instanceof ClientError)) {
        return Promise.reject(this.refusal);
      }
      if (request.method === 'DELETE') {
        this.there = false;
        this.tell();
        return Promise.resolve({});
      }
      return Promise.resolve({ metadata: { resourceVersion: '7' }, items: this.there ? [{ metadata: { name: 'team', uid: 'u' } }] : [] });
    },
    open: (_: ApiRequest, signal: AbortSignal): Promise<unknown> => {
      if (this.refusedWatches > 0) {
        this.refusedWatches--;
        return Promise.reject(new ApiError(403, 'Forbidden', 'the rights are not read yet'));
      }
      this.opened++;
      this.watches++;
      signal.addEventListener('abort', () => {
        this.watches--;
      });
      return Promise.resolve({ status: 200, headers: {}, end: () => undefined, body: this.events(signal) });
    },
  } as unknown as ApiClient;

  /** Breaks the connection of its watch. */
  public cut: () => void = () => undefined;

  private tell: () => void = () => undefined;

  /** Waits until nobody watches it. */
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
      this.tell = resolve;
      signal.addEventListener('abort', () => resolve());
    });
    signal.throwIfAborted();
    yield Buffer.from(`${JSON.stringify({ type: 'DELETED', object: { metadata: { name: 'team', uid: 'u', resourceVersion: '8' } } })}\n`);
    await aborted;
  }
}

const TEAM = one(NAMESPACES, 'team');

interface Gone {
  readonly how: string;
}

/** Deletes the Namespace, and waits until it is gone. */
function gone(): Waiter<unknown, Gone> {
  return createWaiter<undefined, Gone>({
    subject: 'team', failure: 'did not go', firstPhase: 'going', memory: undefined, needsOlm: false, timeouts: { ...DEFAULT_TIMEOUTS, settling: 0 },
    read: (_, view) => {
      const team = objectOf(view, TEAM);
      return {
        memory: undefined, phase: 'going', waitingFor: 'it to be gone', watch: [TEAM], findings: [], reached: {},
        wishes: team ? [deletion(NAMESPACES, team, 'deletes it')] : [],
        ...(team === null ? { ready: { what: 'gone', outcome: { how: 'gone' } } } : {}),
      };
    },
  }) as Waiter<unknown, Gone>;
}

function running(cluster: FollowedCluster, lines: string[] = [], signal = new AbortController().signal): Promise<string> {
  return runWaiter(gone(), cluster, {
    subject: 'team', print: (line) => lines.push(line), signal, now: () => performance.now(),
    conclude: (verdict) => (verdict.kind === 'done' ? verdict.outcome.how : verdict.explanation.findings.map(({ text }) => text).join('\n')),
  });
}

describe('running a waiter', () => {
  it('follows, acts once on the object that was seen, tells it, and leaves nothing behind', async () => {
    const server = new OneNamespace();
    const cluster = new FollowedCluster(server.client, () => 0.5);
    const lines: string[] = [];
    expect(await running(cluster, lines)).toBe('gone');
    expect(lines).toEqual(['team: deletes it (Namespace team)']);
    expect(server.asked.filter(({ method }) => method === 'DELETE')).toMatchObject([
      { path: '/api/v1/namespaces/team', body: { preconditions: { uid: 'u' } } },
    ]);
    expect(server.asked[0]!.path).toMatch(/^\/api\/v1\/namespaces\?.*fieldSelector=metadata\.name%3Dteam/);
    expect(cluster.size).toBe(0);
    await server.unwatched();
  });

  it('tells once what it has to do again, because the object changed meanwhile', async () => {
    const lines: string[] = [];
    let times = 0;
    const client = { request: () => Promise.reject(new ApiError(409, 'Conflict', 'somebody changed it')) };
    const cluster = { client, scope: () => ({ state: 'unknown', objects: [] }), follow: () => () => undefined, size: 0 } as unknown as FollowedCluster;
    const approving: Waiter<undefined, Gone> = {
      start: () => undefined,
      step: () => {
        times++;
        const target = { resource: NAMESPACES, name: 'plan', uid: 'u' };
        const resourceVersion = String(times);
        return times > 3
          ? { state: undefined, watch: [], actions: [], verdict: { kind: 'done', outcome: { how: 'gone' }, times: {} } }
          : { state: undefined, watch: [], actions: [{ type: 'approve', key: resourceVersion, target, resourceVersion, why: 'approves plan' }], wakeAt: 0 };
      },
    };
    await runWaiter(approving, cluster, {
      subject: 'team', print: (line) => lines.push(line), signal: new AbortController().signal, now: () => 0, conclude: () => undefined,
    });
    expect(lines).toEqual(['team: approves plan']);
  });

  it('begins anew where another wait has just ended', async () => {
    const server = new OneNamespace();
    const cluster = new FollowedCluster(server.client, () => 0.5);
    expect(await running(cluster)).toBe('gone');
    const before = server.asked.length;
    // What the watch of the first one would still tell is about nobody's interest.
    expect(server.watches).toBe(1);
    expect(await running(cluster)).toBe('gone');
    expect(server.asked.slice(before).filter(({ method }) => method === 'GET')).toHaveLength(1);
    await server.unwatched();
  });

  it('mends no watch that nobody wants any longer', async () => {
    const server = new OneNamespace();
    const cluster = new FollowedCluster(server.client, () => 0);
    expect(await running(cluster)).toBe('gone');
    const before = { asked: server.asked.length, opened: server.opened };
    server.cut();
    await server.unwatched();
    expect({ asked: server.asked.length, opened: server.opened }).toEqual(before);
  });

  it('shares what several waiters follow', async () => {
    const server = new OneNamespace();
    const cluster = new FollowedCluster(server.client, () => 0.5);
    expect(await Promise.all(Array.from({ length: 20 }, () => running(cluster)))).toEqual(Array.from({ length: 20 }, () => 'gone'));
    expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(cluster.size).toBe(0);
  });

  it.each<[string, Error, string]>([
    ['the account may not act', new ApiError(403, 'Forbidden', 'namespaces "team" is forbidden'), 'the account may not delete namespaces team'],
    ['a webhook is against it', new ApiError(403, 'Forbidden', 'admission webhook "x" denied the request: no'), 'refuses to delete namespaces team: admission webhook'],
  ])('ends when %s', async (_, refusal, said) => {
    const server = new OneNamespace();
    server.refusal = refusal;
    expect(await running(new FollowedCluster(server.client, () => 0.5))).toContain(said);
  });

  it('asks again soon what a server refuses that starts anew', async () => {
    const server = new OneNamespace();
    server.refusedWatches = 1;
    const cluster = new FollowedCluster(server.client, () => 0.5);
    expect(await running(cluster)).toBe('gone');
    expect(server.refusedWatches).toBe(0);
  });

  it('ends at once when there is no way to the server', async () => {
    const server = new OneNamespace();
    server.refusal = new ClientError('the host is not known');
    const cluster = new FollowedCluster(server.client, () => 0.5);
    await expect(running(cluster)).rejects.toThrow('the host is not known');
    expect(cluster.size).toBe(0);
  });

  it('ends when it is told to', async () => {
    const server = new OneNamespace();
    server.refusal = new ApiError(409, 'Conflict', 'somebody changed it');
    const cluster = new FollowedCluster(server.client, () => 0.5);
    const ending = new AbortController();
    const run = running(cluster, [], ending.signal);
    setImmediate(() => ending.abort(new Error('enough')));
    await expect(run).rejects.toThrow('enough');
    expect(cluster.size).toBe(0);
    await server.unwatched();
  });
});
