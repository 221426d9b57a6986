import { defined } from '../../../formats/json/defined';
import { shortList } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, JudgingWaiter, Timeouts, withTimeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, WaiterState } from '../machine/waiter-state';
import { apiOf, crdProblem } from '../rules/crds';
import { isRolledOut, podsAvailable } from '../rules/deployments';
import { OwnedApi } from '../view/cluster-service-version';
import { ClusterView } from '../view/cluster-view';
import { specString } from '../view/kubernetes-object';
import { installationFindings } from './installation-findings';
import { installationInterests, InstallationSituation, installationSituation } from './installation-situation';
import { activeBundle, isUnpacked, UnpackedContent, unpackedContent } from './installation-status';
import { Installation } from './resources';

/** Options of `rukpakInstallationReady`. */
export interface RukpakInstallationReadyOptions extends Installation {
  /** @default - `RUKPAK_INSTALLATION_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Bundle that RukPak installed and that runs. */
export interface InstalledRukpakBundle extends UnpackedContent {
  readonly name: string;
  /** Namespace in the spec, or undefined before RukPak 0.20.0. */
  readonly namespace?: string;
  /** Name of the Bundle that is installed, or undefined in `v1alpha2`, which has no Bundles. */
  readonly activeBundle?: string;
  readonly ownedApis: readonly OwnedApi[];
  /** Deployments of the bundle, as `namespace/name`. */
  readonly deployments: readonly string[];
}

/** Phases of `rukpakInstallationReady`, in their order; `settling` follows. */
export type RukpakInstallationPhase = 'unpacking' | 'installing' | 'starting' | 'serving';

/** Timeouts of `rukpakInstallationReady`. The phases have timeouts like those of OLM. */
export const RUKPAK_INSTALLATION_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 20 * 60_000,
  phases: { unpacking: 5 * 60_000, installing: 5 * 60_000, starting: 11 * 60_000, serving: 60_000 },
};

/**
 * Waits until RukPak has installed a bundle, its Deployments are rolled out, and its APIs are served. RukPak itself only waits for Deployments with
 * the feature gate BundleDeploymentHealth.
 */
export function rukpakInstallationReady(options: RukpakInstallationReadyOptions): JudgingWaiter<WaiterState<undefined>, InstalledRukpakBundle> {
  const { name, kind, timeouts } = options;
  return createWaiter<undefined, InstalledRukpakBundle>({
    subject: `${kind === 'BundleInstance' ? 'bundle instance' : 'bundle deployment'} ${name}`,
    failure: 'did not become ready',
    firstPhase: 'unpacking',
    memory: undefined,
    timeouts: withTimeouts(RUKPAK_INSTALLATION_TIMEOUTS, timeouts),
    needsOlm: false,
    words: { podSettings: 'in the Deployments of the bundle, or in the values of its Helm chart', controllers: 'the provisioners of RukPak' },
    observe: (_, view, { slow }) => observe(options, view, slow),
  });
}

/** Returns what is known of an installation. */
export function installedRukpakBundle({ installation, object, bundle, deployments = [], crds = [] }: InstallationSituation): InstalledRukpakBundle {
  const active = object ? activeBundle(object) : undefined;
  const namespace = specString(object ?? undefined, 'installNamespace');
  const unpacked = installation.version === 'v1alpha2' ? object : bundle;
  return {
    name: installation.name,
    ...defined({ namespace, activeBundle: active }),
    ...(unpacked ? unpackedContent(unpacked) : {}),
    ownedApis: crds.map(apiOf),
    deployments: deployments.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`),
  };
}

function observe(installation: Installation, view: ClusterView, slow: boolean): Observation<undefined, InstalledRukpakBundle> {
  const situation = installationSituation(installation, view);
  const next = nextStep(situation);
  const outcome = installedRukpakBundle(situation);
  const common = { memory: undefined, watch: installationInterests(situation, slow), actions: [], reached: outcome };
  if (next === undefined) {
    const key = [situation.object?.metadata.uid, outcome.activeBundle, outcome.resolvedSource, ...outcome.deployments].join(' ');
    return { ...common, phase: 'serving', waitingFor: 'nothing', findings: [], ready: { key, outcome } };
  }
  return { ...common, ...next, findings: installationFindings(situation) };
}

/** Returns what to wait for next, or undefined if everything is ready. */
function nextStep(situation: InstallationSituation): { phase: RukpakInstallationPhase; waitingFor: string } | undefined {
  const { title, object, status, deployments, crds, earlierBundles } = situation;
  if (!object || deployments === undefined || crds === undefined) {
    return { phase: 'unpacking', waitingFor: object === null ? `${title} to be created` : INITIAL_LISTS };
  }
  if (status === undefined || !isUnpacked(status.unpacked)) {
    return { phase: 'unpacking', waitingFor: status === undefined ? `RukPak to process ${title}` : 'RukPak to unpack the bundle' };
  }
  if (status.installed?.status !== 'True' || status.unreadable !== undefined) {
    return { phase: 'installing', waitingFor: 'RukPak to install the bundle' };
  }
  const unready = deployments.filter((found) => !isRolledOut(found));
  if (unready.length > 0) {
    return { phase: 'starting', waitingFor: shortList(unready.map((found) => `Deployment ${found.metadata.name} (${podsAvailable(found)})`)) };
  }
  if (status.healthy !== undefined && status.healthy.status !== 'True') {
    return { phase: 'starting', waitingFor: 'what is installed to become healthy' };
  }
  const unserved = crds.filter((crd) => crdProblem(crd, undefined) !== undefined);
  if (unserved.length > 0) {
    return { phase: 'serving', waitingFor: `${shortList(unserved.map(({ metadata }) => `CustomResourceDefinition ${metadata.name}`))} to be established` };
  }
  // As long as they exist, RukPak refuses to delete the ConfigMaps with their files.
  return earlierBundles.length === 0 ? undefined
    : { phase: 'serving', waitingFor: `RukPak to delete ${shortList(earlierBundles.map(({ metadata }) => `Bundle ${metadata.name}`))} of an earlier spec` };
}
