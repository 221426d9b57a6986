import { rukpakFindings } from './deployment-findings';
import { DeploymentSituation, deploymentSituation } from './deployment-situation';
import { isUnpacked, resolvedSource } from './deployment-status';
import { bundlesOf, crdsOf, deploymentInterest, deploymentsOf, RukpakApiVersion } from './resources';
import { ClusterView } from '../cluster/cluster-view';
import { statusString } from '../cluster/kubernetes-object';
import { objectsOf, optional } from '../cluster/queries';
import { isRolledOut, podsAvailable } from '../cluster/rollout';
import { shortList } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { Observation } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts } from '../machine/timeouts';
import { Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';

/** Options of `rukpakDeploymentReady`. */
export interface RukpakDeploymentReadyOptions {
  /** Name of the BundleDeployment. */
  readonly name: string;
  readonly version: RukpakApiVersion;
  /** @default - `RUKPAK_DEPLOYMENT_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** BundleDeployment whose bundle is installed and runs. */
export interface InstalledRukpakBundle {
  readonly name: string;
  /** Name of the Bundle that is installed; undefined in `v1alpha2`, which has no Bundles. */
  readonly activeBundle?: string;
  /** Image with its digest, commit or URL that was unpacked; undefined for ConfigMaps. */
  readonly resolvedSource?: string;
  /** URL in the cluster at which the unpacked content can be read. */
  readonly contentUrl?: string;
  /** Names of the Deployments of the bundle, with their namespaces. */
  readonly deployments: readonly string[];
}

/** Phases of `rukpakDeploymentReady`, in their order. */
export type RukpakDeploymentPhase = 'unpacking' | 'installing' | 'starting';

/** Timeouts of `rukpakDeploymentReady`. */
export const RUKPAK_DEPLOYMENT_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, phases: { unpacking: 5 * 60_000 } };

/** Waits until RukPak has installed a bundle, and the Deployments of the bundle are rolled out. */
export function rukpakDeploymentReady(
  { name, version, timeouts }: RukpakDeploymentReadyOptions,
): Waiter<WaiterState<undefined>, InstalledRukpakBundle> {
  return createWaiter<undefined, InstalledRukpakBundle>({
    subject: `bundle deployment ${name}`,
    failure: 'did not become ready',
    firstPhase: 'unpacking',
    memory: undefined,
    timeouts: { ...RUKPAK_DEPLOYMENT_TIMEOUTS, ...timeouts, phases: { ...RUKPAK_DEPLOYMENT_TIMEOUTS.phases, ...timeouts?.phases } },
    needsOlm: false,
    observe: (_, view) => observe(name, version, view),
  });
}

function observe(name: string, version: RukpakApiVersion, view: ClusterView): Observation<undefined, InstalledRukpakBundle> {
  const situation = deploymentSituation(name, version, view);
  const next = nextStep(situation);
  const outcome = installedBundle(situation);
  const common = {
    memory: undefined,
    watch: [deploymentInterest(name, version), deploymentsOf(name), optional(crdsOf(name)), ...(version === 'v1alpha1' ? [optional(bundlesOf(name))] : [])],
    actions: [],
    reached: outcome,
  };
  if (next === undefined) {
    const key = [situation.deployment?.metadata.uid, outcome.activeBundle, outcome.resolvedSource, ...outcome.deployments].join(' ');
    return { ...common, phase: 'starting', waitingFor: 'nothing', findings: [], ready: { key, outcome } };
  }
  return { ...common, ...next, findings: rukpakFindings(situation) };
}

/** Returns what has to happen next; undefined if everything is ready. */
function nextStep({ name, deployment, status, deployments }: DeploymentSituation): { phase: RukpakDeploymentPhase; waitingFor: string } | undefined {
  if (!deployment || deployments === undefined) {
    return { phase: 'unpacking', waitingFor: deployment === null ? `BundleDeployment ${name} to be created` : 'the initial lists from the API server' };
  }
  if (status === undefined || !isUnpacked(status.unpacked)) {
    return { phase: 'unpacking', waitingFor: status === undefined ? `RukPak to process BundleDeployment ${name}` : 'RukPak to unpack the bundle' };
  }
  if (status.installed?.status !== 'True' || status.unreadable !== undefined) {
    return { phase: 'installing', waitingFor: 'RukPak to install the bundle' };
  }
  const unready = deployments.filter((found) => !isRolledOut(found));
  if (unready.length > 0) {
    return { phase: 'starting', waitingFor: shortList(unready.map((found) => `Deployment ${found.metadata.name} (${podsAvailable(found)})`)) };
  }
  return status.healthy === undefined || status.healthy.status === 'True' ? undefined
    : { phase: 'starting', waitingFor: 'what is installed to become healthy' };
}

function installedBundle({ name, version, view, deployment, deployments = [] }: DeploymentSituation): InstalledRukpakBundle {
  const active = deployment ? statusString(deployment, 'activeBundle') : undefined;
  const unpacked = version === 'v1alpha2' ? deployment : objectsOf(view, bundlesOf(name))?.find(({ metadata }) => metadata.name === active);
  const [source, url] = [unpacked ? resolvedSource(unpacked) : undefined, unpacked ? statusString(unpacked, 'contentURL') : undefined];
  return {
    name,
    ...(active === undefined ? {} : { activeBundle: active }),
    ...(source === undefined ? {} : { resolvedSource: source }),
    ...(url === undefined ? {} : { contentUrl: url }),
    deployments: deployments.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`),
  };
}
