import { condition, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { isAvailable, isRolledOut, podsAvailable } from '../view/rollout';
import { Finding } from '../explain/finding';
import { quote } from '../explain/formatting';
import { podFindings, podsOf } from './pods';

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
    return { cause: 'pod-security', message: `the Pod Security level of the namespace rejects the pods of ${owner}: ${quote(message)}` };
  }
  if (/exceeded quota/.test(message)) {
    return { cause: 'quota-exceeded', message: `the quota of the namespace rejects the pods of ${owner}: ${quote(message)}` };
  }
  return { cause: 'pods-rejected', message: `the pods of ${owner} are rejected: ${quote(message)}` };
}
