import { ClusterEvent } from '../simulated-cluster';
import { csv, deployment, event } from '../objects';

/** Packageserver of an OLM in namespace olm: its ClusterServiceVersion, and the Deployment that OLM creates from it. */

const IN_OLM = { namespace: 'olm' };

/** The image of OLM of a release. */
export function imageOf(release: string): string {
  return `quay.io/operator-framework/olm:v${release}`;
}

const template = (image: string): object => ({ template: { spec: { containers: [{ name: 'packageserver', image }] } } });

/** An event of the ClusterServiceVersion. */
export function server(at: number, phase: string, parts: { release?: string; image?: string; message?: string } = {}): ClusterEvent {
  const { release = '0.46.0', image = imageOf(release), message = '' } = parts;
  return event(at, 'clusterserviceversions', csv('packageserver', phase, {
    metadata: IN_OLM, status: { message },
    spec: { version: release, install: { spec: { deployments: [{ name: 'packageserver', spec: template(image) }] } } },
  }));
}

/** An event of the Deployment, with the number of available pods, and of those of an older template. */
export function serverDeployment(
  at: number, parts: { release?: string; image?: string; available?: number; old?: number; observed?: number } = {},
): ClusterEvent {
  const { release = '0.46.0', image = imageOf(release), available = 1, old = 0, observed = 1 } = parts;
  const found = deployment('packageserver', available, { metadata: IN_OLM });
  return event(at, 'deployments', {
    ...found,
    spec: { ...(found.spec as object), ...template(image) },
    status: { observedGeneration: observed, replicas: 1 + old, updatedReplicas: 1, availableReplicas: available },
  });
}
