import { DEFAULT_TIMEOUTS, Timeouts, Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { RemovalMemory, removalWaiter, unlisted } from '../removal/removal-waiter';
import { deletedTitles, deletionStage, RemovalReport } from '../removal/stage';
import { objectOf } from '../view/cluster-view';
import { bundleInterest, BUNDLES } from './resources';

/** Options of `rukpakBundleRemoval`. */
export interface RukpakBundleRemovalOptions {
  /** Name of the Bundle. */
  readonly name: string;
  /** Whether to remove the finalizers of the Bundle if RukPak does not handle them for more than a minute. @default false */
  readonly force?: boolean;
  /** @default - `RUKPAK_BUNDLE_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Timeouts of `rukpakBundleRemoval`. They are short because RukPak only deletes files. */
export const RUKPAK_BUNDLE_REMOVAL_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 3 * 60_000, settling: 0 };

/** Deletes a Bundle, and waits until RukPak has handled its finalizer. Objects that a BundleInstance installed from it are kept. */
export function rukpakBundleRemoval(
  { name, force = false, timeouts }: RukpakBundleRemovalOptions,
): Waiter<WaiterState<RemovalMemory>, RemovalReport> {
  const interest = bundleInterest(name);
  return removalWaiter<RemovalMemory>({
    subject: `removal of bundle ${name}`,
    firstPhase: 'bundle',
    memory: { removed: [] },
    timeouts: { ...RUKPAK_BUNDLE_REMOVAL_TIMEOUTS, ...timeouts },
    observe: ({ removed: before }, view, { timeInPhase }) => {
      const bundle = objectOf(view, interest);
      if (bundle === undefined) {
        return unlisted({ removed: before }, [interest], 'bundle');
      }
      const { waitingFor, actions = [], findings = [] } = deletionStage('bundle', bundle === null ? [] : [{ resource: BUNDLES, object: bundle }], {
        description: 'deletes the Bundle', force, timeInPhase,
      });
      const removed = [...new Set([...before, ...deletedTitles(actions)])];
      return {
        memory: { removed }, phase: 'bundle', watch: [interest], reached: {}, waitingFor: waitingFor ?? 'nothing', actions, findings,
        ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: { removed, left: [] } } } : {}),
      };
    },
  });
}
