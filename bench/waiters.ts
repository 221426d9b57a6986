import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyConnection } from '../e2e/faults/faulty-connection';
import removeRunFolder from '../e2e/package/remove-run-folder';
import makeRunFolder from '../e2e/package/run-folder';
import type { ProviderProcess } from '../e2e/waiters/provider-process';
import { type ScriptedCsv, ScriptedOlm } from '../e2e/waiters/scripted-olm';
import { WaiterCluster } from '../e2e/waiters/waiter-cluster';

const CSV: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0', apis: [{ crd: 'plains.bench.test', kind: 'Plain' }] };

/** Namespaces that are prepared at the same time. */
const AT_ONCE = 25;

/** A timeout that no wait reaches, in seconds. */
const PATIENCE = 900;

/** How long an operator must stay ready, in seconds. */
const SETTLING_SECONDS = 1;

/** Cost of a number of waiters at once in one `up`, whose operators all become ready. */
export interface WaitersCost {
  /** Number of requests to the API server. */
  readonly requests: number;

  /** CPU time of the process of the waiters, in seconds. */
  readonly cpuSeconds: number;

  /** Resident memory of the process while all wait, in bytes. */
  readonly memory: number;

  /** Time from the last event to the last verdict, without the settling time, in seconds. */
  readonly lastVerdictSeconds: number;
}

/** Measures waiters for operators in namespaces of their own, each number in a process of its own, as Pulumi starts it. */
export async function waitersCosts(counts: readonly number[]): Promise<WaitersCost[]> {
  makeRunFolder();
  const cluster = await WaiterCluster.start();
  try {
    await cluster.serve('plains.bench.test', 'Plain');
    const costs: WaitersCost[] = [];
    for (const count of counts) {
      costs.push(await costOf(cluster, count));
    }
    return costs;
  } finally {
    await cluster.stop();
    removeRunFolder();
  }
}

async function costOf(cluster: WaiterCluster, count: number): Promise<WaitersCost> {
  const olms = await startingOperators(cluster, count);
  const [provider, way] = await Promise.all([cluster.provider(), FaultyConnection.to(cluster.controlPlane)]);
  try {
    const kubeconfig = cluster.through(way.port);
    const worked = provider.worked;
    const ends = olms.map(({ namespace }) => provider.create(cluster.inputs('operatorReady', {
      kubeconfig, namespace, subscription: 'plain', timeouts: { total: PATIENCE, settling: SETTLING_SECONDS },
    })));
    await Promise.all(olms.map(({ namespace }) => provider.line(new RegExp(`${namespace}/plain: `))));
    const memory = await whileWaiting(provider);
    await inTurns(olms, (olm) => olm.csvPhase(CSV.name, 'Succeeded'));
    const last = performance.now();
    await Promise.all(ends);
    const lastVerdictSeconds = (performance.now() - last) / 1000 - SETTLING_SECONDS;
    return { requests: way.requests.requests.length, cpuSeconds: (provider.worked - worked) / 1000, memory, lastVerdictSeconds };
  } finally {
    await provider.kill();
    await way.close();
  }
}

/** Returns operators that OLM is installing. */
async function startingOperators(cluster: WaiterCluster, count: number): Promise<ScriptedOlm[]> {
  const olms: ScriptedOlm[] = [];
  await inTurns(Array.from({ length: count }, (_, index) => `bench-${count}-${index}`), async (namespace) => {
    const olm = await ScriptedOlm.inNamespace(cluster, namespace);
    await olm.subscribe();
    await olm.begin(CSV);
    await olm.csvPhase(CSV.name, 'Installing');
    await olm.refer({ currentCSV: CSV.name, state: 'UpgradePending' });
    olms.push(olm);
  });
  return olms;
}

/** Returns the memory of the process some seconds later, when the waiters watch what explains the delay. */
async function whileWaiting(provider: ProviderProcess): Promise<number> {
  await sleep(10_000);
  return provider.memory;
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
  }
}
