import { defined } from '../../../formats/json/defined';
import { stringField } from '../../../formats/json/json-value';
import { Finding } from '../explain/explanation';
import { list } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { JudgingWaiter, withTimeouts } from '../machine/waiter';
import { Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { actionKey, actionTarget, AdoptAction, ResolveAgainAction } from '../view/action';
import { SUBSCRIPTIONS } from '../view/api-resource';
import { csvPackage } from '../view/cluster-service-version';
import { ClusterView, Interest } from '../view/cluster-view';
import { isConditionTrue, isTerminating, namespacedName, specString } from '../view/kubernetes-object';
import { approval } from './approval';
import { installProgress } from './install-progress';
import { InstalledOperator, installedOperator } from './installed-operator';
import { operatorFindings } from './operator-findings';
import { catalogInterests, apiInterests, explainingInterests, namespaceInterest, namespaceInterests, packages } from './operator-interests';
import { OPERATOR_TIMEOUTS, OperatorReadyOptions } from './operator-options';
import { pendingDeletions, planToClear, Recovery, recovery, reinstallation, remainingDeletions, resolutionToRepeat } from './recovery';
import { isKnown, referencedCsvs, requiresApproval, Situation, situation } from './situation';

/** Memory of the operator waiter: the number of recoveries, and the one in progress. */
export interface OperatorMemory {
  /** Recoveries that the options allow. */
  readonly recoveries: number;
  /** Reinstallations of a deleted ClusterServiceVersion, which need no permission of the options. */
  readonly reinstallations: number;
  readonly recovery?: Recovery;
  /** Keys of the actions that make OLM resolve again, which need no permission of the options either. */
  readonly resolutions: readonly string[];
}

/** Maximum number of reinstallations in one wait. If a ClusterServiceVersion is deleted repeatedly, the user must first find out why. */
const MAX_REINSTALLATIONS = 2;

/** How long an operator may be resolving before OLM is made to resolve again, in milliseconds: usually, OLM does so within seconds. */
const RESOLVE_AGAIN_AFTER = 60_000;

/** Maximum number of times that OLM is made to resolve again in one wait. */
const MAX_RESOLUTIONS = 3;

/**
 * Waits until an operator is installed and running, and its APIs are served: Subscription, InstallPlan, ClusterServiceVersion, CRDs.
 *
 * @param collect returns the objects that concern the operator
 */
export function operatorReady(
  options: OperatorReadyOptions, collect: (view: ClusterView) => Situation = (view) => situation(options, view),
): JudgingWaiter<WaiterState<OperatorMemory>, InstalledOperator> {
  const maxRecoveries = options.recover ?? 0;
  return createWaiter<OperatorMemory, InstalledOperator>({
    subject: `operator ${options.namespace}/${options.subscription}`,
    failure: 'did not become ready',
    firstPhase: 'resolving',
    memory: { recoveries: 0, reinstallations: 0, resolutions: [] },
    timeouts: withTimeouts(OPERATOR_TIMEOUTS, options.timeouts),
    needsOlm: true,
    words: { podSettings: 'in config of the Subscription', controllers: 'olm-operator and catalog-operator' },
    observe: (memory, view, context) => observe(options, memory, collect(view), context),
    recover: (memory, view, { cause }) => {
      const { recoveries, reinstallations } = memory;
      const found = collect(view);
      const lossless = cause === 'csv-missing' && reinstallations < MAX_REINSTALLATIONS ? reinstallation(found) : undefined;
      if (lossless !== undefined) {
        return { ...memory, reinstallations: reinstallations + 1, recovery: lossless };
      }
      const next = recoveries < maxRecoveries ? recovery(found) : undefined;
      return next === undefined ? undefined : { ...memory, recoveries: recoveries + 1, recovery: next };
    },
  });
}

function observe(
  options: OperatorReadyOptions, memory: OperatorMemory, found: Situation, { slow, timeInPhase }: ObservationContext,
): Observation<OperatorMemory, InstalledOperator> {
  const progress = installProgress(found);
  const isUnresolved = isConditionTrue(found.subscription ?? undefined, 'ResolutionFailed');
  const isPlanned = found.plan !== undefined && requiresApproval(found.plan);
  const needsPackages = (options.stepwise === true && isPlanned) || ((slow || isUnresolved) && progress?.phase === 'resolving');
  const watch = interests(options, found, { explaining: slow, packages: needsPackages });
  const reached = installedOperator(found);
  const remaining = memory.recovery === undefined || !isKnown(found) ? [] : remainingDeletions(memory.recovery, found);
  if (remaining.length > 0) {
    const waitingFor = `${list(remaining.map(({ target: { resource, name } }) => `${resource.kind} ${name}`))} to be deleted, so that OLM retries`;
    return { memory, phase: 'recovering', waitingFor, watch, findings: [], actions: pendingDeletions(remaining, found), reached };
  }
  const clearing = memory.recovery === undefined || !isKnown(found) ? undefined : planToClear(memory.recovery, found);
  if (clearing !== undefined) {
    const waitingFor = `Subscription ${found.namespace}/${found.name} to release its InstallPlan, so that OLM creates a new one`;
    return { memory, phase: 'recovering', waitingFor, watch, findings: [], actions: [clearing], reached };
  }
  const adoption = options.adopt === true && isKnown(found) ? csvAdoption(found) : {};
  const resolution = isKnown(found) && timeInPhase('resolving') >= RESOLVE_AGAIN_AFTER ? repeatedResolution(found, memory) : undefined;
  const { recovery: _, ...recovered } = memory;
  const common = {
    memory: !isKnown(found) ? memory
      : resolution === undefined ? recovered : { ...recovered, resolutions: [...new Set([...memory.resolutions, resolution.key])] },
    watch, reached,
    actions: [approval(found).action, adoption.action, resolution].filter((action) => action !== undefined),
    findings: findings(found, adoption),
  };
  if (progress === undefined && (found.csv !== undefined || found.isSelection)) {
    const { uid = '', name } = found.csv?.metadata ?? { name: found.targetCsv ?? '' };
    return { ...common, phase: 'serving', waitingFor: 'nothing', ready: { key: `${name} ${uid}`, outcome: reached as InstalledOperator } };
  }
  const isUnseen = progress?.isUnseen;
  return { ...common, phase: progress?.phase ?? 'resolving', waitingFor: progress?.waitingFor ?? 'an InstallPlan', ...defined({ isUnseen }) };
}

/** Returns the action that makes OLM resolve again, unless that was done too often. */
function repeatedResolution(found: Situation, { resolutions }: OperatorMemory): ResolveAgainAction | undefined {
  const action = resolutionToRepeat(found);
  return action === undefined || resolutions.includes(action.key) || resolutions.length < MAX_RESOLUTIONS ? action : undefined;
}

/** Returns the problems. OLM's error about an operator without a Subscription is obsolete once the operator is being adopted. */
function findings(found: Situation, { action, finding }: CsvAdoption): Finding[] {
  const all = operatorFindings(found).filter(({ cause }) => action === undefined || cause !== 'csv-without-subscription');
  return finding === undefined ? all : [finding, ...all];
}

/** Returns the interests that determine the verdict and, in a slow wait, also those that explain it. */
function interests(
  { namespace }: OperatorReadyOptions, found: Situation, more: { readonly explaining: boolean; readonly packages: boolean },
): Interest[] {
  const { subscriptions, groups, plans, csvs, deployments } = namespaceInterests(namespace);
  const subscription = found.subscription ?? undefined;
  return [
    subscriptions, groups, plans, csvs, deployments, ...apiInterests(found.csv),
    namespaceInterest(namespace), ...catalogInterests(namespace, subscription),
    ...(more.explaining ? explainingInterests(namespace, subscription) : []),
    ...(more.packages ? [packages(namespace)] : []),
  ];
}

/** Decision about ClusterServiceVersions that no Subscription refers to: the adoption of one, or why none is adopted. */
export interface CsvAdoption {
  readonly action?: AdoptAction;
  readonly finding?: Finding;
}

/**
 * Decides whether the Subscription adopts an installed ClusterServiceVersion: only if the Subscription refers to none yet, only one of the same
 * package that no Subscription refers to, and only if it is clear which one.
 *
 * OLM determines only from the status of a Subscription what it installed, and never resolves a Subscription for an operator that is already
 * installed. With the name in its status, OLM proceeds as if the Subscription had installed it.
 */
export function csvAdoption(situation: Situation): CsvAdoption {
  const { subscription, subscriptions = [], csvs = [], namespace } = situation;
  const packageName = specString(subscription ?? undefined, 'name');
  if (!subscription || packageName === undefined || isTerminating(subscription) || referencedCsvs(subscription).length > 0) {
    return {};
  }
  const claimed = new Set(subscriptions.flatMap(referencedCsvs));
  const all = csvs.filter((csv) => !claimed.has(csv.metadata.name) && !isTerminating(csv) && csvPackage(csv) === packageName);
  const replaced = new Set(all.map((csv) => specString(csv, 'replaces')));
  const newest = all.filter((csv) => !replaced.has(csv.metadata.name));
  const [csv] = newest;
  const { resourceVersion } = subscription.metadata;
  if (csv === undefined || resourceVersion === undefined) {
    return {};
  }
  if (newest.length > 1) {
    const names = list(newest.map(({ metadata }) => metadata.name));
    return { finding: { cause: 'several-csvs-without-subscription', message: `package ${packageName} is installed more than once in namespace ${namespace}: ${names}` } };
  }
  const target = actionTarget(SUBSCRIPTIONS, subscription);
  return {
    action: {
      type: 'adopt', key: `${actionKey('adopt', target)} ${resourceVersion}`, target, resourceVersion, csv: csv.metadata.name,
      // The schema requires a time. The creation time requires no clock.
      since: stringField(subscription.status, 'lastUpdated') ?? stringField(subscription.metadata, 'creationTimestamp') ?? '1970-01-01T00:00:00Z',
      description: `records in the status of Subscription ${namespacedName(subscription)} that ${csv.metadata.name} is installed, so that OLM manages it from now on`,
    },
  };
}
