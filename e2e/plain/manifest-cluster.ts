import { Cluster } from '../cluster/cluster';
import { OlmCluster } from '../olm/olm-cluster';
import { ClusterPrograms } from '../olm/olm-programs';

/** A cluster that manifests are applied to. */
export interface ManifestCluster {
  readonly cluster: Cluster;

  /** The cluster with its simulated nodes, on which Deployments roll out. Absent without the programs for them. */
  readonly nodes?: OlmCluster;

  close(): Promise<void>;
}

/** Opens one, with simulated nodes if the programs are given. */
export async function openManifestCluster(programs: ClusterPrograms | undefined): Promise<ManifestCluster> {
  if (programs === undefined) {
    const cluster = await Cluster.open();
    return { cluster, close: () => cluster.close() };
  }
  const nodes = await OlmCluster.start(programs);
  return { cluster: nodes.cluster, nodes, close: () => nodes.close() };
}
