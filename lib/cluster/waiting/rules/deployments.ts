import { integerField } from '../../../formats/json/json-value';
import { Finding } from '../explain/explanation';
import { messageLine } from '../explain/formatting';
import { condition, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { podFindings, podsOf } from './pods';

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

/** Returns why a Deployment is not rolled out: the problems of its pods, the rejection of pods, or otherwise only that it is not available. */
export function deploymentFindings(deployment: KubernetesObject, pods: readonly KubernetesObject[]): Finding[] {
  if (isRolledOut(deployment)) {
    return [];
  }
  const failure = condition(deployment, 'ReplicaFailure');
  const rejection = failure?.status === 'True' ? [podRejection(`Deployment ${namespacedName(deployment)}`, failure.message)] : [];
  const found = [...rejection, ...podFindings(podsOf(deployment, pods))];
  const what = isAvailable(deployment) ? 'rolled out' : 'available';
  return found.length > 0 ? found : [{ cause: 'deployment-unavailable', message: `Deployment ${namespacedName(deployment)} is not ${what}: ${podsAvailable(deployment)}` }];
}

/** Returns why the API server rejects the pods of an owner. */
export function podRejection(owner: string, message: string): Finding {
  if (/violates PodSecurity/.test(message)) {
    return { cause: 'pod-security', message: `the Pod Security level of the namespace rejects the pods of ${owner}: ${messageLine(message)}` };
  }
  if (/exceeded quota/.test(message)) {
    return { cause: 'quota-exceeded', message: `the quota of the namespace rejects the pods of ${owner}: ${messageLine(message)}` };
  }
  return { cause: 'pods-rejected', message: `the pods of ${owner} are rejected: ${messageLine(message)}` };
}
