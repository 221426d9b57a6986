import { DeletionPolicy, deletionStage, Stage, title } from './stage';
import { NAMESPACES, PODS } from '../cluster/api-resource';
import { isDeleted, KubernetesObject } from '../cluster/kubernetes-object';
import { list } from '../explain/quote';
import { stuckNamespaceFindings } from '../explain/rules/namespaces';

/** So long pods may take to end before they count as somebody's. */
const TIME_FOR_PODS = 30_000;

/** What is in a Namespace. */
export interface NamespaceContent {
  /** What somebody would miss. */
  readonly users: readonly string[];
  /** The pods; those of what was just deleted are about to end. */
  readonly pods: readonly KubernetesObject[];
}

/** Deletes a Namespace in which nothing is that somebody would miss, and waits until it is gone. */
export function namespaceDeletion(phase: string, namespace: KubernetesObject, { users, pods }: NamespaceContent, policy: DeletionPolicy): Stage {
  const found = { resource: NAMESPACES, object: namespace };
  const deletion = deletionStage(phase, [found], { ...policy, why: 'deletes the Namespace in which nothing is left' });
  if (isDeleted(namespace)) {
    return { ...deletion, findings: [...stuckNamespaceFindings(namespace), ...(deletion.findings ?? [])] };
  }
  const podTitles = pods.map((object) => title({ resource: PODS, object }));
  if (users.length === 0 && pods.length > 0 && policy.timeIn(phase) < TIME_FOR_PODS) {
    return { phase, waitingFor: `${list(podTitles)} to end` };
  }
  const inUse = [...users, ...podTitles];
  return inUse.length === 0 ? deletion : { phase, left: [{ what: title(found), why: `in use by ${list(inUse)}` }] };
}
