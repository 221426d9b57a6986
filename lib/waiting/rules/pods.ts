import { fieldAt, JsonMap, mapField, mapsField, textField } from '../../../../bundle/json-value';
import { condition, isDeleted, KubernetesObject, path } from '../../cluster/kubernetes-object';
import { CauseName } from '../known-causes';
import { Finding } from '../finding';
import { quote } from '../quote';

/** What the kubelet calls the reasons for which a container waits. */
const CAUSE_OF_WAITING: { readonly [reason: string]: CauseName } = {
  ErrImagePull: 'image-pull',
  ImagePullBackOff: 'image-pull',
  InvalidImageName: 'image-pull',
  ErrImageNeverPull: 'image-pull',
  CrashLoopBackOff: 'crash',
  RunContainerError: 'crash',
  CreateContainerError: 'container-config',
  CreateContainerConfigError: 'container-config',
};

/** What keeps pods from getting ready. */
export function podFindings(pods: readonly KubernetesObject[]): Finding[] {
  return pods.filter((pod) => !isDeleted(pod)).flatMap((pod) => {
    const found = [...schedulingFindings(pod), ...containers(pod).flatMap((container) => containerFindings(pod, container))];
    const isReady = condition(pod, 'Ready')?.status === 'True' || textField(pod.status, 'phase') === 'Succeeded';
    return found.length > 0 || isReady ? found : [notReady(pod)];
  });
}

/** The pods of a Deployment, by its selector. */
export function podsOf(deployment: KubernetesObject, pods: readonly KubernetesObject[]): KubernetesObject[] {
  const wanted = Object.entries(mapField(fieldAt(deployment.spec, 'selector'), 'matchLabels'));
  return pods.filter(({ metadata }) => (
    wanted.length > 0 && metadata.namespace === deployment.metadata.namespace && wanted.every(([key, value]) => metadata.labels?.[key] === value)
  ));
}

/** The pods of a Job. */
export function podsOfJob(job: KubernetesObject, pods: readonly KubernetesObject[]): KubernetesObject[] {
  return pods.filter(({ metadata }) => (
    metadata.namespace === job.metadata.namespace
    && (metadata.ownerReferences ?? []).some(({ kind, name }) => kind === 'Job' && name === job.metadata.name)
  ));
}

function schedulingFindings(pod: KubernetesObject): Finding[] {
  const scheduled = condition(pod, 'PodScheduled');
  return scheduled?.status === 'False' && scheduled.reason === 'Unschedulable'
    ? [{ cause: 'unschedulable', text: `pod ${path(pod)} fits on no node: ${quote(scheduled.message)}` }]
    : [];
}

function containers(pod: KubernetesObject): JsonMap[] {
  return [...mapsField(pod.status, 'initContainerStatuses'), ...mapsField(pod.status, 'containerStatuses')];
}

function containerFindings(pod: KubernetesObject, status: JsonMap): Finding[] {
  const name = `container ${textField(status, 'name') ?? '?'} of pod ${path(pod)}`;
  const waiting = mapField(status['state'], 'waiting');
  const reason = textField(waiting, 'reason') ?? '';
  const end = [mapField(status['state'], 'terminated'), mapField(status['lastState'], 'terminated')].find((ended) => Object.keys(ended).length > 0);
  const endReason = textField(end, 'reason');
  if (endReason === 'OOMKilled') {
    return [{ cause: 'out-of-memory', text: `${name} took more memory than its limit and was killed` }];
  }
  const cause = Object.hasOwn(CAUSE_OF_WAITING, reason) ? CAUSE_OF_WAITING[reason] : undefined;
  if (cause === 'image-pull') {
    return [{ cause, text: `${name} cannot get image ${textField(status, 'image') ?? '?'} (${reason})${said(textField(waiting, 'message'))}` }];
  }
  if (cause === 'container-config') {
    return [{ cause, text: `${name} cannot be made (${reason})${said(textField(waiting, 'message'))}` }];
  }
  const exit = fieldAt(end, 'exitCode');
  const isFailed = typeof exit === 'number' && exit !== 0;
  if (cause === 'crash' || isFailed) {
    const code = isFailed ? ` with exit code ${exit}` : '';
    return [{ cause: 'crash', text: `${name} ends again and again${code}${said(textField(end, 'message') ?? textField(waiting, 'message'))}` }];
  }
  return [];
}

function notReady(pod: KubernetesObject): Finding {
  const ready = condition(pod, 'Ready');
  return { cause: 'pod-starting', text: `pod ${path(pod)} is not ready (${textField(pod.status, 'phase') ?? 'no phase yet'})${said(ready?.message)}` };
}

function said(message: string | undefined): string {
  return message === undefined || message === '' ? '' : `: ${quote(message)}`;
}
