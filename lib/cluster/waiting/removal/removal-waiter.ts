import { createWaiter } from '../machine/create-waiter';
import type { Timeouts, Waiter } from '../machine/waiter';
import { INITIAL_LISTS, type Observation, type ObservationContext, type WaiterState } from '../machine/waiter-state';
import { type ClusterView, type Interest, objectsOf } from '../view/cluster-view';
import { deletedTitles, type RemovalReport, type Stage } from './stage';

/** Memory of a removal. */
export interface RemovalMemory {
  /** Deleted objects, by kind, namespace and name. */
  readonly removed: readonly string[];
}

/** Definition of one kind of removal. `removalWaiter` adds what all kinds share. */
export interface RemovalDefinition<Memory extends RemovalMemory> {
  /** Name of the removal, such as `removal of operator demo/plain`. */
  readonly subject: string;
  /** @default 'inspecting' */
  readonly firstPhase?: string;
  readonly memory: Memory;
  /** Timeouts, whose settling time does not apply: what is deleted does not come back. */
  readonly timeouts: Timeouts;
  readonly observe: (memory: Memory, view: ClusterView, context: ObservationContext) => Observation<Memory, RemovalReport>;
}

/** Creates the waiter of a removal. */
export function removalWaiter<Memory extends RemovalMemory>(
  { subject, firstPhase = 'inspecting', memory, timeouts, observe }: RemovalDefinition<Memory>,
): Waiter<WaiterState<Memory>, RemovalReport> {
  return createWaiter<Memory, RemovalReport>({
    subject, failure: 'did not finish', firstPhase, memory, timeouts: { ...timeouts, settling: 0 }, needsOlm: false, observe,
  });
}

/** Whether all objects are listed that decide what a removal does. */
export function areListed(watch: readonly Interest[], view: ClusterView): boolean {
  return watch.every((interest) => interest.optional === true || objectsOf(view, interest) !== undefined);
}

/** Whether it is not known yet if an interest can be listed. */
export function isPending(interest: Interest, view: ClusterView): boolean {
  return objectsOf(view, interest) === undefined && view.snapshot(interest).problem === undefined;
}

/** Returns the observation of a removal that has not seen every object yet. */
export function unlisted<Memory extends RemovalMemory>(memory: Memory, watch: readonly Interest[], phase = 'inspecting'): Observation<Memory, RemovalReport> {
  return { memory, phase, waitingFor: INITIAL_LISTS, watch, findings: [], actions: [], reached: {} };
}

/** Returns the stages up to and including the first one that waits for something. Those before it are complete, and those after it have not begun. */
export function startedStages(stages: readonly (() => Stage)[]): Stage[] {
  const started: Stage[] = [];
  for (const make of stages) {
    const stage = make();
    started.push(stage);
    if (stage.waitingFor !== undefined) {
      break;
    }
  }
  return started;
}

/**
 * Returns what a removal with consecutive stages does, which is what the last of the started stages does.
 *
 * @param stages the stages; at least one
 */
export function observeStages(
  before: readonly string[], stages: readonly (() => Stage)[], watch: readonly Interest[],
): Observation<RemovalMemory, RemovalReport> {
  const started = startedStages(stages);
  const { phase, waitingFor, actions = [], findings = [] } = started.at(-1)!;
  const removed = [...new Set([...before, ...deletedTitles(actions)])];
  const report: RemovalReport = { removed, left: started.flatMap(({ left = [] }) => left) };
  return {
    memory: { removed }, phase, waitingFor: waitingFor ?? 'nothing', watch, actions, findings, reached: report,
    ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: report } } : {}),
  };
}
