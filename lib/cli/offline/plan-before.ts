import { UsageError } from '../frame/cli-error';
import { clusterOptions } from '../frame/cluster';
import type { CommandContext } from '../frame/context';
import { openSource, sourceOptions } from '../frame/inspected-source';
import type { Values } from '../frame/option';
import { lockBefore } from '../../cluster/plan-upgrade';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';

/** Options for the start of a plan. */
export const planSourceOptions = { ...clusterOptions, from: sourceOptions.from } as const;

/** Start of a plan. */
export interface PlanBefore {
  /** Content of the installed lock. */
  readonly before: string;

  /** Path of the lock to install. */
  readonly next: string;

  /** @throws InspectionError if the cluster is about to install something other than the plan */
  readonly check: (plan: OperatorUpgradePlan) => void;
}

/** Reads what is installed: from a lock file, or from a cluster or a dump of one. */
export async function beforeOf(
  operands: readonly string[], options: Values<typeof planSourceOptions> & { readonly fromCluster: boolean }, context: CommandContext,
): Promise<PlanBefore> {
  const { fromCluster, from, kubeconfig } = options;
  const [first, second] = operands;
  if (fromCluster && from.length > 0) {
    throw new UsageError('--from-cluster and --from contradict each other; set one of them');
  }
  if (!fromCluster && from.length === 0) {
    if (kubeconfig !== undefined || options.context !== undefined) {
      throw new UsageError('--kubeconfig and --context select the cluster to plan from; add --from-cluster');
    }
    if (first === undefined || second === undefined) {
      throw new UsageError('the lock files OLD and NEW are required; with --from-cluster or --from, only NEW');
    }
    return { before: OperatorLockFile.fromFile(first).toYaml(), next: second, check: () => undefined };
  }
  if (first === undefined || second !== undefined) {
    throw new UsageError(`with ${fromCluster ? '--from-cluster' : '--from'}, specify one lock file: the one to install`);
  }
  const after = OperatorLockFile.fromFile(first);
  const { cluster } = await openSource({ ...options, namespace: undefined, allNamespaces: true }, context);
  const { lock, notes, check } = await lockBefore(cluster, after, { signal: context.signal });
  notes.forEach((note) => context.stderr.warn(note));
  return { before: lock.toYaml(), next: first, check };
}
