import { KubernetesObject } from './kubernetes-object';
import { integerField } from '../../../bundle/json-value';

/** Whether a Deployment runs as its spec wants, with nothing of an older one left. */
export function isRolledOut(deployment: KubernetesObject): boolean {
  const wanted = wantedReplicas(deployment);
  return isAvailable(deployment) && count(deployment, 'updatedReplicas') >= wanted && count(deployment, 'replicas') <= wanted;
}

/** Whether a Deployment has the pods that its present spec wants, of whatever age. */
export function isAvailable(deployment: KubernetesObject): boolean {
  return count(deployment, 'observedGeneration') >= (deployment.metadata.generation ?? 0) && hasItsPods(deployment);
}

/** Whether as many pods are available as are wanted, as far as the status knows. */
export function hasItsPods(deployment: KubernetesObject): boolean {
  return count(deployment, 'availableReplicas') >= wantedReplicas(deployment);
}

/** How many pods of a Deployment are available, in words. */
export function podsAvailable(deployment: KubernetesObject): string {
  return `${count(deployment, 'availableReplicas')} of ${wantedReplicas(deployment)} pods available`;
}

function wantedReplicas({ spec }: KubernetesObject): number {
  return integerField(spec, 'replicas') ?? 1;
}

function count({ status }: KubernetesObject, field: string): number {
  return integerField(status, field) ?? 0;
}
