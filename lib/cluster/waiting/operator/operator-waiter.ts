import { approval } from './approval';
import { operatorFindings } from './operator-findings';
import { catalogInterests, crdInterests, explainingInterests, namespaceInterest, namespaceInterests, packages } from './operator-interests';
import { OPERATOR_TIMEOUTS, OperatorReadyOptions } from './options';
import { InstalledOperator, installedOperator } from './outcome';
import { recovery, Recovery, pendingDeletions, planToClear, reinstallation, remainingDeletions } from './recovery';
import { isKnown, requiresApproval, situation, Situation } from './situation';
import { csvAdoption, CsvAdoption } from './csv-adoption';
import { installProgress } from './install-progress';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { isConditionTrue } from '../view/kubernetes-object';
import { Finding } from '../explain/finding';
import { list } from '../explain/formatting';
import { WaiterState } from '../machine/waiter-state';
import { createWaiter } from '../machine/create-waiter';
import { ObservationContext, Observation } from '../machine/observation';
import { JudgingWaiter } from '../machine/waiter';
import { withTimeouts } from '../machine/timeouts';

/** Memory of the operator waiter: the number of recoveries, and the one in progress. */
export interface OperatorMemory {
  /** Recoveries that the options allow. */
  readonly recoveries: number;
  /** Reinstallations of a deleted ClusterServiceVersion, which need no permission of the options. */
  readonly reinstallations: number;
  readonly recovery?: Recovery;
}

/** Maximum number of reinstallations in one wait. If a ClusterServiceVersion is deleted repeatedly, the user must first find out why. */
const MAX_REINSTALLATIONS = 2;

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
    memory: { recoveries: 0, reinstallations: 0 },
    timeouts: withTimeouts(OPERATOR_TIMEOUTS, options.timeouts),
    needsOlm: true,
    words: { podSettings: 'in config of the Subscription', controllers: 'olm-operator and catalog-operator' },
    observe: (memory, view, context) => observe(options, memory, collect(view), context),
    recover: ({ recoveries, reinstallations }, view, { cause }) => {
      const found = collect(view);
      const lossless = cause === 'csv-missing' && reinstallations < MAX_REINSTALLATIONS ? reinstallation(found) : undefined;
      if (lossless !== undefined) {
        return { recoveries, reinstallations: reinstallations + 1, recovery: lossless };
      }
      const next = recoveries < maxRecoveries ? recovery(found) : undefined;
      return next === undefined ? undefined : { recoveries: recoveries + 1, reinstallations, recovery: next };
    },
  });
}

function observe(
  options: OperatorReadyOptions, memory: OperatorMemory, found: Situation, { slow }: ObservationContext,
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
  const common = {
    memory: isKnown(found) ? { recoveries: memory.recoveries, reinstallations: memory.reinstallations } : memory,
    watch, reached,
    actions: [approval(found).action, adoption.action].filter((action) => action !== undefined),
    findings: findings(found, adoption),
  };
  if (progress === undefined && found.csv !== undefined) {
    const { uid = '', name } = found.csv.metadata;
    return { ...common, phase: 'serving', waitingFor: 'nothing', ready: { key: `${name} ${uid}`, outcome: reached as InstalledOperator } };
  }
  return { ...common, phase: progress?.phase ?? 'resolving', waitingFor: progress?.waitingFor ?? 'an InstallPlan' };
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
    subscriptions, groups, plans, csvs, deployments, ...crdInterests(found.csv),
    namespaceInterest(namespace), ...catalogInterests(namespace, subscription),
    ...(more.explaining ? explainingInterests(namespace, subscription) : []),
    ...(more.packages ? [packages(namespace)] : []),
  ];
}
