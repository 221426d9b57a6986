import { IConstruct } from 'constructs';
import { clusterOf } from './cluster-scope';
import { ConstructError } from './construct-error';
import type { OperatorLockFile } from '../../resolve/operator-lock-file';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';

/** The lock of a cluster, and the Subscriptions that were created before it or take their versions from it. */
interface LockUse {
  owner?: IConstruct;
  file?: OperatorLockFile;
  upgradePlan?: OperatorUpgradePlan;
  readonly subscriptions: IConstruct[];
  /** Dependencies that have a Subscription, as namespace and package. */
  readonly dependencies: Set<string>;
}

/** Property of the construct that represents the cluster, so that all copies of this library share it. */
const LOCK_USE = Symbol.for('olm-constructs.LockUse');

function useOf(construct: IConstruct): LockUse {
  const cluster = clusterOf(construct) as { [LOCK_USE]?: LockUse };
  if (cluster[LOCK_USE] === undefined) {
    Object.defineProperty(cluster, LOCK_USE, { value: { subscriptions: [], dependencies: new Set() } satisfies LockUse });
  }
  return cluster[LOCK_USE]!;
}

/**
 * Registers the lock of a cluster, from which Subscriptions that are created later take their versions.
 *
 * @param file the lock file, or undefined if it does not exist or a new one is being made
 * @param upgradePlan the plan by which its operators are upgraded, if there is one
 * @throws ConstructError when the cluster has a lock already, or Subscriptions that it would not apply to
 */
export function provideLock(owner: IConstruct, file: OperatorLockFile | undefined, upgradePlan: OperatorUpgradePlan | undefined): void {
  const use = useOf(owner);
  if (use.owner !== undefined) {
    throw new ConstructError(owner, `there is a lock already, at '${use.owner.node.path}', and a cluster has one; remove one of the two, or create each in its own Cluster`);
  }
  const [first] = use.subscriptions;
  if (first !== undefined) {
    throw new ConstructError(owner, `the Subscription '${first.node.path}' was created before the lock, which would not apply to it; create the OperatorLock before all `
      + 'Subscriptions');
  }
  use.owner = owner;
  if (file !== undefined) {
    use.file = file;
  }
  if (upgradePlan !== undefined) {
    use.upgradePlan = upgradePlan;
  }
}

/** The lock of a cluster, if it has one. */
export type ClusterLock = Readonly<Pick<LockUse, 'owner' | 'file' | 'upgradePlan'>>;

/** Registers a Subscription, and returns the lock of its cluster. */
export function lockOf(subscription: IConstruct): ClusterLock {
  const use = useOf(subscription);
  use.subscriptions.push(subscription);
  return use;
}

/** Whether a cluster has a lock, but no file to choose versions from: it does not exist, or the command `olm-constructs lock` is making it. */
export function isLockMissing(construct: IConstruct): boolean {
  const { owner, file } = useOf(construct);
  return owner !== undefined && file === undefined;
}

/** Whether a dependency has no Subscription yet; the caller creates one. */
export function claimDependency(construct: IConstruct, key: string): boolean {
  const { dependencies } = useOf(construct);
  const isNew = !dependencies.has(key);
  dependencies.add(key);
  return isNew;
}
