import { Chart } from 'cdk8s';
import { Cluster, Fleet } from 'olm-constructs';
import { AppChecks, FluxSourceRef, FluxStages, OperatorPolicy } from 'olm-constructs/gitops';
import { ForbiddenRight } from 'olm-constructs/report';
import { CLUSTERS, FleetCluster } from './clusters';
import { Platform } from './platform';

/** Policy of the platform team for all clusters. */
const POLICY = new OperatorPolicy({
  name: 'platform',
  allowedPackages: ['hello-operator'],
  allowedPublishers: ['olm-constructs'],
  forbiddenRights: [ForbiddenRight.ESCALATION, ForbiddenRight.SECRETS_ACROSS_NAMESPACES],
});

/** Returns the fleet: one platform in all clusters, each with the Kustomizations that apply it. */
export function fleet(clusters: readonly FleetCluster[] = CLUSTERS): Fleet {
  const app = new Fleet();
  AppChecks.add(app);
  POLICY.addTo(app);
  for (const { name, environment, openShift = false } of clusters) {
    const cluster = new Cluster(app, name, { kubernetesVersion: environment.kubernetesVersion, openShift });
    new Platform(cluster, 'platform', { ...environment, hasOlm: openShift });
    // `flux bootstrap --path=clusters/<name>` created this source.
    new FluxStages(new Chart(cluster, 'flux'), 'stages', { source: FluxSourceRef.gitRepository('flux-system') });
  }
  return app;
}
