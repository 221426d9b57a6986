import { Construct } from 'constructs';
import type { BundleEngine } from './bundle-engine';
import { Cluster } from './cluster';

/** Name of the engine for OLM v0, whose objects an `OperatorSubscription` creates itself. */
const OLM_V0 = 'OlmV0';

/**
 * Returns the engine of a subscription or of a catalog, otherwise of its cluster, unless it is that of OLM v0. An engine of the cluster that installs
 * bundles only is ignored.
 */
export function packageEngineOf(scope: Construct, { engine }: { readonly engine?: BundleEngine }): BundleEngine | undefined {
  const ofCluster = Cluster.of(scope)?.engine;
  const chosen = engine ?? (ofCluster?.installsPackages === true ? ofCluster : undefined);
  return chosen === undefined || chosen.name === OLM_V0 ? undefined : chosen;
}
