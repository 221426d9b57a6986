import { type Chart, Duration } from 'cdk8s';
import { ImageCatalog, OperatorSubscription } from 'olm-constructs';

/** Installs Prometheus from the community catalog, on the nodes for infrastructure. */
export function prometheus(chart: Chart): OperatorSubscription {
  const community = new ImageCatalog(chart, 'community', {
    name: 'community',
    image: 'quay.io/operatorhubio/catalog:latest',
    pollInterval: Duration.hours(1),
    displayName: 'Community Operators',
    grpcPodConfig: { nodeSelector: { 'node-role.kubernetes.io/infra': '' }, memoryTarget: '128Mi' },
  });
  return new OperatorSubscription(chart, 'prometheus', { catalog: community, packageName: 'prometheus', channel: 'beta' });
}
