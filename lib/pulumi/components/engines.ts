import type * as pulumi from '@pulumi/pulumi';
import type { Bundle } from '../../bundle/bundle';
import { ClusterExtensionReady } from '../resources/cluster-extension-ready';
import { OperatorReady, type OwnedApi } from '../resources/operator-ready';
import { PlainReady } from '../resources/plain-ready';
import { RukpakReady } from '../resources/rukpak-ready';
import type { WaiterResource } from '../resources/waiter-resource';
import { OLM_V1_WAITERS } from './olm-v1-waiters';
import { PLAIN_WAITERS } from './plain-waiters';
import { RUKPAK_WAITERS } from './rukpak-waiters';
import type { EngineWaiters } from './waiter-plan';

/** Engines other than OLM v0. Operators of OLM v0 have a Subscription. */
export const ENGINES: readonly EngineWaiters[] = [OLM_V1_WAITERS, RUKPAK_WAITERS, PLAIN_WAITERS];

/** Outputs about what is installed, as far as each engine reports them. */
export interface InstalledOutputs {
  /** Name of the CSV, or of the bundle. */
  readonly csvName: pulumi.Output<string | undefined>;
  readonly version: pulumi.Output<string | undefined>;
  readonly ownedApis: pulumi.Output<OwnedApi[]>;
  readonly deployments: pulumi.Output<string[]>;
}

/**
 * Returns the outputs of the waiter for the operator, or undefined.
 *
 * @param bundle the bundle that is installed, if it is known: RukPak does not report its name
 */
export function installedOutputs(waiters: readonly WaiterResource[], bundle: Bundle | undefined): InstalledOutputs | undefined {
  for (const waiter of waiters) {
    if (waiter instanceof OperatorReady) {
      return waiter;
    }
    if (waiter instanceof ClusterExtensionReady || waiter instanceof PlainReady) {
      const { bundleName: csvName, installedVersion: version, ownedApis, deployments } = waiter;
      return { csvName, version, ownedApis, deployments };
    }
    if (waiter instanceof RukpakReady && bundle !== undefined) {
      const { ready, ownedApis, deployments } = waiter;
      return {
        csvName: ready.apply(() => bundle.name), version: ready.apply(() => bundle.version), ownedApis: ownedApis.apply((apis = []) => apis),
        deployments: deployments.apply((found = []) => found.map((each) => each.slice(each.indexOf('/') + 1))),
      };
    }
  }
  return undefined;
}
