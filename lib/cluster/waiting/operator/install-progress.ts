import { subscribedCsvs } from './installed-dependencies';
import { OperatorPhase } from './operator-options';
import { byName, isKnown, isReplaced, missingCsv, plannedCsvs, requiresApproval, Situation } from './situation';
import { mapListField, stringField, stringListField } from '../../../formats/json/json-value';
import { perObject } from '../../../text/per-object';
import { deploymentNames } from '../view/cluster-service-version';
import { isConditionTrue, isTerminating, KubernetesObject, namespacedName, specString, statusString } from '../view/kubernetes-object';
import { hasOnlyCurrentPods, podsAvailable } from '../rules/deployments';
import { list } from '../explain/formatting';
import { INITIAL_LISTS } from '../machine/waiter-state';
import { crdProblem } from '../rules/crds';
import { planFindings } from '../rules/plans';
import { missingRequirements, requirementName } from '../rules/requirements';
import { isAnswering } from '../rules/catalogs';
import { objectsNamed } from '../view/object-lists';

/** Progress of an installation. */
export interface InstallProgress {
  readonly phase: OperatorPhase;
  /** What the waiter waits for. */
  readonly waitingFor: string;
  /** Whether this may have happened: a dump lacks the object that would tell. @default false */
  readonly isUnseen?: boolean;
}

/** Returns the progress of an installation, or undefined when it is complete. */
export function installProgress(situation: Situation): InstallProgress | undefined {
  const unseen = unseenCsv(situation);
  const progress = seenProgress(situation, unseen);
  return progress === undefined || unseen === undefined ? progress : { ...progress, isUnseen: true };
}

/**
 * Returns the progress of an installation according to the objects that are known.
 *
 * @param unseen ClusterServiceVersion that a dump lacks
 */
function seenProgress(situation: Situation, unseen: string | undefined): InstallProgress | undefined {
  const { csv, targetCsv, plan } = situation;
  if (!isKnown(situation)) {
    return { phase: 'resolving', waitingFor: INITIAL_LISTS };
  }
  if (csv !== undefined && !(csv.metadata.name !== targetCsv && statusString(csv, 'phase') === 'Succeeded')) {
    return csvProgress(csv, situation);
  }
  if (csv === undefined && situation.isSelection && isReportedInstalled(situation)) {
    return undefined;
  }
  const planned = plan === undefined ? undefined : planProgress(plan);
  if (unseen !== undefined && !isConditionTrue(situation.subscription ?? undefined, 'ResolutionFailed')) {
    return planned === undefined ? { phase: 'starting', waitingFor: `ClusterServiceVersion ${unseen}, which is not in the dump` }
      : { ...planned, waitingFor: `${planned.waitingFor}; ClusterServiceVersion ${unseen} is not in the dump` };
  }
  const missing = situation.isSelection ? undefined : missingCsv(situation);
  if (missing !== undefined) {
    return { phase: 'resolving', waitingFor: `ClusterServiceVersion ${missing} to be recreated` };
  }
  return planned ?? resolutionProgress(situation);
}

/**
 * Returns the ClusterServiceVersion that OLM has resolved and may have installed, but that a dump lacks: its InstallPlan shows no problem. One that
 * the Subscription lists as installed says nothing about another version to wait for.
 */
function unseenCsv({ subscription, csvs, targetCsv, plan, isSelection }: Situation): string | undefined {
  const [current, installed] = ['currentCSV', 'installedCSV'].map((field) => statusString(subscription ?? undefined, field));
  const isAwaited = current === targetCsv || current !== installed;
  const mayExist = plan === undefined || (['installing', undefined].includes(planProgress(plan)?.phase) && planFindings(plan).length === 0);
  return isSelection && isAwaited && mayExist && byName(csvs, current) === undefined ? current : undefined;
}

/** Whether the Subscription reports what it should install as installed, and a dump has nothing that tells otherwise. */
function isReportedInstalled({ subscription, targetCsv, plan }: Situation): boolean {
  const isUpgraded = plan === undefined || requiresApproval(plan) || planProgress(plan) === undefined;
  return targetCsv !== undefined && statusString(subscription ?? undefined, 'installedCSV') === targetCsv && isUpgraded;
}

function resolutionProgress({ subscription, catalogs = [], namespace, name, csv, targetCsv }: Situation): InstallProgress {
  if (!subscription) {
    return { phase: 'resolving', waitingFor: `Subscription ${namespace}/${name} to be created` };
  }
  if (isConditionTrue(subscription, 'BundleUnpacking')) {
    return { phase: 'unpacking', waitingFor: 'OLM to unpack the bundle image' };
  }
  const silent = catalogs.flatMap((list) => objectsNamed(list, specString(subscription, 'source'))).filter((catalog) => !isAnswering(catalog));
  if (silent.length > 0) {
    return { phase: 'resolving', waitingFor: `catalog ${list(silent.map(namespacedName))} to answer` };
  }
  return { phase: 'resolving', waitingFor: csv === undefined ? 'an InstallPlan' : `an InstallPlan from ${csv.metadata.name} to ${targetCsv ?? 'a newer version'}` };
}

