import type { OperatorLockFile } from '../resolve/operator-lock-file';
import { ClusterDump } from './cluster-dump';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { readInstalled, type ReadState } from './inspection/installed/read-installed';
import { InspectionError } from './inspection/source/inspection-error';
import { CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, SUBSCRIPTIONS } from './waiting/view/api-resource';

/**
 * Options of functions that compare a lock with a cluster.
 *
 * @internal
 */
export interface LockScope extends InspectOptions {
  readonly namespace?: string;
}

/**
 * Returns the operators and catalogs installed in a cluster or in one of its namespaces.
 *
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 * @internal
 */
export async function installedIn(cluster: InspectedCluster, lock: OperatorLockFile, options: LockScope): Promise<ReadState> {
  const { namespace } = options;
  if (cluster instanceof ClusterDump) {
    refuseIncomplete(cluster);
  }
  const read = await readInstalled(openedSource(cluster, options).source, {
    ...(namespace === undefined ? {} : { namespace }),
    catalogNamespaces: lock.operators.filter((operator) => operator.namespace === namespace).map(({ catalogNamespace }) => catalogNamespace),
  });
  const lacksCatalogs = cluster instanceof ClusterDump && !cluster.dump.index.hasKind(CATALOG_SOURCES);
  const { catalogs: _, ...withoutCatalogs } = read.state;
  return lacksCatalogs ? { ...read, state: withoutCatalogs } : read;
}

/** Refuses a dump that cannot be compared: operators that are not in the dump may still be in the cluster. */
function refuseIncomplete({ dump: { index } }: ClusterDump): void {
  const absent = [SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS].filter((kind) => !index.hasKind(kind)).map(({ kind }) => kind);
  if (absent.length > 0) {
    throw new InspectionError(`the files contain no ${absent.join(' and no ')}; also dump these kinds, with `
      + '`kubectl get subscriptions.operators.coreos.com,clusterserviceversions,installplans,catalogsources -A -o yaml`');
  }
}
