import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { describeWith } from '../test/needed';
import { FaultyConnection, isWatch, type RequestCounts } from './faults/faulty-connection';
import type { HttpsProxy } from './faults/https-proxy';
import { SilentServer } from './faults/silent-server';
import { failureOf, type InitFailed, type ProviderProcess, type Values } from './waiters/provider-process';
import { TracePlayer } from './waiters/trace-player';
import { WaiterCluster } from './waiters/waiter-cluster';

/**
 * Faults between Pulumi's process and an API server while it waits for an operator whose InstallPlan it has to approve. Whatever happens,
 * the wait ends well, with no more requests than necessary. All faults happen at the same time, each on its own connection.
 */

// The longest fault lasts a minute and runs beside the others.
jest.setTimeout(8 * 60_000);

/** Without faults: one list and one watch per collection, and another approval each time OLM wrote the plan meanwhile. */
const QUIET: RequestCounts = { listsOfOne: 1, watchesOfOne: 1, changes: 3, all: 40 };

interface Fault {
  readonly title: string;
  /** User of the kubeconfig. */
  readonly user?: () => Promise<object>;
  /** Before the wait begins. */
  readonly before?: (way: FaultyConnection) => void;
  /** In the middle of the wait, before there is an InstallPlan. */
  readonly midway?: (way: FaultyConnection) => Promise<void>;
  /** Maximum number of requests. */
  readonly most: RequestCounts;
}

const status = (code: number, reason: string): string => JSON.stringify({ kind: 'Status', apiVersion: 'v1', code, reason, message: reason });
const gone = `${JSON.stringify({ type: 'ERROR', object: JSON.parse(status(410, 'Expired')) as object })}\n`;

const refusing = (code: number, reason: string) => async (way: FaultyConnection): Promise<void> => {
  const over = way.whileLasts(3_000, () => true, { status: code, body: status(code, reason) });
  way.requests.cut();
  await over;
};

const FAULTS: readonly Fault[] = [
  { title: 'nothing at all', most: QUIET },
  {
    title: 'connections that break again and again',
    midway: async ({ connections }) => {
      for (let cuts = 0; cuts < 6; cuts++) {
        connections.cut();
        await sleep(700);
      }
    },
    most: { listsOfOne: 3, watchesOfOne: 10, changes: 3, all: 110 },
  },
  {
    title: 'a slow network',
    before: ({ connections }) => {
      connections.delay = 300;
    },
    most: QUIET,
  },
  {
    title: 'an expired resource version',
    before: (way) => way.firstOfEach(isWatch, { status: 410, body: status(410, 'Expired') }),
    most: { listsOfOne: 2, watchesOfOne: 2, changes: 3, all: 80 },
  },
  {
    title: 'a resource version that expires in the middle of a watch',
    before: (way) => way.firstOfEach(isWatch, { status: 200, body: gone }),
    most: { listsOfOne: 2, watchesOfOne: 2, changes: 3, all: 80 },
  },
  {
    title: 'too many requests',
    before: (way) => void way.whileLasts(2_500, () => true, { status: 429, headers: { 'retry-after': '1' }, body: status(429, 'TooManyRequests') }),
    most: { listsOfOne: 4, watchesOfOne: 1, changes: 3, all: 80 },
  },
  {
    title: 'internal server errors',
    midway: refusing(500, 'InternalError'),
    most: { listsOfOne: 6, watchesOfOne: 7, changes: 3, all: 110 },
  },
  {
    title: 'a server that rejects valid permissions for some seconds',
    midway: refusing(403, 'Forbidden'),
    most: { listsOfOne: 7, watchesOfOne: 4, changes: 3, all: 120 },
  },
  {
    title: 'a lost response to an approval',
    before: (way) => way.firstOfEach(({ method }) => method === 'PATCH', 'cut'),
    most: { listsOfOne: 1, watchesOfOne: 2, changes: 4, all: 60 },
  },
  {
    title: 'an expiring token whose file is renewed',
    user: async () => ({ tokenFile: tokenFile(await token()) }),
    midway: async (way) => {
      expire(way);
      tokenFile(await token());
      way.requests.cut();
    },
    most: { listsOfOne: 1, watchesOfOne: 4, changes: 3, all: 80 },
  },
  {
    title: 'an expiring token renewed by a credential plugin',
    user: async () => {
      const given = join(cluster.folder, 'given');
      const program = `const f = require('fs'), g = ${JSON.stringify(given)}; f.appendFileSync(g, '.');
        console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: {
          token: ${JSON.stringify([await token(), await token()])}[f.readFileSync(g, 'utf8').length - 1],
        } }));`;
      return { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: ['-e', program], interactiveMode: 'Never' } };
    },
    midway: (way) => Promise.resolve(expire(way).cut()),
    most: { listsOfOne: 1, watchesOfOne: 4, changes: 3, all: 80 },
  },
];

/** Detecting it takes most of a minute. */
const FROZEN: Fault = {
  title: 'a half-open connection',
  midway: ({ connections }) => Promise.resolve(connections.freeze()),
  most: { listsOfOne: 3, watchesOfOne: 4, changes: 3, all: 90 },
};

let cluster: WaiterCluster;
let provider: ProviderProcess;
const ways: FaultyConnection[] = [];
let silent: SilentServer;
let unheard: Promise<[InitFailed, void]>;
const endings = new Map<string, Promise<{ outputs: Values; counts: RequestCounts }>>();

