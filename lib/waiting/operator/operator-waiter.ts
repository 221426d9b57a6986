import { approval } from './approval';
import { operatorFindings } from './operator-findings';
import { catalogInterests, crdInterests, explainingInterests, namespaceInterest, namespaceInterests, packages } from './operator-interests';
import { OPERATOR_TIMEOUTS, OperatorReadyOptions } from './options';
import { InstalledOperator, installedOperator } from './outcome';
import { recovery, Recovery, toAsk, toForget, unfinished } from './recovery';
import { isKnown, situation, Situation } from './situation';
import { unclaimed, Unclaimed } from './unclaimed';
import { whereabouts } from './whereabouts';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { holds } from '../cluster/kubernetes-object';
import { Finding } from '../explain/finding';
import { list } from '../explain/quote';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { Moment, Reading } from '../waiting/reading';
import { Waiter } from '../waiting/waiter';

/** What is remembered between looks: how often OLM got another try, and what has to go before the present one. */
export interface OperatorMemory {
  readonly recoveries: number;
  readonly recovery?: Recovery;
}

/**
 * Waits until an operator is installed, runs, and its APIs are served: Subscription, InstallPlan, ClusterServiceVersion, CRDs.
 */
export function operatorReady(options: OperatorReadyOptions): Waiter<Course<OperatorMemory>, InstalledOperator> {
  const most = options.recover ?? 0;
  return createWaiter<OperatorMemory, InstalledOperator>({
    subject: `operator ${options.namespace}/${options.subscription}`,
    failure: 'did not get ready',
    firstPhase: 'resolving',
    memory: { recoveries: 0 },
    timeouts: { ...OPERATOR_TIMEOUTS, ...options.timeouts, phases: { ...OPERATOR_TIMEOUTS.phases, ...options.timeouts?.phases } },
    needsOlm: true,
    read: (memory, view, moment) => read(options, memory, view, moment),
    recover: (memory, view) => {
      const next = memory.recoveries < most ? recovery(situation(options, view)) : undefined;
      return next === undefined ? undefined : { recoveries: memory.recoveries + 1, recovery: next };
    },
  });
}

function read(
  options: OperatorReadyOptions, memory: OperatorMemory, view: ClusterView, { slow }: Moment,
): Reading<OperatorMemory, InstalledOperator> {
  const found = situation(options, view);
  const where = whereabouts(found);
  const isRefused = holds(found.subscription ?? undefined, 'ResolutionFailed');
  const watch = interests(options, found, { explaining: slow, packages: (slow || isRefused) && where?.phase === 'resolving' });
  const reached = installedOperator(found);
  const left = memory.recovery === undefined || !isKnown(found) ? [] : unfinished(memory.recovery, found);
  if (left.length > 0) {
    const waitingFor = `${list(left.map(({ target: { resource, name } }) => `${resource.kind} ${name}`))} to be gone, so that OLM tries again`;
    return { memory, phase: 'recovering', waitingFor, watch, findings: [], wishes: toAsk(left, found), reached };
  }
  const forgetting = memory.recovery === undefined || !isKnown(found) ? undefined : toForget(memory.recovery, found);
  if (forgetting !== undefined) {
    const waitingFor = `Subscription ${found.namespace}/${found.name} to forget its InstallPlan, so that OLM plans anew`;
    return { memory, phase: 'recovering', waitingFor, watch, findings: [], wishes: [forgetting], reached };
  }
  const adoption = options.adopt === true && isKnown(found) ? unclaimed(found) : {};
  const reading = {
    memory: isKnown(found) ? { recoveries: memory.recoveries } : memory,
    watch, reached,
    wishes: [approval(found).action, adoption.action].filter((action) => action !== undefined),
    findings: findings(found, adoption),
  };
  if (where === undefined && found.csv !== undefined) {
    const { uid = '', name } = found.csv.metadata;
    return { ...reading, phase: 'serving', waitingFor: 'nothing', ready: { what: `${name} ${uid}`, outcome: reached as InstalledOperator } };
  }
  return { ...reading, phase: where?.phase ?? 'resolving', waitingFor: where?.waitingFor ?? 'an InstallPlan' };
}

/** What is wrong. What OLM says of an operator without Subscription is about to pass when it is taken over. */
function findings(found: Situation, { action, finding }: Unclaimed): Finding[] {
  const all = operatorFindings(found).filter(({ cause }) => action === undefined || cause !== 'csv-without-subscription');
  return finding === undefined ? all : [finding, ...all];
}

/** What is followed: what decides, and as long as it takes, what explains. */
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
