import { KubernetesObject } from './kubernetes-object';
import { integerField } from '../../../bundle/json-value';

/** Whether a Deployment runs as its spec wants, with nothing of an older one left. */
export function isRolledOut(deployment: KubernetesObject): boolean {
  return isAvailable(deployment) && hasNewPods(deployment);
}

/** Whether all pods are of the present template, and available, as far as the status knows. Old ones may serve while new ones do not start. */
export function hasNewPods(deployment: KubernetesObject): boolean {
  const wanted = wantedReplicas(deployment);
  return hasItsPods(deployment) && count(deployment, 'updatedReplicas') >= wanted && count(deployment, 'replicas') <= wanted;
}

/** Whether a Deployment has the pods that its present spec wants, of whatever age. */
export function isAvailable(deployment: KubernetesObject): boolean {
  return count(deployment, 'observedGeneration') >= (deployment.metadata.generation ?? 0) && hasItsPods(deployment);
}

/** Whether as many pods are available as are wanted, as far as the status knows. */
function hasItsPods(deployment: KubernetesObject): boolean {
  return count(deployment, 'availableReplicas') >= wantedReplicas(deployment);
}

/** How many pods of a Deployment are available, in words. */
export function podsAvailable(deployment: KubernetesObject): string {
  const old = count(deployment, 'replicas') - count(deployment, 'updatedReplicas');
  const left = old > 0 && hasItsPods(deployment) ? `, ${old} of an older version` : '';
  return `${count(deployment, 'availableReplicas')} of ${wantedReplicas(deployment)} pods available${left}`;
}

function wantedReplicas({ spec }: KubernetesObject): number {
  return integerField(spec, 'replicas') ?? 1;
}

function count({ status }: KubernetesObject, field: string): number {
  return integerField(status, field) ?? 0;
}
