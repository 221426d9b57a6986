import type * as csvSource from '../../../olm/crds/cluster-service-version';

/** The schema of the ClusterServiceVersion, loaded at the first use: most programs validate nothing. */
export function csvSchema(): (typeof csvSource)['clusterServiceVersion'] {
  return (require('../../../olm/crds/cluster-service-version') as typeof csvSource).clusterServiceVersion;
}
