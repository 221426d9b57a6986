import { isOwnedBy } from './approval';
import { lostCsv } from './lost-csv';
import { byName, Situation } from './situation';
import { mapField, textField } from '../../../bundle/json-value';
import { CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, JOBS, SUBSCRIPTIONS } from '../cluster/api-resource';
import { condition, isDeleted, specText, statusText } from '../cluster/kubernetes-object';
import { Action, actionKey, deletion, DeleteAction, ForgetPlanAction, target } from '../waiting/action';

/** A clean start: what is to be deleted first, and what the Subscription is to forget then. */
export interface Recovery {
  readonly deletions: readonly DeleteAction[];
  /** The name of the InstallPlan that the Subscription refers to. */
  readonly plan?: string;
  /** The name of the ClusterServiceVersion that what failed was to replace. */
  readonly installed?: string;
}

/**
 * What is deleted so that OLM tries again: the InstallPlan that the Subscription refers to, where it failed or made what failed; the
 * ClusterServiceVersion that did not succeed; and the Jobs that could not unpack the bundle; or, where somebody deleted what was installed,
 * the InstallPlan that leads on from it. Undefined where there is nothing of it.
 */
export function recovery(situation: Situation): Recovery | undefined {
  const { subscription, plan, csv, csvs, unpackJobs } = situation;
  const isLost = lostCsv(situation) !== undefined;
  const hasFailed = csv !== undefined && statusText(csv, 'phase') !== 'Succeeded';
  const isPlanFailed = plan !== undefined && statusText(plan, 'phase') === 'Failed';
  const jobs = unpackJobs.filter((job) => condition(job, 'Failed')?.status === 'True');
  const deletions = [
    ...(plan !== undefined && (isPlanFailed || hasFailed || jobs.length > 0 || (isLost && isOwnedBy(plan, subscription!)))
      ? [deletion(INSTALL_PLANS, plan, 'deletes the InstallPlan, so that OLM makes a new one')]
      : []),
    ...(hasFailed ? [deletion(CLUSTER_SERVICE_VERSIONS, csv, 'deletes the ClusterServiceVersion that did not succeed, so that OLM installs it again')] : []),
    ...jobs.map((job) => deletion(JOBS, job, 'deletes the failed unpack Job, so that OLM unpacks the bundle again')),
  ];
  const referred = textField(mapField(subscription?.status, 'installPlanRef'), 'name');
  const before = hasFailed ? byName(csvs, specText(csv, 'replaces')) : undefined;
  return deletions.length === 0 && !isLost ? undefined : {
    deletions, ...(referred === undefined ? {} : { plan: referred }), ...(before === undefined ? {} : { installed: before.metadata.name }),
  };
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

/** What the Subscription still has to forget; undefined where OLM saw to it by itself, or has planned anew. */
export function toForget({ plan, installed }: Recovery, { subscription, plans = [], namespace, name }: Situation): ForgetPlanAction | undefined {
  const { resourceVersion } = subscription?.metadata ?? {};
  const refersToIt = plan !== undefined && textField(mapField(subscription?.status, 'installPlanRef'), 'name') === plan;
  if (!subscription || resourceVersion === undefined || !refersToIt || plans.some(({ metadata }) => metadata.name === plan)) {
    return undefined;
  }
  const of = target(SUBSCRIPTIONS, subscription);
  return {
    type: 'forget-plan', key: `${actionKey('forget-plan', of)} ${resourceVersion}`, target: of, resourceVersion,
    ...(installed === undefined ? {} : { installed }),
    why: `takes InstallPlan ${plan}, which is gone, out of the status of Subscription ${namespace}/${name}, so that OLM plans anew`,
  };
}
