import { withoutAddresses } from '../test/builders/explanation-lines';
import { TRACE_SCENARIOS, type TraceScenario } from '../test/cluster/waiting/operator/trace-scenarios';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { describeWith } from '../test/needed';
import { InitFailed, type ProviderProcess, type Values } from './waiters/provider-process';
import { TracePlayer } from './waiters/trace-player';
import { WaiterCluster } from './waiters/waiter-cluster';
import { FULL_RUN } from './programs/full-run';

/**
 * Every recording of OLM's controllers, played on a real API server while Pulumi's process waits: the result is the same as for the state
 * machine without a cluster. All of them are played at once, since one process waits for all operators of a program.
 */

/** In seconds. Recordings are played faster than they were made, so waits that fail give up sooner. */
const TIMEOUTS = { total: 16, terminalGrace: 7, settling: 2 };
/** Long enough to see what explains a failure, which is watched after 5 seconds, even on a slow machine. */
const AGAIN = { total: 20, terminalGrace: 10, settling: 2 };

/** How a wait in a scenario ended, and what came after it. */
interface Ending {
  readonly ready: unknown;
  readonly reasons: readonly string[];
  readonly drift: unknown;
  readonly changes: boolean;
}

let cluster: WaiterCluster;
let provider: ProviderProcess;
const endings = new Map<TraceScenario, Promise<Ending>>();

beforeAll(async () => {
  cluster = await WaiterCluster.start();
  provider = await cluster.provider();
  TRACE_SCENARIOS.forEach((scenario, index) => {
    const ending = play(scenario, `recorded-${index}`);
    // The awaiting test sees the error; not having been awaited yet is fine.
    ending.catch(() => undefined);
    endings.set(scenario, ending);
  });
}, 20 * 60_000);

afterAll(async () => {
  await Promise.allSettled(endings.values());
  await provider.kill();
  await cluster.stop();
});

async function play({ trace, options, from = 0, until = Infinity, ready }: TraceScenario, namespace: string): Promise<Ending> {
  const { subscription, pin, timeouts: { settling = TIMEOUTS.settling * 1000 } = {} } = options;
  // With a pin, the waiter approves.
  const player = new TracePlayer(cluster.client, trace, { namespace, approves: pin === undefined });
  await player.playUntil(from);
  const asked = cluster.inputs('operatorReady', {
    namespace, subscription, ...(pin === undefined ? {} : { pin: { ...pin } as Values }),
    timeouts: { ...TIMEOUTS, settling: settling / 1000, ...(ready === undefined ? {} : { total: 300 }) },
  });
  expect((await provider.check({}, asked)).failures).toEqual([]);
  const ending = provider.create(asked).catch(asFailure);
  await player.playUntil(until);
  let ended = await ending;
  if ('reasons' in ended) {
    // The next `up` continues, and sees everything that was played.
    ended = await provider.update(ended.id, ended.outputs, { ...asked, timeouts: AGAIN }).then((outputs) => ({ id: ended.id, outputs }), asFailure);
  }
  const { id, outputs } = ended;
  expect(id).toBe(`operator ${namespace}/${subscription}`);
  return {
    ready: outputs['ready'] === true ? outputs['csvName'] : undefined,
    reasons: 'reasons' in ended ? ended.reasons.flatMap((reason) => reason.split('\n')) : [],
    drift: outputs['ready'] === true ? (await provider.read(id, outputs)).outputs['drift'] : [],
    changes: (await provider.diff(id, outputs, asked)).changes,
  };
}

function asFailure(error: unknown): { readonly id: string; readonly outputs: Values; readonly reasons: readonly string[] } {
  if (error instanceof InitFailed) {
    return { id: error.id, outputs: error.properties, reasons: error.reasons };
  }
  throw error;
}

/** Findings and remedies of an explanation. The line before them contains a duration. */
function explained(lines: readonly string[], namespace: string): string[] {
  return withoutAddresses(lines).filter((line) => line.startsWith('  ')).map((line) => line.replaceAll(`${namespace}/`, '').replaceAll(namespace, 'NAMESPACE'));
}

describeWith(TRACES, FULL_RUN)('a recording', () => {
  test.each(TRACE_SCENARIOS.map((scenario, index) => ({ title: `${scenario.trace}: ${scenario.title}`, scenario, index })))('$title', async ({ scenario, index }) => {
    const { ready, reasons, drift, changes } = await endings.get(scenario)!;
    expect(ready).toBe(scenario.ready);
    expect(explained(reasons, `recorded-${index}`)).toEqual(explained(scenario.printed, `t-${scenario.trace}`));
    expect(drift).toEqual([]);
    // A second `up` waits again if the first did not complete.
    expect(changes).toBe(scenario.ready === undefined);
  });
});
