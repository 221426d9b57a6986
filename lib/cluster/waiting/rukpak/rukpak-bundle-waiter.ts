import { Finding } from '../explain/explanation';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, JudgingWaiter, Timeouts } from '../machine/waiter';
import { INITIAL_LISTS, WaiterState } from '../machine/waiter-state';
import { ClusterView, objectOf } from '../view/cluster-view';
import { KubernetesObject } from '../view/kubernetes-object';
import { idleFinding, missingFindings, unpackFindings } from './installation-findings';
import { isBundleUnpacked, unpackedCondition, UnpackedContent, unpackedContent } from './installation-status';
import { bundleInterest } from './resources';

/** Options of `rukpakBundleReady`. */
export interface RukpakBundleReadyOptions {
  /** Name of the Bundle. */
  readonly name: string;
  /** @default - `RUKPAK_BUNDLE_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Bundle that RukPak has unpacked. */
export interface UnpackedRukpakBundle extends UnpackedContent {
  readonly name: string;
}

/** Timeouts of `rukpakBundleReady`. */
export const RUKPAK_BUNDLE_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 5 * 60_000 };

/** Waits until RukPak has unpacked a Bundle, in the single phase `unpacking`, followed by `settling`. RukPak 0.1.0 to 0.16.0 have Bundles. */
export function rukpakBundleReady({ name, timeouts }: RukpakBundleReadyOptions): JudgingWaiter<WaiterState<undefined>, UnpackedRukpakBundle> {
  const interest = bundleInterest(name);
  return createWaiter<undefined, UnpackedRukpakBundle>({
    subject: `bundle ${name}`,
    failure: 'did not become ready',
    firstPhase: 'unpacking',
    memory: undefined,
    timeouts: { ...RUKPAK_BUNDLE_TIMEOUTS, ...timeouts },
    needsOlm: false,
    words: { controllers: 'the provisioners of RukPak' },
    observe: (_, view) => {
      const bundle = objectOf(view, interest);
      const outcome = { name, ...(bundle ? unpackedContent(bundle) : {}) };
      const common = { memory: undefined, phase: 'unpacking', watch: [interest], actions: [], reached: outcome };
      if (bundle && isBundleUnpacked(bundle)) {
        const key = [bundle.metadata.uid, outcome.resolvedSource].join(' ');
        return { ...common, waitingFor: 'nothing', findings: [], ready: { key, outcome } };
      }
      return { ...common, waitingFor: waitingFor(name, bundle), findings: rukpakBundleFindings(name, bundle, view) };
    },
  });
}

/** Returns what keeps a Bundle from being unpacked. */
export function rukpakBundleFindings(name: string, bundle: KubernetesObject | null | undefined, view: ClusterView): Finding[] {
  if (!bundle) {
    return bundle === undefined ? [] : missingFindings(bundleInterest(name), view);
  }
  const unpacked = unpackedCondition(bundle);
  return unpacked === undefined ? [idleFinding(`Bundle ${name}`, bundle)] : unpackFindings(`Bundle ${name}`, unpacked);
}

function waitingFor(name: string, bundle: KubernetesObject | null | undefined): string {
  if (!bundle) {
    return bundle === null ? `Bundle ${name} to be created` : INITIAL_LISTS;
  }
  return unpackedCondition(bundle) === undefined ? `RukPak to process Bundle ${name}` : 'RukPak to unpack the bundle';
}
