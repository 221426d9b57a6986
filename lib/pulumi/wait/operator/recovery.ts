import { isOwnedBy } from './approval';
import { lostCsv } from './lost-csv';
import { plannedCsvs, Situation } from './situation';
import { CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, JOBS } from '../cluster/api-resource';
import { condition, isDeleted, KubernetesObject, statusText } from '../cluster/kubernetes-object';
import { Action, actionKey, deletion, DeleteAction, target } from '../waiting/action';

/** A clean start: what is to be deleted first. */
export interface Recovery {
  readonly deletions: readonly DeleteAction[];
}

/**
 * What is deleted so that OLM tries again: the InstallPlan that the Subscription refers to, where it failed or made what failed; the
 * ClusterServiceVersion that did not succeed; and the Jobs that could not unpack the bundle; or, where what was installed is gone, the
 * InstallPlans that installed it and that lead on from it. Undefined where there is nothing of it.
 */
export function recovery(situation: Situation): Recovery | undefined {
  const { plan, csv, unpackJobs } = situation;
  const hasFailed = csv !== undefined && statusText(csv, 'phase') !== 'Succeeded';
  const isPlanFailed = plan !== undefined && statusText(plan, 'phase') === 'Failed';
  const jobs = unpackJobs.filter((job) => condition(job, 'Failed')?.status === 'True');
  const deletions = [
    ...(plan !== undefined && (isPlanFailed || hasFailed || jobs.length > 0) ? [deletion(INSTALL_PLANS, plan, 'deletes the failed InstallPlan, so that OLM makes a new one')] : []),
    ...(hasFailed ? [deletion(CLUSTER_SERVICE_VERSIONS, csv, 'deletes the ClusterServiceVersion that did not succeed, so that OLM installs it again')] : []),
    ...plansOfLost(situation).map((found) => deletion(INSTALL_PLANS, found, 'deletes an InstallPlan of what somebody deleted, so that OLM installs it again')),
    ...jobs.map((job) => deletion(JOBS, job, 'deletes the failed unpack Job, so that OLM unpacks the bundle again')),
  ];
  return deletions.length === 0 ? undefined : { deletions };
}

/** The plans of this Subscription that keep OLM from installing again what is gone; those of others stay. */
function plansOfLost(situation: Situation): KubernetesObject[] {
  const { subscription, plan, plans = [] } = situation;
  const lost = lostCsv(situation);
  return lost === undefined || !subscription ? []
    : plans.filter((found) => isOwnedBy(found, subscription) && (found === plan || plannedCsvs(found).includes(lost)));
}

/** The deletions that are not done yet. */
export function unfinished({ deletions }: Recovery, { plans = [], csvs = [], unpackJobs }: Situation): DeleteAction[] {
  const there = new Set([
    ...plans.map((plan) => actionKey('delete', target(INSTALL_PLANS, plan))),
    ...csvs.map((csv) => actionKey('delete', target(CLUSTER_SERVICE_VERSIONS, csv))),
    ...unpackJobs.map((job) => actionKey('delete', target(JOBS, job))),
  ]);
  return deletions.filter(({ key }) => there.has(key));
}

/** The deletions that have yet to be asked for. */
export function toAsk(left: readonly DeleteAction[], { plans = [], csvs = [], unpackJobs }: Situation): Action[] {
  const leaving = new Set([...plans, ...csvs, ...unpackJobs].filter(isDeleted).map(({ metadata }) => metadata.uid ?? metadata.name));
  return left.filter((action) => !leaving.has(action.target.uid ?? action.target.name));
}
