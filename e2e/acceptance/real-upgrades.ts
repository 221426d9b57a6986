import { Chart } from 'cdk8s';
import { BundleDeployment, InstallMode, OlmV0Engine } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ClusterConnection, readManifests, waitFor } from 'olm-constructs/cluster';
import { realBundle } from '../../test/remembered/real-bundle';

/** Versions of two real operators, each with the next one. */
const UPGRADES = [['rabbitmq-cluster-operator@2.22.2', 'rabbitmq-cluster-operator@2.22.3'], ['grafana-operator@5.22.0', 'grafana-operator@5.22.2']] as const;

/** Delay between OLM's program that replaces versions and the API server, in milliseconds: replaced versions stay for some seconds. */
export const SLOW_MILLISECONDS = 500;

/** Deployment of the program that replaces versions. */
export const SLOWED = 'olm-operator';

/** Returns the versions of two real operators before and after an upgrade. */
export function realUpgrades(): { readonly before: readonly Bundle[]; readonly after: readonly Bundle[] } {
  return { before: UPGRADES.map(([bundle]) => realBundle(bundle)), after: UPGRADES.map(([, bundle]) => realBundle(bundle)) };
}

/** Deploys operators in one namespace, each in the version of one list, with those of an earlier one. */
export function deployTogether(chart: Chart, namespace: string, bundles: readonly Bundle[], earlier: readonly Bundle[] = []): void {
  let owner: BundleDeployment | undefined;
  for (const [index, bundle] of bundles.entries()) {
    const engine = owner === undefined ? new OlmV0Engine() : new OlmV0Engine({ operatorGroup: owner.olmV0.subscription.operatorGroupRef });
    const deployment = new BundleDeployment(chart, bundle.packageName, {
      bundle, previous: earlier.slice(index, index + 1), namespace, createNamespace: owner === undefined,
      installMode: InstallMode.allNamespaces(), engine,
    });
    owner ??= deployment;
  }
}

/**
 * Waits, as `wait` does, until the operators in some files run. The wait makes OLM resolve again where it has missed the end of an upgrade, which it
 * would notice up to 18 minutes later.
 */
export async function waitForOperators(kubeconfig: string, files: readonly string[]): Promise<void> {
  const { results, changes } = await waitFor(ClusterConnection.open({ kubeconfig }), await readManifests(files));
  process.stderr.write(changes.map(({ reason }) => `the wait ${reason}\n`).join(''));
  const failed = results.filter(({ state }) => state !== 'done');
  if (failed.length > 0) {
    throw new Error(JSON.stringify(failed));
  }
}
