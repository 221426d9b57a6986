import { condition, conditions, KubernetesObject, path } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { quote } from '../quote';
import { podFindings, podsOfJob } from './pods';

/** What keeps the bundle of a Subscription from being unpacked: what the Job and its pods say, and what OLM makes of it. */
export function unpackFindings(subscription: KubernetesObject, jobs: readonly KubernetesObject[], pods: readonly KubernetesObject[]): Finding[] {
  const failed = condition(subscription, 'BundleUnpackFailed');
  const isFailed = failed?.status === 'True';
  const isUnpacking = condition(subscription, 'BundleUnpacking')?.status === 'True';
  if (!isFailed && !isUnpacking) {
    return [];
  }
  const unfinished = jobs.filter((job) => condition(job, 'Complete')?.status !== 'True');
  const ofPods = unfinished.flatMap((job) => podFindings(podsOfJob(job, pods)));
  const ofJobs = unfinished.flatMap((job) => conditions(job)
    .filter(({ type, status }) => type === 'Failed' && status === 'True')
    .map(({ reason, message }): Finding => ({ cause: 'unpack-failed', text: `unpack Job ${path(job)} failed (${reason}): ${quote(message)}` })));
  const ofOlm: Finding[] = isFailed
    ? [{ cause: 'unpack-failed', text: `OLM could not unpack the bundle: ${quote(failed.message)}` }]
    : [{ cause: 'unpacking', text: `OLM is still unpacking the bundle${said(condition(subscription, 'BundleUnpacking')?.message)}` }];
  return [...ofJobs, ...(ofJobs.length > 0 && isFailed ? [] : ofOlm), ...ofPods];
}

function said(message: string | undefined): string {
  return message === undefined || message === '' ? '' : `: ${quote(message)}`;
}
