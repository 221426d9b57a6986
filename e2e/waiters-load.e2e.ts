import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyConnection } from './faults/faulty-connection';
import { failureOf, type ProviderProcess, type Values } from './waiters/provider-process';
import { type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { WaiterCluster } from './waiters/waiter-cluster';
import { FULL_RUN } from './programs/full-run';
import { itWith } from '../test/needed';

/** The cost of fifty waiters at once: requests, connections, memory and time. Time is printed, not asserted. */

const CSV: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0', apis: [{ crd: 'plains.load.test', kind: 'Plain' }] };
const WAITERS = 50;
/** Number of waiters whose Subscription OLM does not resolve. The others wait for an operator that is starting. */
const UNRESOLVED = 10;
const SETTLING_SECONDS = 1;
/** A timeout longer than the test, in seconds. */
const PATIENCE = 900;
const WINDOW_MILLISECONDS = 8_000;
const MEBIBYTE = 2 ** 20;

jest.setTimeout(8 * 60_000);

let cluster: WaiterCluster;
let provider: ProviderProcess;
let way: FaultyConnection;

beforeAll(async () => {
  cluster = await WaiterCluster.start();
  provider = await cluster.provider();
  way = await FaultyConnection.to(cluster.controlPlane);
}, 20 * 60_000);

afterAll(async () => {
  await provider.kill();
  await way.close();
  await cluster.stop();
});

const count = (): number => way.requests.requests.length;

/** Waits until only periodic requests remain. */
async function settled(): Promise<void> {
  for (let before = -1; count() - before > 2;) {
    before = count();
    await sleep(2_000);
  }
}

async function requestsInAWindow(): Promise<number> {
  const before = count();
  await sleep(WINDOW_MILLISECONDS);
  return count() - before;
}

itWith(FULL_RUN)('fifty waiters share connections, send almost no requests while waiting, and use little memory', async () => {
  const olms = await Promise.all(Array.from({ length: WAITERS }, async (_, index) => {
    const olm = await ScriptedOlm.inNamespace(cluster, `team-${index}`);
    await olm.subscribe();
    return olm;
  }));
  await cluster.serve('plains.load.test', 'Plain');
  const [unresolved, starting] = [olms.slice(0, UNRESOLVED), olms.slice(UNRESOLVED)];
  for (const olm of starting) {
    await olm.begin(CSV);
    await olm.csvPhase(CSV.name, 'Installing');
    await olm.refer({ currentCSV: CSV.name, state: 'UpgradePending' });
  }
  const inputs = ({ namespace }: ScriptedOlm, total: number): Values => cluster.inputs('operatorReady', {
    kubeconfig: cluster.through(way.port), namespace, subscription: 'plain', timeouts: { total, settling: SETTLING_SECONDS },
  });
  await provider.check({}, inputs(olms[0]!, 1));
  const empty = provider.memory;

  // All of them are waiting.
  const ends = starting.map((olm) => provider.create(inputs(olm, PATIENCE)).then((made) => ({ ...made, at: performance.now() })));
  Promise.all(ends).catch(() => undefined);
  const failures = unresolved.map((olm) => failureOf(provider.create(inputs(olm, 45))));
  await Promise.all(olms.map(({ namespace }) => provider.line(new RegExp(`${namespace}/plain: `))));
  // After some seconds they watch what explains the delay.
  await sleep(6_000);
  await settled();
  const [begin, memory, first, second] = [count(), provider.memory, await requestsInAWindow(), await requestsInAWindow()];
  const later = provider.memory;
  process.stdout.write(`${WAITERS} waiters: ${begin} requests to begin with, then ${first} and ${second} in ${WINDOW_MILLISECONDS / 1000} s each; `
    + `${way.requests.connections} connections, of which ${way.requests.open} are open; `
    + `${mebibytes(memory - empty)} MiB more than an empty process, ${mebibytes(later - empty)} MiB later\n`);
  expect(way.count()).toMatchObject({ watchesOfOne: 1 });
  expect(begin).toBeLessThan(WAITERS * 30);
  // Packages cannot be watched: their waiters list them every half minute.
  expect(Math.max(first, second)).toBeLessThanOrEqual(UNRESOLVED);
  expect(way.requests.connections).toBeLessThan(12);
  expect(later - empty).toBeLessThan(150 * MEBIBYTE);

  // The deciding event happens for one of them, then for all others at once.
  const decide = async (olm: ScriptedOlm): Promise<number> => {
    await olm.csvPhase(CSV.name, 'Succeeded');
    return performance.now() + SETTLING_SECONDS * 1000;
  };
  const settledAt = [await decide(starting[0]!)];
  await ends[0];
  const worked = provider.worked;
  for (const olm of starting.slice(1)) {
    settledAt.push(await decide(olm));
  }
  const made = await Promise.all(ends);
  const [alone, ...together] = made.map(({ at }, index) => Math.round(at - settledAt[index]!));
  process.stdout.write(`from the last event to the verdict, beyond the settling time: ${alone} ms for one; ${Math.max(...together)} ms at most for `
    + `${together.length} within a moment, for each of which the process worked ${Math.round((provider.worked - worked) / together.length)} ms\n`);
  expect(made.every(({ outputs }) => outputs['ready'] === true)).toBe(true);
  expect((await Promise.all(failures)).every(({ reasons }) => reasons.join('\n').includes('did not become ready within 45 s'))).toBe(true);

  // A second `up` without changes.
  await settled();
  const before = count();
  for (const [index, { id, outputs }] of made.entries()) {
    const same = inputs(starting[index]!, PATIENCE);
    expect((await provider.check(outputs, same)).failures).toEqual([]);
    expect((await provider.diff(id, outputs, same)).changes).toBe(false);
  }
  expect(count()).toBe(before);
});

function mebibytes(bytes: number): number {
  return Math.round(bytes / MEBIBYTE);
}
