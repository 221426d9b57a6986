import { livingPods, namespaceDeletion } from './namespace-deletion';
import { livingDeployments, placeInterests, PlaceInterests, usersOfGroup, usersOfNamespace } from './place-content';
import { DeletionPolicy, deleted, deletionStage, RemovalReport, Stage, title } from './stage';
import { OPERATOR_GROUPS } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { isDeleted } from '../cluster/kubernetes-object';
import { objectOf, objectsOf } from '../cluster/queries';
import { list } from '../explain/quote';
import { byName } from '../operator/situation';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { Moment, Reading } from '../waiting/reading';
import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';
import { Waiter } from '../waiting/waiter';

/** What is to be removed of the place that an operator had, once the operator is gone. */
export interface PlaceRemovalOptions {
  readonly namespace: string;
  /** The OperatorGroup to delete, where no operator uses it. @default - none */
  readonly operatorGroup?: string;
  /** Whether the Namespace goes too, where nobody uses it. @default false */
  readonly removeNamespace?: boolean;
  /** Whether finalizers are taken off what hangs for a minute. What they were for is then left undone. @default false */
  readonly force?: boolean;
  /** @default - see `PLACE_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** The phases of the removal of a place, in their order. */
export type PlaceRemovalPhase = 'looking' | 'operator group' | 'namespace';

/** A Namespace takes its time to empty itself. */
export const PLACE_REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 10 * 60_000, settling: 0, phases: { 'operator group': 60_000, 'namespace': 5 * 60_000 },
};

/** What a removal of a place remembers: what it deleted. */
export interface PlaceRemovalMemory {
  readonly removed: readonly string[];
}

/** Removes the OperatorGroup and the Namespace of an operator that is gone, each as long as nobody else uses it, and tells who does. */
export function placeRemoval(options: PlaceRemovalOptions): Waiter<Course<PlaceRemovalMemory>, RemovalReport> {
  return createWaiter<PlaceRemovalMemory, RemovalReport>({
    subject: `removal of place ${options.namespace}`,
    failure: 'did not finish',
    firstPhase: 'looking',
    memory: { removed: [] },
    timeouts: { ...PLACE_REMOVAL_TIMEOUTS, ...options.timeouts, phases: { ...PLACE_REMOVAL_TIMEOUTS.phases, ...options.timeouts?.phases } },
    needsOlm: false,
    read: (memory, view, moment) => read(options, memory, view, moment),
  });
}

function read(
  options: PlaceRemovalOptions, memory: PlaceRemovalMemory, view: ClusterView, { timeIn }: Moment,
): Reading<PlaceRemovalMemory, RemovalReport> {
  const interests = placeInterests(options.namespace, view);
  const { ofGroup, ofNamespace, operands } = interests;
  const watch = [
    ...Object.values(ofGroup),
    ...(options.removeNamespace === true ? [...Object.values(ofNamespace), ...operands] : []),
  ];
  if (watch.some((interest) => objectsOf(view, interest) === undefined)) {
    return { memory, phase: 'looking', waitingFor: 'the first lists of the API server', watch, findings: [], wishes: [], reached: {} };
  }
  const policy = { why: '', force: options.force ?? false, timeIn };
  const ofTheGroup = groupStage(options, interests, view, policy);
  const stages = ofTheGroup.waitingFor === undefined ? [ofTheGroup, namespaceStage(options, interests, view, policy)] : [ofTheGroup];
  const last = stages.at(-1)!;
  const wishes = last.wishes ?? [];
  const removed = [...new Set([...memory.removed, ...deleted(wishes)])];
  const report: RemovalReport = { removed, left: stages.flatMap(({ left = [] }) => left) };
  return {
    memory: { removed }, phase: last.phase, waitingFor: last.waitingFor ?? 'nothing', watch, wishes, findings: last.findings ?? [], reached: report,
    ...(last.waitingFor === undefined ? { ready: { what: 'removed', outcome: report } } : {}),
  };
}

function groupStage({ operatorGroup }: PlaceRemovalOptions, interests: PlaceInterests, view: ClusterView, policy: DeletionPolicy): Stage {
  const phase = 'operator group';
  const group = operatorGroup === undefined ? undefined : byName(objectsOf(view, interests.ofGroup.groups) ?? [], operatorGroup);
  if (group === undefined) {
    return { phase };
  }
  const found = { resource: OPERATOR_GROUPS, object: group };
  const users = usersOfGroup(group, interests, view);
  return users.length > 0 && !isDeleted(group)
    ? { phase, left: [{ what: title(found), why: `in use by ${list(users)}` }] }
    : deletionStage(phase, [found], { ...policy, why: 'deletes the OperatorGroup that nobody uses any longer' });
}

function namespaceStage({ removeNamespace }: PlaceRemovalOptions, interests: PlaceInterests, view: ClusterView, policy: DeletionPolicy): Stage {
  const namespace = objectOf(view, interests.ofNamespace.namespace);
  if (removeNamespace !== true || !namespace) {
    return { phase: 'namespace' };
  }
  const pods = livingPods(objectsOf(view, interests.ofNamespace.pods) ?? []);
  return namespaceDeletion('namespace', namespace, {
    users: usersOfNamespace(interests, view), running: [...livingDeployments(interests, view), ...pods],
  }, policy);
}
