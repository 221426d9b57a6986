import { OlmCluster } from './olm-cluster';
import { WITHIN_MILLISECONDS } from './operator-state';
import { waitUntil } from './wait-until';

/** A condition that is expected to become true. */
export type Milestone = readonly [title: string, reached: () => Promise<boolean>];

/**
 * Waits until all milestones are reached, and returns their titles in the order in which they were reached.
 *
 * Pass a milestone after those it follows from: each round checks the last one first, so that none is found reached before
 * its cause, however fast things happen.
 */
export async function reachAll(olm: OlmCluster, milestones: readonly Milestone[]): Promise<string[]> {
  const reached: string[] = [];
  return await waitUntil('the last milestone', WITHIN_MILLISECONDS, async () => {
    const found: string[] = [];
    for (const [title, ask] of milestones.filter(([name]) => !reached.includes(name)).reverse()) {
      if (await ask()) {
        found.unshift(title);
      }
    }
    reached.push(...found);
    const missing = milestones.map(([title]) => title).filter(title => !reached.includes(title));
    return missing.length === 0 ? reached : olm.failure ?? new Error(`not reached: ${missing.join(', ')}`);
  });
}