/** Returns the progress of an InstallPlan, or undefined if it is complete. */
export function planProgress(plan: KubernetesObject): InstallProgress | undefined {
  const [phase, csvs] = [statusString(plan, 'phase'), list(plannedCsvs(plan))];
  if (phase === 'Complete') {
    return undefined;
  }
  if (requiresApproval(plan)) {
    return { phase: 'approving', waitingFor: `approval of InstallPlan ${namespacedName(plan)} (${csvs})` };
  }
  const isUnpacking = mapListField(plan.status, 'bundleLookups').some((lookup) => (
    mapListField(lookup, 'conditions').some((condition) => stringField(condition, 'type') === 'BundleLookupPending' && stringField(condition, 'status') === 'True')
  ));
  return isUnpacking
    ? { phase: 'unpacking', waitingFor: `OLM to unpack the bundles of InstallPlan ${namespacedName(plan)}` }
    : { phase: 'installing', waitingFor: `InstallPlan ${namespacedName(plan)} to install ${csvs}` };
}

function csvProgress(csv: KubernetesObject, situation: Situation): InstallProgress | undefined {
  const { name } = csv.metadata;
  if (isTerminating(csv)) {
    return { phase: 'starting', waitingFor: `ClusterServiceVersion ${name} to be deleted` };
  }
  const phase = statusString(csv, 'phase');
  if (phase === 'Succeeded') {
    return servingProgress(csv, situation);
  }
  return { phase: 'starting', waitingFor: phase === 'Installing' || phase === 'InstallReady' ? deploymentProgress(csv, situation) : pendingProgress(csv) };
}

function servingProgress(csv: KubernetesObject, situation: Situation): InstallProgress | undefined {
  const { apis, csvs = [], isSelection } = situation;
  const missing = apis.filter(({ api, crd }) => (crd ? crdProblem(crd, api.version) !== undefined : !isSelection));
  if (missing.length > 0) {
    return { phase: 'serving', waitingFor: `the API server to serve ${list(missing.map(({ api }) => `${api.kind} (${api.crd}/${api.version})`))}` };
  }
  const old = replacedBy(csv, csvs);
  if (old.length > 0) {
    return { phase: 'starting', waitingFor: `OLM to remove ${list(old.map(({ metadata }) => metadata.name))}` };
  }
  const unsubscribed = unsubscribedCsvs(csv, situation);
  return unsubscribed.length === 0 ? undefined : { phase: 'installing', waitingFor: `OLM to create the Subscriptions of ${list(unsubscribed)}` };
}

/**
 * Returns the ClusterServiceVersions that were planned together with one and that no Subscription refers to yet. Subscriptions of dependencies are
 * the last step of an InstallPlan, so the operator may already be running.
 */
function unsubscribedCsvs({ metadata: { name } }: KubernetesObject, { plan, subscriptions = [], isSelection }: Situation): string[] {
  const planned = plan !== undefined && !isSelection && statusString(plan, 'phase') === 'Installing' && plannedCsvs(plan).includes(name) ? plannedCsvs(plan) : [];
  return planned.filter((csv) => csv !== name && !SUBSCRIBED(subscriptions).has(csv));
}

const SUBSCRIBED = perObject((subscriptions: readonly KubernetesObject[]) => new Set(subscriptions.flatMap(subscribedCsvs)));

/** Returns the older versions that are still being replaced. As long as they exist, OLM may revoke the success of the new one. */
function replacedBy(csv: KubernetesObject, csvs: readonly KubernetesObject[]): KubernetesObject[] {
  const names = new Set([specString(csv, 'replaces'), ...stringListField(csv.spec, 'skips')]);
  return [...names].map((name) => byName(csvs, name)).filter((other) => other !== undefined)
    .filter((other) => other !== csv && isReplaced(other));
}

function pendingProgress(csv: KubernetesObject): string {
  const { name } = csv.metadata;
  const missing = missingRequirements(csv);
  if (missing.length > 0) {
    return `the requirements of ${name}: ${list(missing.map(requirementName))}`;
  }
  return statusString(csv, 'phase') === 'Failed'
    ? `OLM to retry ${name} after it failed (${statusString(csv, 'reason') ?? 'no reason given'})`
    : `OLM to check the requirements of ${name}`;
}

function deploymentProgress(csv: KubernetesObject, { deployments, isSelection }: Situation): string {
  const names = deploymentNames(csv);
  const waiting = names.flatMap((name) => {
    const deployment = byName(deployments, name);
    if (deployment === undefined) {
      return [isSelection ? `Deployment ${name}, which is not in the dump` : `Deployment ${name} to be created`];
    }
    return hasOnlyCurrentPods(deployment) ? [] : [`Deployment ${name} (${podsAvailable(deployment)})`];
  });
  return waiting.length === 0 ? `OLM to notice that ${csv.metadata.name} is running` : list(waiting);
}
