import { condition, KubernetesObject, path } from '../../cluster/kubernetes-object';
import { isAvailable, isRolledOut, podsAvailable } from '../../cluster/rollout';
import { Finding } from '../finding';
import { quote } from '../quote';
import { podFindings, podsOf } from './pods';

/** What keeps a Deployment from getting available in its present version: what its pods say, or who refuses them, or only that it is so. */
export function deploymentFindings(deployment: KubernetesObject, pods: readonly KubernetesObject[]): Finding[] {
  if (isRolledOut(deployment)) {
    return [];
  }
  const failure = condition(deployment, 'ReplicaFailure');
  const refusal = failure?.status === 'True' ? [podRefusal(`Deployment ${path(deployment)}`, failure.message)] : [];
  const found = [...refusal, ...podFindings(podsOf(deployment, pods))];
  const what = isAvailable(deployment) ? 'rolled out' : 'available';
  return found.length > 0 ? found : [{ cause: 'deployment-unavailable', text: `Deployment ${path(deployment)} is not ${what}: ${podsAvailable(deployment)}` }];
}

/** Why the API server takes no pod of an owner. */
export function podRefusal(owner: string, message: string): Finding {
  if (/violates PodSecurity/.test(message)) {
    return { cause: 'pod-security', text: `the Pod Security level of the namespace refuses the pods of ${owner}: ${quote(message)}` };
  }
  if (/exceeded quota/.test(message)) {
    return { cause: 'quota', text: `the quota of the namespace refuses the pods of ${owner}: ${quote(message)}` };
  }
  return { cause: 'pods-refused', text: `the pods of ${owner} are refused: ${quote(message)}` };
}
