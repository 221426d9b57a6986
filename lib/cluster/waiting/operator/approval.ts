import { groupBy } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { refusalOf } from './approval-list';
import { Pin } from './operator-options';
import { hasManualApproval, plannedCsvs, requiresApproval, Situation } from './situation';
import { INSTALL_PLANS } from '../view/api-resource';
import { isTerminating, KubernetesObject, namespacedName, specString, statusString } from '../view/kubernetes-object';
import { Finding } from '../explain/explanation';
import { list } from '../explain/formatting';
import { olderCsvs } from '../rules/catalogs';
import { actionKey, ApproveAction, actionTarget } from '../view/action';

/** Decision about the InstallPlan that a Subscription refers to: its approval, or why it is not approved. */
export interface Approval {
  readonly action?: ApproveAction;
  readonly finding?: Finding;
}

/**
 * Decides whether to approve the plan that the Subscription refers to: only if the Subscription owns it, only in phase RequiresApproval (before that,
 * OLM is still writing it and would create a second plan), and only if all its ClusterServiceVersions are allowed. The update contains the resource
 * version, so that exactly the plan that was checked is approved.
 */
export function approval(situation: Situation): Approval {
  const { plan, pin, subscription, namespace, targetCsv, csv } = situation;
  if (plan === undefined || !requiresApproval(plan) || isTerminating(plan) || !subscription) {
    return {};
  }
  const csvs = plannedCsvs(plan);
  const plans = `InstallPlan ${namespacedName(plan)} would install ${list(csvs)}`;
  if (!isOwnedBy(plan, subscription)) {
    return { finding: { cause: 'plan-not-owned', message: `${plans}; it ${ownership(plan)}, so it is not approved here` } };
  }
  if (pin === undefined) {
    return { finding: { cause: 'plan-requires-approval', message: `${plans} and requires approval, because ${manualReason(situation)}`, ...remedyOfOthers(situation) } };
  }
  if (csv !== undefined && csv.metadata.name === targetCsv && statusString(subscription, 'installedCSV') === targetCsv) {
    return {};
  }
  if (!situation.approve) {
    const why = hasManualApproval(subscription ?? undefined) ? '' : `, because ${manualReason(situation)}`;
    return { finding: { cause: 'plan-requires-approval', message: `${plans} and requires approval${why}`, remedy: APPROVE, ...remedyOfOthers(situation) } };
  }
  const refusal = csvs.length === 0 ? notAllowed(csvs, situation) : refused(csvs, pin, situation);
  if (refusal !== undefined) {
    return { finding: { ...refusal, message: `${plans}; ${refusal.message}` } };
  }
  const { resourceVersion } = plan.metadata;
  if (resourceVersion === undefined) {
    return {};
  }
  const target = actionTarget(INSTALL_PLANS, plan);
  return {
    action: {
      type: 'approve', key: `${actionKey('approve', target)} ${resourceVersion}`, target, resourceVersion,
      description: `approves InstallPlan ${namespace}/${plan.metadata.name}, which installs ${list(csvs)}`,
    },
  };
}

/** Returns why an InstallPlan is not approved, or undefined if it is. If there is an upgrade plan, only the upgrade plan decides. */
function refused(csvs: readonly string[], pin: Pin, situation: Situation): Finding | undefined {
  const { approvals, subscriptions = [] } = situation;
  if (approvals !== undefined) {
    return refusalOf(csvs, approvals, (packageName) => INSTALLED(subscriptions).get(packageName));
  }
  const allowed = allowedCsvs(pin, situation);
  const others = csvs.filter((name) => !allowed.has(name));
  return others.length === 0 ? undefined : notAllowed(others, situation);
}

/** The first installed CSV of each package. */
const INSTALLED = perObject((subscriptions: readonly KubernetesObject[]) => new Map(subscriptions.toReversed().flatMap((found) => {
  const installed = statusString(found, 'installedCSV');
  return installed === undefined ? [] : [[specString(found, 'name'), installed] as const];
})));

function notAllowed(csvs: readonly string[], situation: Situation): Finding {
  return { cause: 'plan-not-allowed', message: `not allowed: ${list(csvs.map((name) => describeCsv(name, situation)))}` };
}

/** Returns the names of all ClusterServiceVersions that may be installed to reach a pinned one. */
function allowedCsvs(pin: Pin, { stepwise, subscription, packages }: Situation): ReadonlySet<string> {
  const { csv, intermediateCsvs = [], dependencyCsvs = [] } = pin;
  return new Set([csv, ...intermediateCsvs, ...dependencyCsvs, ...(stepwise && subscription ? olderCsvs(subscription, csv, packages) : [])]);
}

/** Whether a Subscription is an owner of an InstallPlan. */
export function isOwnedBy(plan: KubernetesObject, subscription: KubernetesObject): boolean {
  return (plan.metadata.ownerReferences ?? []).some(({ kind, name, uid }) => (
    kind === 'Subscription' && (uid === undefined || subscription.metadata.uid === undefined
      ? name === subscription.metadata.name
      : uid === subscription.metadata.uid)
  ));
}

function ownership(plan: KubernetesObject): string {
  const owners = (plan.metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind} ${name}`);
  return owners.length === 0 ? 'has no owner' : `belongs to ${list(owners)}`;
}

/** Describes a ClusterServiceVersion, with the other Subscription that requests it, if one does. */
function describeCsv(name: string, { subscriptions = [], name: own }: Situation): string {
  const other = BY_CURRENT_CSV(subscriptions).get(name)?.find((subscription) => subscription.metadata.name !== own);
  return other === undefined ? name : `${name} (requested by Subscription ${namespacedName(other)})`;
}

/** The first Subscription with manual approval. */
const MANUAL = perObject((subscriptions: readonly KubernetesObject[]) => subscriptions.find(hasManualApproval));

/** Remedy for a version that is pinned, which the waiter may approve. */
const APPROVE = 'approve the InstallPlan, or let the waiter approve it: wait --approve';

const BY_CURRENT_CSV = perObject((subscriptions: readonly KubernetesObject[]) => (
  groupBy(subscriptions, (subscription) => statusString(subscription, 'currentCSV') ?? '')
));

/** Returns the remedy if the approval of this Subscription is automatic already, and only another one requires it. */
function remedyOfOthers({ subscription, subscriptions = [] }: Situation): Pick<Finding, 'remedy'> {
  const manual = hasManualApproval(subscription ?? undefined) ? undefined : MANUAL(subscriptions);
  return manual === undefined ? {} : {
    remedy: `approve the InstallPlan; or set automatic approval for Subscription ${manual.metadata.name}, or move one of the two to its own namespace: OLM processes a `
      + 'namespace as a whole',
  };
}

/** Explains why a plan requires approval: one Subscription with Manual approval makes all plans of a namespace require it. */
function manualReason({ subscription, subscriptions = [] }: Situation): string {
  const manual = subscription && hasManualApproval(subscription) ? subscription : MANUAL(subscriptions);
  return manual === undefined ? 'its approval is Manual' : `Subscription ${namespacedName(manual)} uses Manual approval`;
}
