import { KubernetesObject } from './kubernetes-object';
import { integerField } from '../../../formats/json/json-value';

/** Whether a Deployment is rolled out: available, and without pods of an older template. */
export function isRolledOut(deployment: KubernetesObject): boolean {
  return isAvailable(deployment) && hasOnlyCurrentPods(deployment);
}

/**
 * Whether all pods are available and of the current template, according to the status. Old pods may still serve requests while new ones do not start.
 */
export function hasOnlyCurrentPods(deployment: KubernetesObject): boolean {
  const desired = desiredReplicas(deployment);
  return hasEnoughPods(deployment) && statusCount(deployment, 'updatedReplicas') >= desired && statusCount(deployment, 'replicas') <= desired;
}

/** Whether a Deployment has as many available pods as its current spec requires, of any template. */
export function isAvailable(deployment: KubernetesObject): boolean {
  return statusCount(deployment, 'observedGeneration') >= (deployment.metadata.generation ?? 0) && hasEnoughPods(deployment);
}

/** Whether enough pods are available, according to the status. */
function hasEnoughPods(deployment: KubernetesObject): boolean {
  return statusCount(deployment, 'availableReplicas') >= desiredReplicas(deployment);
}

/** Describes how many pods of a Deployment are available. */
export function podsAvailable(deployment: KubernetesObject): string {
  const old = statusCount(deployment, 'replicas') - statusCount(deployment, 'updatedReplicas');
  const left = old > 0 && hasEnoughPods(deployment) ? `, ${old} of an older version` : '';
  return `${statusCount(deployment, 'availableReplicas')} of ${desiredReplicas(deployment)} pods available${left}`;
}

function desiredReplicas({ spec }: KubernetesObject): number {
  return integerField(spec, 'replicas') ?? 1;
}

function statusCount({ status }: KubernetesObject, field: string): number {
  return integerField(status, field) ?? 0;
}
