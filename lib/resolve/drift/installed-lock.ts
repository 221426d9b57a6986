import { repeated } from '../../text/group-by';
import { catalogKeyOf, type LockContent } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import type { InstalledState, OperatorInCluster } from './installed-state';
import { shell } from '../../text/shell';

/** The installed operators as a lock, or why no upgrade can be planned from it. */
export interface InstalledLock {
  readonly content: LockContent;

  /** Reasons why no upgrade can be planned, in sentences. */
  readonly problems: readonly string[];
}

/** An operator with a Subscription that installed something. */
type Installed = OperatorInCluster & Required<Pick<OperatorInCluster, 'subscription'>>;

/**
 * Returns the installed operators in the namespaces of a lock, as the lock before it. Operators in other namespaces belong to other apps.
 *
 * @param after the lock to install
 */
export function installedLock({ operators }: InstalledState, after: LockContent): InstalledLock {
  const namespaces = new Set(after.operators.map(({ namespace }) => namespace));
  const own = operators.filter(({ namespace }) => namespaces.has(namespace));
  const installed = own.filter((operator): operator is Installed => operator.subscription !== undefined && operator.csv !== '');
  const locked = installed.map((operator) => lockedAs(operator, after));
  const catalogs = new Map(locked.map((operator) => [catalogKeyOf(operator), { namespace: operator.catalogNamespace, name: operator.catalog }]));
  return {
    content: { operators: locked, catalogs: [...catalogs.values()] },
    problems: [
      ...own.flatMap((operator) => problemsOf(operator, after)),
      ...repeated(own.filter(({ subscription }) => subscription !== undefined).map(titleOf)).map(({ value }) => (
        `${value} has two Subscriptions, for which OLM resolves nothing; remove one of them`
      )),
    ],
  };
}

function lockedAs({ namespace, packageName, csv, version, subscription }: Installed, after: LockContent): LockedOperator {
  const next = after.operators.find((other) => other.namespace === namespace && other.packageName === packageName);
  return {
    namespace, packageName, version, csv, channel: subscription.channel === '' ? next?.channel ?? 'default' : subscription.channel,
    catalog: subscription.catalog, catalogNamespace: subscription.catalogNamespace, subscription: subscription.name, requiredBy: [], waivers: [],
  };
}

function problemsOf(operator: OperatorInCluster, after: LockContent): string[] {
  const { namespace, csv, isDeleted, phase, message, subscription, installPlan, notDumped } = operator;
  if (notDumped !== undefined) {
    return [`${titleOf(operator)}: not in the dump, so it is not known what is installed: ${notDumped.join(', ')}; dump everything in namespace ${namespace}`];
  }
  const isLocked = after.operators.some((other) => other.namespace === namespace && other.packageName === operator.packageName);
  if (subscription === undefined) {
    return !isLocked ? [] : [`${titleOf(operator)}: ${csv} has no Subscription, so OLM does not upgrade it; apply the manifests of the app, or delete it with `
      + `\`${shell`kubectl delete clusterserviceversion ${csv} -n ${namespace}`}\``];
  }
  const why = message === '' ? '' : ` (${message})`;
  const explain = `see \`${shell`olm-constructs explain subscription/${subscription.name} -n ${namespace}`}\``;
  return [
    ...(csv !== '' && (operator.packageName === '' || subscription.catalog === '' || subscription.catalogNamespace === '')
      ? [`Subscription ${namespace}/${subscription.name} has no package or no catalog; apply the manifests of the app`] : []),
    ...(isDeleted ? [`${titleOf(operator)}: ${csv} was deleted, although its Subscription lists it as installed; ${explain}`]
      : csv === '' || phase === 'Succeeded' ? []
        : [`${titleOf(operator)}: ${csv} is in phase ${phase === '' ? 'None' : phase}${why}; ${phase === 'Failed' ? 'resolve that' : 'wait until it is installed'}, ${explain}`]),
    ...(installPlan === undefined || installPlan.phase === 'RequiresApproval' ? []
      : [`InstallPlan ${namespace}/${installPlan.name}, which installs ${installPlan.csvs.join(', ')}, is in phase ${installPlan.phase}${
        installPlan.message === '' ? '' : ` (${installPlan.message})`}; ${installPlan.phase === 'Failed' ? 'resolve that' : 'wait until it is complete'}, ${explain}`]),
  ];
}

/** Returns the operators of a lock that a dump lacks, so that it is not known whether they are installed. */
export function notDumpedOperators({ operators, isSelection }: InstalledState, after: LockContent): string[] {
  const keyOf = ({ namespace, packageName }: { readonly namespace: string; readonly packageName: string }): string => `${namespace}/${packageName}`;
  const known = new Set(operators.map(keyOf));
  return isSelection !== true ? [] : after.operators.map(keyOf).filter((key) => !known.has(key));
}

/** The part of a plan that determines which InstallPlans are approved. */
interface Approvals {
  readonly operators: readonly { readonly namespace: string; readonly approvals: readonly string[] }[];
}

/** Returns which InstallPlans that require approval are not in a plan. OLM completes such an InstallPlan before it creates another one. */
export function unplannedInstallPlans({ operators }: InstalledState, after: LockContent, plan: Approvals): string[] {
  const namespaces = new Set(after.operators.map(({ namespace }) => namespace));
  const found = operators.filter(({ namespace }) => namespaces.has(namespace)).flatMap(({ namespace, installPlan }) => {
    const allowed = plan.operators.filter((operator) => operator.namespace === namespace).flatMap(({ approvals }) => approvals);
    const others = installPlan?.phase === 'RequiresApproval' ? installPlan.csvs.filter((csv) => !allowed.includes(csv)) : [];
    return others.length === 0 ? [] : [`InstallPlan ${namespace}/${installPlan!.name} requires approval, and installs ${others.join(', ')}, which is not in the plan; `
      + `lock what it installs, or see \`${shell`olm-constructs explain installplan/${installPlan!.name} -n ${namespace}`}\``];
  });
  // Several Subscriptions refer to the same InstallPlan.
  return [...new Set(found)];
}

function titleOf({ namespace, packageName }: OperatorInCluster): string {
  return `operator ${namespace}/${packageName}`;
}
