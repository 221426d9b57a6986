import { SyncStage } from './sync-stage';

/** An object in the order of an app. */
export interface WaveNode {
  /** Stage of the object, or undefined if it may be applied in any stage. */
  readonly stage: SyncStage | undefined;
  /** Indexes of the nodes that are applied before it. */
  readonly after: readonly number[];
}

const STAGES = 6;
const STEP = 10;

/** Wave of the last stage of the first round, which is also the wave of objects without an annotation. */
const LAST_WAVE = 0;

/**
 * Returns the wave of each node, or the nodes of a cycle, each depending on the next one.
 *
 * Each stage has fixed waves, so they stay the same when objects are added. Only if an object depends on one of a later stage, such as a
 * catalog that needs a custom resource of another operator, is there a second round of stages after the first one.
 */
export function wavesOf(nodes: readonly WaveNode[]): { readonly waves: readonly number[] } | { readonly cycle: readonly number[] } {
  const sorted = topology(nodes);
  if ('cycle' in sorted) {
    return sorted;
  }
  const { order } = sorted;
  const stages: number[] = nodes.map(({ stage }) => stage ?? SyncStage.OPERANDS);
  for (const index of [...order].reverse()) {
    for (const earlier of nodes[index]!.after) {
      if (nodes[earlier]!.stage === undefined) {
        stages[earlier] = Math.min(stages[earlier]!, stages[index]!);
      }
    }
  }
  const rounds: number[] = nodes.map(() => 0);
  for (const index of order) {
    rounds[index] = Math.max(0, ...nodes[index]!.after.map(earlier => rounds[earlier]! + (stages[earlier]! > stages[index]! ? 1 : 0)));
  }
  return { waves: nodes.map((_, index) => LAST_WAVE + (rounds[index]! * STAGES + stages[index]! - SyncStage.OPERANDS) * STEP) };
}

/** Sorts nodes topologically. Not recursive, because chains may be long. */
function topology(nodes: readonly WaveNode[]): { readonly order: readonly number[] } | { readonly cycle: readonly number[] } {
  const order: number[] = [];
  const states: ('new' | 'open' | 'done')[] = nodes.map(() => 'new');
  for (const start of nodes.keys()) {
    const path = states[start] === 'new' ? [{ index: start, next: 0 }] : [];
    while (path.length > 0) {
      const top = path.at(-1)!;
      states[top.index] = 'open';
      const earlier = nodes[top.index]!.after[top.next++];
      if (earlier === undefined) {
        states[top.index] = 'done';
        order.push(top.index);
        path.pop();
      } else if (states[earlier] === 'open') {
        return { cycle: path.slice(path.findIndex(({ index }) => index === earlier)).map(({ index }) => index) };
      } else if (states[earlier] === 'new') {
        path.push({ index: earlier, next: 0 });
      }
    }
  }
  return { order };
}
