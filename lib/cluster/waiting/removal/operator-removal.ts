import { list } from '../explain/formatting';
import { Waiter, withTimeouts } from '../machine/waiter';
import { Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { byName } from '../operator/situation';
import { ClusterView, Interest, objectsOf } from '../view/cluster-view';
import { neededDependencies, remainingDependencies, removableDependencies, unneededDependencies, updateDependencies } from './dependencies';
import { bundleObjectStage } from './bundle-object-stage';
import { authReaderStage, groupStage, leftConversionStage, ownedStage, recordStage } from './leftover-stages';
import { crdStage, operandGuard, operandsStage } from './operand-stages';
import { kindAndGroup, selectsCrds } from './operator-crds';
import { DependencyFootprint, OperatorFootprint, updateFootprint } from './operator-footprint';
import { OperatorRemovalOptions, REMOVAL_TIMEOUTS } from './operator-removal-options';
import { crdsOf, csvsOf, csvStage, operandsOf, Removal, subscriptionStage } from './operator-stages';
import { removalInterests } from './removal-interests';
import { areListed, isPending, RemovalMemory, removalWaiter, startedStages, unlisted } from './removal-waiter';
import { deletedTitles, RemovalReport } from './stage';

/** Memory of the operator removal: what is known about the operator, and the deleted objects. */
export interface OperatorRemovalMemory extends RemovalMemory {
  readonly footprint: OperatorFootprint;
  readonly dependencies: readonly DependencyFootprint[];
}

/**
 * Removes an operator in an order that leaves nothing stuck: Subscription, operands, ClusterServiceVersion, CRDs; then the dependencies that nothing
 * else requires, in the same order. Operands, CRDs and dependencies are only removed if the options say so. `namespaceRemoval` removes the
 * OperatorGroup and the Namespace.
 */
export function operatorRemoval(options: OperatorRemovalOptions): Waiter<WaiterState<OperatorRemovalMemory>, RemovalReport> {
  const { dependencies = [], ...footprint } = options.known ?? { csvs: [], apis: [] };
  return removalWaiter<OperatorRemovalMemory>({
    subject: `removal of operator ${options.namespace}/${options.subscription}`,
    memory: { footprint, dependencies, removed: [] },
    timeouts: withTimeouts(REMOVAL_TIMEOUTS, options.timeouts),
    observe: (memory, view, context) => observe(options, memory, view, context),
  });
}

/** Stages after the operator is deleted. */
const LAST_STAGES = [leftConversionStage, ownedStage, authReaderStage, bundleObjectStage, recordStage];

function observe(
  options: OperatorRemovalOptions, memory: OperatorRemovalMemory, view: ClusterView, { timeInPhase }: ObservationContext,
): Observation<OperatorRemovalMemory, RemovalReport> {
  const footprint = updateFootprint(options, memory.footprint, view);
  const dependencies = updateDependencies(options, memory.dependencies, footprint, view);
  const remaining = remainingDependencies(options, footprint, dependencies, view);
  const removalOf = (apisTitle: string, of: OperatorRemovalOptions, found: OperatorFootprint): Removal => (
    {
      apisTitle, options: of, footprint: found, interests: removalInterests(of, found, view), view, timeInPhase,
      removed: memory.removed, operands: of.operands ?? 'abort', force: of.force ?? false,
    }
  );
  const removals = [
    removalOf('the operator\'s APIs', options, footprint),
    ...(options.dependencies === true ? removableDependencies(dependencies, remaining) : [])
      .map((found) => removalOf(`the APIs of its dependency ${list(found.csvs)}`, { ...options, subscription: found.subscription }, found)),
  ];
  const watch = removals.flatMap(requiredInterests);
  // InstallPlans are gone with the Subscription, so what they show is needed before.
  if (!areListed(watch, view) || removals.some(({ interests: { plans } }) => isPending(plans, view))) {
    return unlisted({ ...memory, footprint, dependencies }, watch);
  }
  const stages = startedStages([
    ...removals.map((removal) => () => operandGuard(removal, operandsOf(removal))),
    ...removals.flatMap((removal) => [
      () => subscriptionStage(removal), () => operandsStage(removal, operandsOf(removal)),
      () => csvStage(removal), () => crdStage(removal, crdsOf(removal)),
    ]),
    // These stages are last and share a phase, in which OLM and the garbage collector finish.
    ...removals.flatMap((removal) => LAST_STAGES.map((make) => () => make(removal))),
    ...(options.reportsGroups === true ? [() => groupStage(removals)] : []),
  ]);
  const stage = stages.find(({ waitingFor }) => waitingFor !== undefined);
  const actions = stages.flatMap((started) => started.actions ?? []);
  const removed = [...new Set([...memory.removed, ...deletedTitles(actions)])];
  // The operator still needs its dependencies as long as it exists.
  const kept = csvsOf(removals[0]!).length > 0 ? []
    : options.dependencies === true ? neededDependencies(remaining) : unneededDependencies(options.namespace, remaining);
  const kinds = removals.flatMap(({ footprint: { apis } }) => apis.map(kindAndGroup));
  const report: RemovalReport = { removed, kinds, left: [...stages.flatMap((started) => (started === stage ? [] : started.left ?? [])), ...kept] };
  return {
    memory: { footprint, dependencies, removed },
    phase: stage?.phase ?? 'record',
    waitingFor: stage?.waitingFor ?? 'nothing',
    watch, actions, reached: report,
    findings: stage?.findings ?? [],
    ...(stage === undefined ? { ready: { key: 'removed', outcome: report } } : {}),
  };
}

/** Returns the interests that the options require, since no permissions are needed for what is not removed. */
function requiredInterests({ operands, options, footprint: { csvs: names }, interests, view }: Removal): Interest[] {
  const { crds = false } = options;
  const { subscriptions, csvs, allCsvs, deployments, controllers, operator, recorded, owned, authReaders, services } = interests;
  const { plans, groups, bundleObjects } = interests;
  const listed = objectsOf(view, csvs);
  // Leftovers only appear once the operator is deleted.
  const isDeleted = listed !== undefined && names.every((name) => byName(listed, name) === undefined);
  return [
    subscriptions, csvs, deployments, controllers, plans, ...(options.reportsGroups === true ? [groups] : []),
    ...(operands === 'ignore' && !selectsCrds(crds) ? [] : interests.operands.map(({ interest }) => interest)),
    ...interests.crds, ...(selectsCrds(crds) ? [allCsvs] : []), ...(operator === undefined ? [] : [operator]),
    ...(isDeleted ? [...recorded, ...owned, authReaders, ...services, ...bundleObjects.lists, ...bundleObjects.users] : []),
  ];
}
