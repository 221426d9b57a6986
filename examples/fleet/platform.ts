import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Bundle, BundleDeployment, Cluster, DefaultCatalog, OlmInstallation, OlmVersion } from 'olm-constructs';

/** What differs between the clusters. */
export interface PlatformProps {
  /** Bundles of the operator, the one to install last. */
  readonly bundles: Bundle[];

  /** Release of OLM; undefined where the cluster has its own. */
  readonly olm?: OlmVersion;

  /** Replicas of OLM's controllers. */
  readonly olmReplicas?: number;
}

/** What every cluster of the fleet gets: OLM, unless it has one, and the operator. */
export class Platform extends Construct {
  public constructor(cluster: Cluster, id: string, { bundles, olm, olmReplicas = 1 }: PlatformProps) {
    super(cluster, id);
    if (olm !== undefined) {
      const crds = new Chart(this, 'olm-crds');
      new OlmInstallation(new Chart(this, 'olm'), 'olm', {
        version: olm,
        crdScope: crds,
        defaultCatalog: DefaultCatalog.none(),
        olmOperator: { replicas: olmReplicas },
        catalogOperator: { replicas: olmReplicas },
      });
    }
    const bundle = bundles.at(-1)!;
    new BundleDeployment(new Chart(this, 'operator'), bundle.package, { bundle, previous: bundles.slice(0, -1) });
  }
}
