import { DEFAULT_TIMEOUTS, Timeouts, Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { RemovalMemory, removalWaiter, unlisted } from '../removal/removal-waiter';
import { deletedTitles, deletionStage, RemovalReport } from '../removal/stage';
import { objectOf } from '../view/cluster-view';
import { catalogInterest, CLUSTER_CATALOGS, controllerFindings, controllerInterest } from './resources';

/** Options of `clusterCatalogRemoval`. */
export interface ClusterCatalogRemovalOptions {
  /** Name of the ClusterCatalog. */
  readonly name: string;
  /** Whether to remove the finalizers of the ClusterCatalog if catalogd does not handle them for more than a minute. @default false */
  readonly force?: boolean;
  /** @default - `CLUSTER_CATALOG_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Timeouts of `clusterCatalogRemoval`. They are short because catalogd only deletes files. */
export const CLUSTER_CATALOG_REMOVAL_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 3 * 60_000, settling: 0 };

/** Deletes a ClusterCatalog, and waits until catalogd has handled its finalizer. Installed ClusterExtensions are not affected. */
export function clusterCatalogRemoval(
  { name, force = false, timeouts }: ClusterCatalogRemovalOptions,
): Waiter<WaiterState<RemovalMemory>, RemovalReport> {
  const interest = catalogInterest(name);
  return removalWaiter<RemovalMemory>({
    subject: `removal of cluster catalog ${name}`,
    firstPhase: 'catalog',
    memory: { removed: [] },
    timeouts: { ...CLUSTER_CATALOG_REMOVAL_TIMEOUTS, ...timeouts },
    observe: ({ removed: before }, view, { timeInPhase }) => {
      const catalog = objectOf(view, interest);
      const watch = [interest, controllerInterest('catalogd')];
      if (catalog === undefined) {
        return unlisted({ removed: before }, watch, 'catalog');
      }
      const stage = deletionStage('catalog', catalog === null ? [] : [{ resource: CLUSTER_CATALOGS, object: catalog }], {
        description: 'deletes the ClusterCatalog', force, timeInPhase,
      });
      const { waitingFor, actions = [], findings = [] } = stage;
      const removed = [...new Set([...before, ...deletedTitles(actions)])];
      return {
        memory: { removed }, phase: 'catalog', watch, reached: {}, waitingFor: waitingFor ?? 'nothing', actions,
        findings: findings.length === 0 ? [] : [...controllerFindings('catalogd', view), ...findings],
        ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: { removed, left: [] } } } : {}),
      };
    },
  });
}
