import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { BundleDeployment, Cluster, DefaultCatalog, OlmInstallation } from 'olm-constructs';
import { Environment } from './environments';

/** Settings that differ between the clusters. */
export interface PlatformProps extends Environment {
  /** Whether the cluster has its own OLM. */
  readonly hasOlm: boolean;
}

/** Platform of every cluster of the fleet: OLM, unless the cluster has one, and the operator. */
export class Platform extends Construct {
  public constructor(cluster: Cluster, id: string, { bundles, olm, olmReplicas, hasOlm }: PlatformProps) {
    super(cluster, id);
    if (!hasOlm) {
      new OlmInstallation(new Chart(this, 'olm'), 'olm', {
        version: olm,
        defaultCatalog: DefaultCatalog.none(),
        olmOperator: { replicas: olmReplicas },
        catalogOperator: { replicas: olmReplicas },
      });
    }
    // The catalog contains these versions only, so that OLM installs the last one and nothing later.
    const bundle = bundles.at(-1)!;
    new BundleDeployment(new Chart(this, 'operator'), bundle.packageName, { bundle, previous: bundles.slice(0, -1) });
  }
}
