import { defined } from '../../../formats/json/defined';
import { fieldAt, JsonMap, mapField, mapListField, stringField } from '../../../formats/json/json-value';
import { nodeLabelAlternatives, nodeLabelText } from '../../../formats/schema/node-labels';
import { groupByEach } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { condition, isTerminating, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { labeled } from '../view/object-lists';
import { CauseName } from '../explain/known-causes';
import { Finding, foremost } from '../explain/explanation';
import { detail, messageLine } from '../explain/formatting';

/** Causes by the kubelet's reason for a waiting container. */
const CAUSE_OF_WAITING: { readonly [reason: string]: CauseName } = {
  ErrImagePull: 'image-pull-failed',
  ImagePullBackOff: 'image-pull-failed',
  InvalidImageName: 'image-pull-failed',
  ErrImageNeverPull: 'image-pull-failed',
  CrashLoopBackOff: 'container-crash',
  RunContainerError: 'container-crash',
  CreateContainerError: 'container-config-invalid',
  CreateContainerConfigError: 'container-config-invalid',
};

/** Returns what keeps pods from becoming ready. */
export const podFindings = perObject((pods: readonly KubernetesObject[]): readonly Finding[] => (
  foremost(pods.filter((pod) => !isTerminating(pod)).flatMap((pod) => {
    const found = [...schedulingFindings(pod), ...containers(pod).flatMap((container) => containerFindings(pod, container))];
    const isReady = condition(pod, 'Ready')?.status === 'True' || stringField(pod.status, 'phase') === 'Succeeded';
    return found.length > 0 || isReady ? found : [notReady(pod)];
  }))
));

/**
 * Returns the pods of a Deployment: those of its ReplicaSets that its selector matches. If there are none, it returns the matching pods that no
 * ReplicaSet owns. The selector alone may also match pods of other operators in the namespace: many have the label
 * `control-plane: controller-manager` of operator-sdk.
 */
export function podsOf(deployment: KubernetesObject, pods: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const selector = Object.entries(mapField(fieldAt(deployment.spec, 'selector'), 'matchLabels'));
  if (selector.length === 0) {
    return [];
  }
  const own = labeled(BY_DEPLOYMENT(pods).get(namespacedName(deployment)) ?? [], selector);
  return own.length > 0 ? own : labeled(BY_DEPLOYMENT(pods).get(inNamespaceOf(deployment, '')) ?? [], selector);
}

/** Pods by the Deployment of their ReplicaSet, whose name is that of the Deployment with a hash; those of no ReplicaSet are under an empty name. */
const BY_DEPLOYMENT = perObject((pods: readonly KubernetesObject[]) => groupByEach(pods, (pod) => {
  const owners = new Set((pod.metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'ReplicaSet').map(({ name }) => name.replace(/-[^-]*$/, '')));
  return owners.size > 1 ? [] : [inNamespaceOf(pod, [...owners][0] ?? '')];
}));

function inNamespaceOf({ metadata: { namespace } }: KubernetesObject, name: string): string {
  return namespacedName({ metadata: { name, ...defined({ namespace }) } });
}

/** Returns the pods of a Job. */
export function podsOfJob(job: KubernetesObject, pods: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return BY_JOB(pods).get(namespacedName(job)) ?? [];
}

const BY_JOB = perObject((pods: readonly KubernetesObject[]) => groupByEach(pods, (pod) => (
  (pod.metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'Job').map(({ name }) => inNamespaceOf(pod, name))
)));

/** Scheduler's reason for nodes without the labels that a pod requires. */
const LABELS_DIFFER = /(?<!\d)(\d+) node\(s\) didn't match (?:Pod's )?node (?:affinity|selector)/g;

function schedulingFindings(pod: KubernetesObject): Finding[] {
  const scheduled = condition(pod, 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') {
    return [];
  }
  const labels = requiredLabels(pod);
  const nodes = Number(/^0\/(\d+) nodes/.exec(scheduled.message)?.[1]);
  const differing = [...scheduled.message.matchAll(LABELS_DIFFER)].reduce((sum, [, count]) => sum + Number(count), 0);
  const what = `pod ${namespacedName(pod)} cannot be scheduled`;
  return [labels !== '' && nodes > 0 && differing === nodes
    ? { cause: 'node-label-missing', message: `${what}: no node has the labels that it requires: ${labels}` }
    : { cause: 'unschedulable', message: `${what}: ${messageLine(scheduled.message)}` }];
}

/** Returns the node labels of `nodeSelector` and of the required node affinity, as in a label selector. */
function requiredLabels({ spec }: KubernetesObject): string {
  return nodeLabelAlternatives(spec).map((labels) => labels.map(nodeLabelText).join(' and ')).join(', or ');
}

function containers(pod: KubernetesObject): JsonMap[] {
  return [...mapListField(pod.status, 'initContainerStatuses'), ...mapListField(pod.status, 'containerStatuses')];
}

function containerFindings(pod: KubernetesObject, status: JsonMap): Finding[] {
  const name = `container ${stringField(status, 'name') ?? '?'} of pod ${namespacedName(pod)}`;
  const waiting = mapField(status['state'], 'waiting');
  const reason = stringField(waiting, 'reason') ?? '';
  const end = [mapField(status['state'], 'terminated'), mapField(status['lastState'], 'terminated')].find((ended) => Object.keys(ended).length > 0);
  const endReason = stringField(end, 'reason');
  if (endReason === 'OOMKilled') {
    return [{ cause: 'out-of-memory', message: `${name} exceeded its memory limit and was killed` }];
  }
  const cause = Object.hasOwn(CAUSE_OF_WAITING, reason) ? CAUSE_OF_WAITING[reason] : undefined;
  if (cause === 'image-pull-failed') {
    return [{ cause, message: `${name} cannot pull image ${stringField(status, 'image') ?? '?'} (${reason})${detail(stringField(waiting, 'message'))}` }];
  }
  if (cause === 'container-config-invalid') {
    return [{ cause, message: `${name} cannot be created (${reason})${detail(stringField(waiting, 'message'))}` }];
  }
  const exit = fieldAt(end, 'exitCode');
  const isFailed = typeof exit === 'number' && exit !== 0;
  if (cause === 'container-crash' || isFailed) {
    const code = isFailed ? ` with exit code ${exit}` : '';
    return [{ cause: 'container-crash', message: `${name} keeps crashing${code}${detail(stringField(end, 'message') ?? stringField(waiting, 'message'))}` }];
  }
  return [];
}

function notReady(pod: KubernetesObject): Finding {
  const ready = condition(pod, 'Ready');
  return { cause: 'pod-not-ready', message: `pod ${namespacedName(pod)} is not ready (${stringField(pod.status, 'phase') ?? 'no phase yet'})${detail(ready?.message)}` };
}
