import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SelectedCluster } from '../../../lib/cli/frame/cluster';
import { ClusterConnection } from '../../../lib/cluster/cluster-connection';
import { type CommandLineOptions, type CommandLineResult, runCommandLine } from '../../builders/command-line';
import type { FakeCluster } from '../../pulumi/fake-cluster';
import { clusterWithOperator } from '../../pulumi/state/cluster-objects';

/** Number of milliseconds by which the clock of a test advances in each step. */
const TICK = 50;

/** Makes a cluster with OLM and an operator for each test of a file, and fake timers. */
export function installedOperator(use: (cluster: FakeCluster) => void): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const cluster = clusterWithOperator();
    use(cluster);
  });
  afterEach(() => jest.useRealTimers());
}

/**
 * Runs a command against a cluster in memory, without waiting in real time. The test file replaces `connect` of lib/cli/frame/cluster by a mock,
 * and uses the fake timers of jest.
 */
export async function runInCluster(cluster: FakeCluster, args: readonly string[], options: CommandLineOptions = {}): Promise<CommandLineResult> {
  jest.mocked(connect).mockImplementation(({ namespace, allNamespaces = false }) => (
    { ...selected(cluster, namespace ?? 'team'), ...(allNamespaces ? { namespace: undefined } : {}) }
  ));
  let isOver = false;
  const result = runCommandLine(args, { now: () => Date.UTC(2026, 0, 31), ...options }).finally(() => isOver = true);
  while (!isOver as boolean) {
    await jest.advanceTimersByTimeAsync(TICK);
  }
  return result;
}

/** Returns a cluster in memory as options would select it. */
export function selected(cluster: FakeCluster, namespace: string): SelectedCluster {
  return { connection: ClusterConnection.of(cluster.watched.client, namespace), namespace };
}

/** Writes manifests into a new file, and returns its path. */
export function manifestFile(...objects: readonly object[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'act-')), 'manifests.yaml');
  writeFileSync(file, objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
  return file;
}
