import { DeletionPolicy, deletionStage, FoundObject, Stage, objectTitle } from './stage';
import { NAMESPACES, PODS } from '../view/api-resource';
import { isTerminating, KubernetesObject, statusString } from '../view/kubernetes-object';
import { list } from '../explain/formatting';
import { stuckNamespaceFindings } from '../rules/namespaces';

/** How long running pods may take to terminate before they count as in use, in milliseconds. */
const TERMINATION_GRACE = 30_000;

/** Content of a Namespace. */
export interface NamespaceContent {
  /** Objects that keep the Namespace in use. */
  readonly users: readonly string[];
  /** Running pods and Deployments. Those of deleted owners are about to terminate. */
  readonly running: readonly FoundObject[];
}

/** Deletes a Namespace that is no longer in use, and waits until it is gone. */
export function namespaceDeletion(phase: string, namespace: KubernetesObject, { users, running }: NamespaceContent, policy: DeletionPolicy): Stage {
  const found = { resource: NAMESPACES, object: namespace };
  const deletion = deletionStage(phase, [found], { ...policy, description: 'deletes the Namespace, which is no longer used' });
  if (isTerminating(namespace)) {
    return { ...deletion, findings: [...stuckNamespaceFindings(namespace), ...(deletion.findings ?? [])] };
  }
  const titles = running.map(objectTitle);
  if (users.length === 0 && running.length > 0 && policy.timeInPhase(phase) < TERMINATION_GRACE) {
    return { phase, waitingFor: `${list(titles)} to terminate` };
  }
  const inUse = [...users, ...titles];
  return inUse.length === 0 ? deletion : { phase, left: [{ object: objectTitle(found), reason: `in use by ${list(inUse)}` }] };
}

/** Returns the pods that have not finished. */
export function activePods(pods: readonly KubernetesObject[]): FoundObject[] {
  return pods.filter((pod) => !['Succeeded', 'Failed'].includes(statusString(pod, 'phase') ?? '')).map((object) => ({ resource: PODS, object }));
}
