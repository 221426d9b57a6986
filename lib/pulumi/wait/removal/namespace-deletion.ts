import { DeletionPolicy, deletionStage, Found, Stage, title } from './stage';
import { NAMESPACES, PODS } from '../cluster/api-resource';
import { isDeleted, KubernetesObject, statusText } from '../cluster/kubernetes-object';
import { list } from '../explain/quote';
import { stuckNamespaceFindings } from '../explain/rules/namespaces';

/** So long what runs may take to end before it counts as somebody's. */
const TIME_TO_END = 30_000;

/** What is in a Namespace. */
export interface NamespaceContent {
  /** What somebody would miss. */
  readonly users: readonly string[];
  /** What runs there; that of what was just deleted is about to end. */
  readonly running: readonly Found[];
}

/** Deletes a Namespace in which nothing is that somebody would miss, and waits until it is gone. */
export function namespaceDeletion(phase: string, namespace: KubernetesObject, { users, running }: NamespaceContent, policy: DeletionPolicy): Stage {
  const found = { resource: NAMESPACES, object: namespace };
  const deletion = deletionStage(phase, [found], { ...policy, why: 'deletes the Namespace in which nothing is left' });
  if (isDeleted(namespace)) {
    return { ...deletion, findings: [...stuckNamespaceFindings(namespace), ...(deletion.findings ?? [])] };
  }
  const titles = running.map(title);
  if (users.length === 0 && running.length > 0 && policy.timeIn(phase) < TIME_TO_END) {
    return { phase, waitingFor: `${list(titles)} to end` };
  }
  const inUse = [...users, ...titles];
  return inUse.length === 0 ? deletion : { phase, left: [{ what: title(found), why: `in use by ${list(inUse)}` }] };
}

/** The pods that run or may run; nobody would miss those that have ended. */
export function livingPods(pods: readonly KubernetesObject[]): Found[] {
  return pods.filter((pod) => !['Succeeded', 'Failed'].includes(statusText(pod, 'phase') ?? '')).map((object) => ({ resource: PODS, object }));
}
