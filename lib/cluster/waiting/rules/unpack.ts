import { condition, conditions, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { Finding } from '../explain/finding';
import { detail, quote } from '../explain/formatting';
import { podFindings, podsOfJob } from './pods';

/** Reason of BundleUnpackFailed if OLM unpacked the bundle, but could not create its InstallPlan, for example because of a conflict. OLM retries. */
const PLAN_NOT_CREATED = 'EnsureInstallPlanFailed';

/** Returns why the bundle of a Subscription is not unpacked, according to the unpack Job, its pods, and OLM. */
export function unpackFindings(subscription: KubernetesObject, jobs: readonly KubernetesObject[], pods: readonly KubernetesObject[]): Finding[] {
  const failed = condition(subscription, 'BundleUnpackFailed');
  if (failed?.status === 'True' && failed.reason === PLAN_NOT_CREATED) {
    return [{ cause: 'resolution-error', message: `OLM could not create the InstallPlan: ${quote(failed.message)}` }];
  }
  const isFailed = failed?.status === 'True';
  const isUnpacking = condition(subscription, 'BundleUnpacking')?.status === 'True';
  if (!isFailed && !isUnpacking) {
    return [];
  }
  const unfinished = jobs.filter((job) => condition(job, 'Complete')?.status !== 'True');
  const ofPods = unfinished.flatMap((job) => podFindings(podsOfJob(job, pods)));
  const ofJobs = unfinished.flatMap((job) => conditions(job)
    .filter(({ type, status }) => type === 'Failed' && status === 'True')
    .map(({ reason, message }): Finding => ({ cause: 'unpack-failed', message: `unpack Job ${namespacedName(job)} failed (${reason}): ${quote(message)}` })));
  const ofOlm: Finding[] = isFailed
    ? [{ cause: 'unpack-failed', message: `OLM could not unpack the bundle: ${quote(failed.message)}` }]
    : [{ cause: 'unpacking', message: `OLM is still unpacking the bundle${detail(condition(subscription, 'BundleUnpacking')?.message)}` }];
  return [...ofJobs, ...(ofJobs.length > 0 && isFailed ? [] : ofOlm), ...ofPods];
}
