import { connect } from '../../../lib/cli/frame/cluster';
import { ApiError } from '../../../lib/cluster/client/client-error';
import type { ObjectExplanation } from '../../../lib/cluster/inspection/explain/explain';
import { fieldAt, mapListField, stringField } from '../../../lib/formats/json/json-value';
import { NotReadyError } from '../../../lib/pulumi/provider/resource-provider';
import * as providers from '../../../lib/pulumi/waiters';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { contentAt, dumpedCluster, START } from '../../cluster/inspection/dumped-cluster';
import { type ClusterEvent, PROBLEMS } from '../../cluster/waiting/simulated-cluster';
import { FakeCluster } from '../../pulumi/fake-cluster';
import { manifestFile, selected } from '../act/cluster-command';
import { dumpFile } from '../inspect/dump-file';
import type { VerdictScenario } from './verdict-scenarios';

/** Result of a wait or an explanation. */
export interface LearnedVerdict {
  readonly state: 'ready' | 'failed' | 'progressing';

  /** Undefined if only text is printed. */
  readonly cause?: string | undefined;

  /** The main sentence. */
  readonly message: string;
}

/** The verdict of a wait, with the first line and the sentences of its explanation. */
export interface WaitVerdict extends LearnedVerdict {
  readonly headline: string;
  readonly messages: readonly string[];
}

/** Number of milliseconds by which the clock of a test advances in each step. */
const TICK = 1_000;

/** Minimum time between the last event and a dump, in milliseconds: longer than any timeout. */
const MUCH_LATER = 30 * 60_000;

const STATUS = { 'forbidden': 403, 'unauthorized': 401 } as const;

/** Returns a cluster in which the events happen. The test file uses the fake timers of jest. */
export function clusterIn({ events, problems }: VerdictScenario): FakeCluster {
  const cluster = new FakeCluster('blue');
  for (const [resource, problem] of Object.entries(problems)) {
    const [plural = '', ...group] = resource.split('.');
    if (problem === 'unreachable') {
      cluster.stop();
    } else if (problem === 'not-served') {
      cluster.unserve(group.join('.'));
    } else {
      const { message, account } = PROBLEMS[problem];
      cluster.refuse(plural, new ApiError(STATUS[problem], problem, message, account));
    }
  }
  if (events.some(({ object }) => object['apiVersion'] === 'core.rukpak.io/v1alpha1')) {
    cluster.unserve('core.rukpak.io/v1alpha2');
  }
  const happen = (happened: ClusterEvent): void => {
    const [{ object: { apiVersion, kind: _, metadata, ...fields } }] = dumpedCluster([happened]) as unknown as [{ object: ClusterEvent['object'] }];
    const path = `${apiVersion === 'v1' ? '/api' : '/apis'}/${String(apiVersion)}/${happened.resource.split('.')[0]!}`;
    const { name, namespace } = metadata;
    if (happened.type === 'DELETED') {
      cluster.remove(name, path);
    } else {
      cluster.add({ path, name, ...(namespace === undefined ? {} : { namespace }), metadata, ...fields });
    }
  };
  [...events].sort((one, other) => one.at - other.at).forEach((happened) => {
    if (happened.at <= 0) {
      happen(happened);
    } else {
      setTimeout(() => happen(happened), happened.at);
    }
  });
  return cluster;
}

/** Returns what a promise resolves to, while the clock advances. */
async function inTime<Result>(running: Promise<Result>): Promise<Result> {
  let isOver = false;
  const ended = running.finally(() => isOver = true);
  ended.catch(() => undefined);
  while (!isOver as boolean) {
    await jest.advanceTimersByTimeAsync(TICK);
  }
  return ended;
}

/** Returns the verdict of `wait -f`. */
export async function verdictOfWait(scenario: VerdictScenario): Promise<WaitVerdict> {
  const cluster = clusterIn(scenario);
  jest.mocked(connect).mockImplementation(({ namespace }) => selected(cluster, namespace ?? 'default'));
  const { stdout, stderr } = await inTime(runCommandLine(['wait', '-f', manifestFile(...scenario.manifests), '-o', 'json', ...scenario.args]));
  if (stdout === '') {
    throw new Error(stderr);
  }
  const result = mapListField(JSON.parse(stdout), 'results').find(({ state }) => state !== 'ready')!;
  const findings = mapListField(fieldAt(result, 'explanation'), 'findings');
  return {
    state: result === undefined ? 'ready' : 'failed', cause: stringField(findings[0], 'cause'), message: stringField(findings[0], 'message') ?? '',
    headline: stringField(fieldAt(result, 'explanation'), 'headline') ?? '', messages: findings.map((finding) => stringField(finding, 'message') ?? ''),
  };
}

/** Returns the verdict of the waiter of a Pulumi program. */
export async function verdictOfPulumi(scenario: VerdictScenario): Promise<WaitVerdict> {
  clusterIn(scenario);
  const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await inTime(providers[scenario.provider].create({ kubeconfig: 'blue', ...scenario.inputs }));
    return { state: 'ready', message: '', headline: '', messages: [] };
  } catch (error) {
    if (!(error instanceof NotReadyError)) {
      throw error;
    }
    const [headline = '', ...lines] = error.reasons[0]!.split('\n');
    const messages = lines.filter((line) => line.startsWith('  - ')).map((line) => line.slice('  - '.length));
    return { state: 'failed', message: messages[0] ?? '', headline, messages };
  } finally {
    printed.mockRestore();
  }
}

/** Returns the verdict of `explain --from` a dump that is made long after the last event. */
export async function verdictOfDump({ events, explain = [] }: VerdictScenario): Promise<LearnedVerdict> {
  const last = Math.max(0, ...events.map(({ at }) => at)) + MUCH_LATER;
  const later = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'later', namespace: 'kube-system' }, lastTimestamp: new Date(START + last).toISOString() };
  return learned(await runCommandLine(['explain', ...explain, '--from', dumpFile(contentAt(events, Infinity), [later]), '-o', 'json']));
}

/** Returns the verdict of `explain` on the cluster itself. */
export async function verdictOfCluster(scenario: VerdictScenario): Promise<LearnedVerdict> {
  const cluster = clusterIn(scenario);
  jest.mocked(connect).mockReturnValue(selected(cluster, 'demo'));
  return learned(await runCommandLine(['explain', ...scenario.explain ?? [], '-o', 'json']));
}

function learned({ stdout, stderr }: CommandLineResult): LearnedVerdict {
  const { items: [found] } = (stdout === '' ? { items: [] } : JSON.parse(stdout)) as { readonly items: readonly ObjectExplanation[] };
  if (found === undefined) {
    return { state: 'failed', message: stderr.trim().replace(/^error: /, '') };
  }
  const { verdict, causes: [first] } = found;
  // A wait ends when the operator runs, even if OLM will not upgrade it.
  return verdict === 'healthy' || verdict === 'degraded' ? { state: 'ready', cause: undefined, message: '' } : { state: verdict, cause: first?.cause, message: first?.message ?? '' };
}
