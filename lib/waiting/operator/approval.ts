import { Pin } from './options';
import { plannedCsvs, Situation, waitsForApproval } from './situation';
import { INSTALL_PLANS } from '../cluster/api-resource';
import { isDeleted, KubernetesObject, path, specText, statusText } from '../cluster/kubernetes-object';
import { Finding } from '../explain/finding';
import { list } from '../explain/quote';
import { actionKey, ApproveAction, target } from '../waiting/action';

/** What is to be done about the InstallPlan that a Subscription refers to. */
export interface Approval {
  readonly action?: ApproveAction;
  readonly finding?: Finding;
}

/**
 * Whether to approve: only the plan that the Subscription refers to, only if the Subscription is one of its owners, only once its phase
 * is RequiresApproval (before that OLM still writes it, and makes a second one of an approval), and only if all that it would install
 * is allowed. The update carries the resource version, so that what is approved is what was looked at.
 */
export function approval(situation: Situation): Approval {
  const { plan, pin, subscription, namespace, goal, csv } = situation;
  if (plan === undefined || !waitsForApproval(plan) || isDeleted(plan) || !subscription) {
    return {};
  }
  const csvs = plannedCsvs(plan);
  const plans = `InstallPlan ${path(plan)} would install ${list(csvs)}`;
  if (!isOwnedBy(plan, subscription)) {
    return { finding: { cause: 'plan-of-another', text: `${plans}, and belongs to ${ownersOf(plan)}: not approved here` } };
  }
  if (pin === undefined) {
    return { finding: { cause: 'plan-waits-for-approval', text: `${plans} and waits for approval, because ${manualReason(situation)}` } };
  }
  if (csv !== undefined && csv.metadata.name === goal && statusText(subscription, 'installedCSV') === goal) {
    return {};
  }
  const refused = csvs.filter((name) => !allowed(pin).includes(name));
  if (refused.length > 0 || csvs.length === 0) {
    return { finding: { cause: 'plan-not-allowed', text: `${plans}; not allowed: ${list(refused.map((name) => describeCsv(name, situation)))}` } };
  }
  const { resourceVersion } = plan.metadata;
  if (resourceVersion === undefined) {
    return {};
  }
  const of = target(INSTALL_PLANS, plan);
  return {
    action: {
      type: 'approve', key: `${actionKey('approve', of)} ${resourceVersion}`, target: of, resourceVersion,
      why: `approves InstallPlan ${namespace}/${plan.metadata.name}, which installs ${list(csvs)}`,
    },
  };
}

/** Everything that a pin lets into the namespace. */
function allowed({ csv, through = [], along = [] }: Pin): string[] {
  return [csv, ...through, ...along];
}

/** Whether an InstallPlan was made for a Subscription. */
export function isOwnedBy(plan: KubernetesObject, subscription: KubernetesObject): boolean {
  return (plan.metadata.ownerReferences ?? []).some(({ kind, name, uid }) => (
    kind === 'Subscription' && (uid === undefined || subscription.metadata.uid === undefined
      ? name === subscription.metadata.name
      : uid === subscription.metadata.uid)
  ));
}

/** Who an InstallPlan belongs to. */
export function ownersOf(plan: KubernetesObject): string {
  const owners = (plan.metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind} ${name}`);
  return owners.length === 0 ? 'nobody' : list(owners);
}

/** A ClusterServiceVersion, and the Subscription that asks for it where that is another one. */
function describeCsv(name: string, { subscriptions = [], name: own }: Situation): string {
  const other = subscriptions.find((subscription) => subscription.metadata.name !== own && statusText(subscription, 'currentCSV') === name);
  return other === undefined ? name : `${name} (asked for by Subscription ${path(other)})`;
}

/** OLM makes every plan of a namespace wait if one of its Subscriptions is Manual. */
function manualReason({ subscription, subscriptions = [] }: Situation): string {
  const manual = [...(subscription ? [subscription] : []), ...subscriptions].find((found) => specText(found, 'installPlanApproval') === 'Manual');
  return manual === undefined ? 'its approval is Manual' : `Subscription ${path(manual)} has Manual approval`;
}
