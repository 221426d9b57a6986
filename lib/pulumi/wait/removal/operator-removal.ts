import { learn, removalInterests, RemovalInterests } from './operator-knowledge';
import { OperatorRemovalOptions, REMOVAL_TIMEOUTS } from './operator-removal-options';
import { crdStage, csvStage, guard, operandsStage, recordStage, Removal, subscriptionStage } from './operator-stages';
import { OperatorTraces } from './operator-traces';
import { deleted, RemovalReport, Stage } from './stage';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { objectsOf } from '../cluster/queries';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { Moment, Reading } from '../waiting/reading';
import { Waiter } from '../waiting/waiter';

/** What a removal remembers: what the deleted objects told, and what was deleted. */
export interface RemovalMemory {
  readonly traces: OperatorTraces;
  readonly removed: readonly string[];
}

/**
 * Removes an operator in an order that leaves nothing stuck: Subscription, operands, ClusterServiceVersion, CRDs. What goes beyond the
 * first and the third, the options say. The OperatorGroup and the Namespace are the place of operators, and go with it.
 */
export function operatorRemoval(options: OperatorRemovalOptions): Waiter<Course<RemovalMemory>, RemovalReport> {
  return createWaiter<RemovalMemory, RemovalReport>({
    subject: `removal of operator ${options.namespace}/${options.subscription}`,
    failure: 'did not finish',
    firstPhase: 'looking',
    memory: { traces: options.known ?? { csvs: [], apis: [] }, removed: [] },
    timeouts: { ...REMOVAL_TIMEOUTS, ...options.timeouts, phases: { ...REMOVAL_TIMEOUTS.phases, ...options.timeouts?.phases } },
    needsOlm: false,
    read: (memory, view, moment) => read(options, memory, view, moment),
  });
}

function read(options: OperatorRemovalOptions, memory: RemovalMemory, view: ClusterView, { timeIn }: Moment): Reading<RemovalMemory, RemovalReport> {
  const traces = learn(options, memory.traces, view);
  const interests = removalInterests(options, traces, view);
  const watch = followed(options, interests);
  const isKnown = watch.every((interest) => interest.optional === true || objectsOf(view, interest) !== undefined);
  if (!isKnown) {
    return {
      memory: { ...memory, traces }, phase: 'looking', waitingFor: 'the first lists of the API server', watch, findings: [], wishes: [], reached: {},
    };
  }
  const removal: Removal = { options, traces, interests, view, timeIn };
  const { stage, before } = firstUnfinished([
    guard, subscriptionStage, operandsStage, csvStage, crdStage, recordStage,
  ].map((make) => () => make(removal)));
  const wishes = [...before.flatMap((done) => done.wishes ?? []), ...(stage?.wishes ?? [])];
  const removed = [...new Set([...memory.removed, ...deleted(wishes)])];
  const report: RemovalReport = { removed, left: before.flatMap(({ left = [] }) => left) };
  return {
    memory: { traces, removed },
    phase: stage?.phase ?? 'record',
    waitingFor: stage?.waitingFor ?? 'nothing',
    watch, wishes, reached: report,
    findings: stage?.findings ?? [],
    ...(stage === undefined ? { ready: { what: 'removed', outcome: report } } : {}),
  };
}

/** What has to be followed: what nobody wants to remove need not be looked at. */
function followed({ operands = 'abort', crds = false }: OperatorRemovalOptions, interests: RemovalInterests): Interest[] {
  const { subscriptions, csvs, allCsvs, deployments, controllers, operator } = interests;
  return [
    subscriptions, csvs, deployments, controllers,
    ...(operands === 'ignore' && !crds ? [] : interests.operands.map(({ interest }) => interest)),
    ...interests.crds, ...(crds ? [allCsvs] : []), ...(operator === undefined ? [] : [operator]),
  ];
}

/** The first stage that waits for something, and those that are over. */
function firstUnfinished(stages: readonly (() => Stage)[]): { readonly stage: Stage | undefined; readonly before: readonly Stage[] } {
  const before: Stage[] = [];
  for (const make of stages) {
    const stage = make();
    if (stage.waitingFor !== undefined) {
      return { stage, before };
    }
    before.push(stage);
  }
  return { stage: undefined, before };
}
