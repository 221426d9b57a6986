import { defined } from '../../../formats/json/defined';
import { mapField, mapListField, stringField } from '../../../formats/json/json-value';
import { Action, actionKey, actionTarget, ClearPlanAction, DeleteAction, deleteAction, ResolveAgainAction } from '../view/action';
import { CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, JOBS, SUBSCRIPTIONS } from '../view/api-resource';
import { condition, isTerminating, specString, statusString } from '../view/kubernetes-object';
import { isOwnedBy } from './approval';
import { isResolutionOutdated } from './operator-findings';
import { byName, missingCsv, nextCsv, Situation } from './situation';

/** New attempt after a failure: what to delete first, and what to clear from the status of the Subscription afterwards. */
export interface Recovery {
  readonly deletions: readonly DeleteAction[];
  /** Name of the InstallPlan that the Subscription refers to. */
  readonly plan?: string;
  /** Name of the ClusterServiceVersion that the failed one was supposed to replace. */
  readonly installed?: string;
}

/**
 * Returns what to delete so that OLM retries: the InstallPlan that the Subscription refers to, if it failed or created what failed; the
 * ClusterServiceVersion that did not succeed; and the failed unpack Jobs. If the installed ClusterServiceVersion was deleted, that includes the
 * InstallPlan that upgrades from it. Returns undefined if there is nothing to recover from.
 */
export function recovery(situation: Situation): Recovery | undefined {
  const { subscription, plan, csv, csvs, unpackJobs } = situation;
  const isMissing = missingCsv(situation) !== undefined;
  const hasFailed = csv !== undefined && statusString(csv, 'phase') !== 'Succeeded';
  const isPlanFailed = plan !== undefined && statusString(plan, 'phase') === 'Failed';
  const jobs = unpackJobs.filter((job) => condition(job, 'Failed')?.status === 'True');
  const deletions = [
    ...(plan !== undefined && (isPlanFailed || hasFailed || jobs.length > 0 || (isMissing && isOwnedBy(plan, subscription!)))
      ? [deleteAction(INSTALL_PLANS, plan, 'deletes the InstallPlan, so that OLM creates a new one')]
      : []),
    ...(hasFailed ? [deleteAction(CLUSTER_SERVICE_VERSIONS, csv, 'deletes the ClusterServiceVersion that did not succeed, so that OLM reinstalls it')] : []),
    ...jobs.map((job) => deleteAction(JOBS, job, 'deletes the failed unpack Job, so that OLM unpacks the bundle again')),
  ];
  const referencedPlan = stringField(mapField(subscription?.status, 'installPlanRef'), 'name');
  const replaced = hasFailed ? byName(csvs, specString(csv, 'replaces')) : undefined;
  return deletions.length === 0 && !isMissing ? undefined : {
    deletions,
    ...defined({ plan: referencedPlan }),
    ...(replaced === undefined ? {} : { installed: replaced.metadata.name }),
  };
}

/**
 * Returns how to reinstall the installed ClusterServiceVersion after it was deleted, provided that OLM would install exactly the same one, so that
 * nothing can be lost: the InstallPlan is only a record, and the CRDs and their objects still exist, but another version might not handle them.
 * Returns undefined if OLM would install another or an unknown version.
 */
export function reinstallation(situation: Situation): Recovery | undefined {
  const { subscription, plan } = situation;
  const missing = missingCsv(situation);
  if (!subscription || missing === undefined || missing !== nextCsv(situation) || (plan !== undefined && !isOwnedBy(plan, subscription))) {
    return undefined;
  }
  const referencedPlan = stringField(mapField(subscription.status, 'installPlanRef'), 'name');
  return {
    deletions: plan === undefined ? [] : [deleteAction(INSTALL_PLANS, plan, `deletes the InstallPlan, so that OLM reinstalls ${missing}`)],
    ...defined({ plan: referencedPlan }),
  };
}

/** Returns the deletions whose objects still exist. */
export function remainingDeletions({ deletions }: Recovery, { plans = [], csvs = [], unpackJobs }: Situation): DeleteAction[] {
  const existing = new Set([
    ...plans.map((plan) => actionKey('delete', actionTarget(INSTALL_PLANS, plan))),
    ...csvs.map((csv) => actionKey('delete', actionTarget(CLUSTER_SERVICE_VERSIONS, csv))),
    ...unpackJobs.map((job) => actionKey('delete', actionTarget(JOBS, job))),
  ]);
  return deletions.filter(({ key }) => existing.has(key));
}

/** Returns the deletions that have not been requested yet. */
export function pendingDeletions(remaining: readonly DeleteAction[], { plans = [], csvs = [], unpackJobs }: Situation): Action[] {
  const terminating = new Set([...plans, ...csvs, ...unpackJobs].filter(isTerminating).map(({ metadata }) => metadata.uid ?? metadata.name));
  return remaining.filter((action) => !terminating.has(action.target.uid ?? action.target.name));
}

/** Returns the action that clears a deleted plan from the Subscription, or undefined if OLM did so itself or has created a new plan. */
export function planToClear({ plan, installed }: Recovery, { subscription, plans = [], namespace, name }: Situation): ClearPlanAction | undefined {
  const { resourceVersion } = subscription?.metadata ?? {};
  const refersToIt = plan !== undefined && stringField(mapField(subscription?.status, 'installPlanRef'), 'name') === plan;
  if (!subscription || resourceVersion === undefined || !refersToIt || plans.some(({ metadata }) => metadata.name === plan)) {
    return undefined;
  }
  const target = actionTarget(SUBSCRIPTIONS, subscription);
  return {
    type: 'clear-plan', key: `${actionKey('clear-plan', target)} ${resourceVersion}`, target, resourceVersion,
    ...defined({ installed }),
    description: `clears InstallPlan ${plan}, which no longer exists, from the status of Subscription ${namespace}/${name}, so that OLM creates a new one`,
  };
}

/**
 * Returns the action that makes OLM resolve again, or undefined if its last resolution did not fail, or if what made it fail still exists. OLM does
 * not notice when a replaced ClusterServiceVersion is gone: it resolves the namespace again when a Subscription changes, or up to 18 minutes later.
 */
export function resolutionToRepeat(situation: Situation): ResolveAgainAction | undefined {
  const { subscription, namespace, name } = situation;
  const { resourceVersion } = subscription?.metadata ?? {};
  if (!subscription || resourceVersion === undefined || !isResolutionOutdated(subscription, situation)) {
    return undefined;
  }
  const target = actionTarget(SUBSCRIPTIONS, subscription);
  return {
    type: 'resolve-again', key: `${actionKey('resolve-again', target)} ${resourceVersion}`, target, resourceVersion, isOptional: true,
    conditions: mapListField(subscription.status, 'conditions').filter((found) => found['type'] !== 'ResolutionFailed'),
    description: `removes the outdated condition ResolutionFailed from Subscription ${namespace}/${name}, so that OLM resolves again`,
  };
}
