import { activePods, namespaceDeletion } from './namespace-deletion';
import { activeDeployments, namespaceContentInterests, NamespaceContentInterests, usersInterests, usersOfGroup, usersOfNamespace } from './namespace-content';
import { DeletionPolicy, deletionStage, RemovalReport, Stage, objectTitle } from './stage';
import { observeStages } from './stages-in-order';
import { OPERATOR_GROUPS } from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { distinct } from '../view/interest';
import { isTerminating } from '../view/kubernetes-object';
import { objectOf, objectsOf } from '../view/queries';
import { list } from '../explain/formatting';
import { byName } from '../operator/situation';
import { WaiterState } from '../machine/waiter-state';
import { createWaiter } from '../machine/create-waiter';
import { INITIAL_LISTS, ObservationContext, Observation } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts, withTimeouts } from '../machine/timeouts';
import { Waiter } from '../machine/waiter';

/** Options of `namespaceRemoval`. */
export interface NamespaceRemovalOptions {
  readonly namespace: string;
  /** Names of the OperatorGroups to delete, each if no operator uses it. @default - none */
  readonly operatorGroups?: readonly string[];
  /** Whether to delete the Namespace if it is not in use. @default false */
  readonly removeNamespace?: boolean;
  /** Names of CRDs whose objects use the Namespace, besides those that OLM installed. @default - none */
  readonly crds?: readonly string[];
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /** @default - `NAMESPACE_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `namespaceRemoval`, in their order. */
export type NamespaceRemovalPhase = 'inspecting' | 'operator group' | 'namespace';

/** Timeouts of `namespaceRemoval`. The deletion of a Namespace takes time. */
export const NAMESPACE_REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 10 * 60_000, settling: 0, phases: { 'operator group': 2 * 60_000, 'namespace': 5 * 60_000 },
};

/** Memory of the namespace removal: the deleted objects. */
export interface NamespaceRemovalMemory {
  readonly removed: readonly string[];
}

/** Removes the OperatorGroup and the Namespace of a removed operator, each only if it is no longer used; otherwise it reports what uses them. */
export function namespaceRemoval(options: NamespaceRemovalOptions): Waiter<WaiterState<NamespaceRemovalMemory>, RemovalReport> {
  return createWaiter<NamespaceRemovalMemory, RemovalReport>({
    subject: `removal of operator namespace ${options.namespace}`,
    failure: 'did not finish',
    firstPhase: 'inspecting',
    memory: { removed: [] },
    timeouts: { ...withTimeouts(NAMESPACE_REMOVAL_TIMEOUTS, options.timeouts), settling: 0 },
    needsOlm: false,
    observe: (memory, view, context) => observe(options, memory, view, context),
  });
}

function observe(
  options: NamespaceRemovalOptions, memory: NamespaceRemovalMemory, view: ClusterView, { timeInPhase }: ObservationContext,
): Observation<NamespaceRemovalMemory, RemovalReport> {
  const interests = namespaceContentInterests(options.namespace, view, options.crds);
  const watch = distinct([
    ...((options.operatorGroups ?? []).length === 0 ? [] : Object.values(interests.ofGroup)),
    ...(options.removeNamespace === true ? usersInterests(interests, view) : []),
  ]);
  if (watch.some((interest) => objectsOf(view, interest) === undefined)) {
    return { memory, phase: 'inspecting', waitingFor: INITIAL_LISTS, watch, findings: [], actions: [], reached: {} };
  }
  const policy = { description: '', force: options.force ?? false, timeInPhase };
  const groups = (options.operatorGroups ?? []).map((name) => () => groupStage(name, interests, view, policy));
  return observeStages(memory.removed, [...groups, () => namespaceStage(options, interests, view, policy)], watch);
}

function groupStage(name: string, interests: NamespaceContentInterests, view: ClusterView, policy: DeletionPolicy): Stage {
  const phase = 'operator group';
  const group = byName(objectsOf(view, interests.ofGroup.groups) ?? [], name);
  if (group === undefined) {
    return { phase };
  }
  const found = { resource: OPERATOR_GROUPS, object: group };
  const users = usersOfGroup(group, interests, view);
  return users.length > 0 && !isTerminating(group)
    ? { phase, left: [{ object: objectTitle(found), reason: `in use by ${list(users)}` }] }
    : deletionStage(phase, [found], { ...policy, description: 'deletes the OperatorGroup, which is no longer used' });
}

function namespaceStage(
  { removeNamespace }: NamespaceRemovalOptions, interests: NamespaceContentInterests, view: ClusterView, policy: DeletionPolicy,
): Stage {
  const namespace = objectOf(view, interests.ofNamespace.namespace);
  if (removeNamespace !== true || !namespace) {
    return { phase: 'namespace' };
  }
  const pods = activePods(objectsOf(view, interests.ofNamespace.pods) ?? []);
  return namespaceDeletion('namespace', namespace, {
    users: usersOfNamespace(interests, view), running: [...activeDeployments(interests, view), ...pods],
  }, policy);
}