beforeAll(async () => {
  cluster = await WaiterCluster.start();
  provider = await cluster.provider();
  await cluster.send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'up' } });
  await cluster.send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'up' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'up', namespace: 'default' }],
  });
  silent = await SilentServer.start();
  unheard = hearNothing();
  unheard.catch(() => undefined);
  [FROZEN, ...FAULTS].forEach((fault, index) => {
    const ending = happen(fault, `faulty-${index}`);
    ending.catch(() => undefined);
    endings.set(fault.title, ending);
  });
}, 20 * 60_000);

afterAll(async () => {
  await Promise.allSettled(endings.values());
  await provider.kill();
  await Promise.all(ways.map((way) => way.close()));
  await silent.close();
  await cluster.stop();
});

async function open(): Promise<FaultyConnection> {
  const way = await FaultyConnection.to(cluster.controlPlane);
  ways.push(way);
  return way;
}

/** A token per test. */
async function token(): Promise<string> {
  const answer = await cluster.send('POST', '/api/v1/namespaces/default/serviceaccounts/up/token', {
    apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
  });
  return (answer as { status: { token: string } }).status.token;
}

function tokenFile(content: string): string {
  const file = join(cluster.folder, 'token');
  writeFileSync(file, content);
  return file;
}

/** Waits for and removes an operator on a server that accepts connections but never responds. */
function hearNothing(): Promise<[InitFailed, void]> {
  const inputs = cluster.inputs('operatorReady', {
    kubeconfig: cluster.through(silent.port), namespace: 'silent', subscription: 'plain', deleteUnreachable: true, timeouts: { terminalGrace: 1 },
  });
  return Promise.all([failureOf(provider.create(inputs)), provider.delete('operator silent/plain', inputs)]);
}

/** Revokes the current token. */
function expire({ requests }: FaultyConnection): HttpsProxy {
  const old = requests.requests.at(-1)?.authorization;
  requests.whenever(({ authorization }) => authorization === old, { status: 401, body: status(401, 'Unauthorized') });
  return requests;
}

async function happen({ user, before, midway }: Fault, namespace: string): Promise<{ outputs: Values; counts: RequestCounts }> {
  const way = await open();
  before?.(way);
  const player = new TracePlayer(cluster.client, 'install-manual-then-upgrade', { namespace });
  const created = provider.create(cluster.inputs('operatorReady', {
    kubeconfig: cluster.through(way.port, await user?.()), namespace, subscription: 'plain', pin: { csv: 'plain.v0.1.0' },
    timeouts: { total: 300 },
  }));
  created.catch(() => undefined);
  // Before OLM has created the InstallPlan.
  await player.playUntil(5);
  await provider.line(new RegExp(`${namespace}/plain: resolving`));
  if (midway !== undefined) {
    // Explanatory resources are watched after some seconds.
    await way.untilWatched((path) => path.startsWith('/apis/apps/v1/deployments?'));
    await midway(way);
  }
  await Promise.race([player.playUntil(14), created.then(() => undefined)]);
  const { outputs } = await created;
  return { outputs, counts: way.count() };
}

async function expectAGoodEnd({ title, most }: Fault): Promise<void> {
  const { outputs, counts } = await endings.get(title)!;
  process.stdout.write(`${title}: ${JSON.stringify(counts)}\n`);
  expect(outputs).toMatchObject({ ready: true, csvName: 'plain.v0.1.0', phase: 'Succeeded' });
  const tooMany = Object.entries(counts).filter(([of, count]) => count > most[of as keyof RequestCounts]);
  expect(tooMany).toEqual([]);
}

describeWith(TRACES)('a wait ends well', () => {
  test.each(FAULTS)('with $title', expectAGoodEnd);

  test('with a restarting API server', async () => {
    // A restart affects all connections except the frozen one.
    await Promise.allSettled(FAULTS.map(({ title }) => endings.get(title)!));
    const namespace = 'restarted';
    const way = await open();
    // A ServiceAccount token has permissions only after the server has read the role bindings.
    const kubeconfig = cluster.through(way.port, { token: await token() });
    const player = new TracePlayer(cluster.client, 'install-manual-then-upgrade', { namespace });
    const operator = provider.create(cluster.inputs('operatorReady', { kubeconfig, namespace, subscription: 'plain', pin: { csv: 'plain.v0.1.0' } }));
    const catalog = provider.create(cluster.inputs('catalogReady', { kubeconfig, namespace, name: 'cat', deployment: 'cat' }));
    await provider.line(new RegExp(`${namespace}/plain: resolving`));
    await provider.line(new RegExp(`${namespace}/cat: starting`));
    await cluster.controlPlane.stopApiServer();
    await sleep(2_000);
    await cluster.controlPlane.startApiServer();
    const [{ outputs: ofOperator }, { outputs: ofCatalog }] = await Promise.all([operator, catalog, player.playUntil(14)]);
    expect([ofOperator, ofCatalog]).toMatchObject([{ ready: true, csvName: 'plain.v0.1.0' }, { ready: true }]);
    const counts = way.count();
    process.stdout.write(`restarted: ${JSON.stringify(counts)}\n`);
    expect(counts.listsOfOne).toBeLessThanOrEqual(15);
    expect(counts.all).toBeLessThan(200);
  });

  test(`with ${FROZEN.title}`, () => expectAGoodEnd(FROZEN));
});

test('a server that accepts connections but never responds is unreachable', async () => {
  const [{ reasons }] = await unheard;
  expect(reasons.join('\n')).toContain('the API server does not answer');
  expect(provider.lines.filter((line) => line.includes('silent/plain: skipped because of deleteUnreachable'))).toHaveLength(1);
});
