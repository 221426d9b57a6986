import { deletedTitles, RemovalReport, Stage } from './stage';
import { Interest } from '../view/interest';
import { Observation } from '../machine/observation';

/** Memory of a removal in stages. */
export interface StagesMemory {
  /** Deleted objects, by kind, namespace and name. */
  readonly removed: readonly string[];
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
): Observation<StagesMemory, RemovalReport> {
  const started = startedStages(stages);
  const { phase, waitingFor, actions = [], findings = [] } = started.at(-1)!;
  const removed = [...new Set([...before, ...deletedTitles(actions)])];
  const report: RemovalReport = { removed, left: started.flatMap(({ left = [] }) => left) };
  return {
    memory: { removed }, phase, waitingFor: waitingFor ?? 'nothing', watch, actions, findings, reached: report,
    ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: report } } : {}),
  };
}
