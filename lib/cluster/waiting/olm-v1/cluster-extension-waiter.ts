import { defined } from '../../../formats/json/defined';
import { Finding } from '../explain/explanation';
import { shortList } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, JudgingWaiter, Timeouts, withTimeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { apiOf, crdProblem } from '../rules/crds';
import { isRolledOut, podsAvailable } from '../rules/deployments';
import { OwnedApi } from '../view/cluster-service-version';
import { ClusterView } from '../view/cluster-view';
import { specString } from '../view/kubernetes-object';
import { extensionFindings, isResolved } from './extension-findings';
import { activeRevisions, deprecationsOf, extensionInterests, ExtensionSituation, extensionSituation, InstalledBundle } from './extension-situation';

/** Options of `clusterExtensionReady`. */
export interface ClusterExtensionReadyOptions {
  /** Name of the ClusterExtension. */
  readonly name: string;
  /** Version of the bundle that must be installed. @default - whichever OLM v1 resolves for the spec */
  readonly version?: string;
  /** Name of the bundle that must be installed. @default - whichever has the version */
  readonly bundle?: string;
  /** @default - `CLUSTER_EXTENSION_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Bundle that OLM v1 installed and that runs. */
export interface InstalledExtension {
  readonly name: string;
  /** Namespace of its objects. */
  readonly namespace: string;
  readonly bundle: InstalledBundle;
  /** Names of the revisions, or an empty list if OLM v1 is installed without revisions. */
  readonly activeRevisions: readonly string[];
  readonly ownedApis: readonly OwnedApi[];
  /** Names of its Deployments. */
  readonly deployments: readonly string[];
  /** Deprecations of the bundle, as sentences. */
  readonly deprecations: readonly string[];
}

/** Phases of `clusterExtensionReady`, in their order; `settling` follows. */
export type ClusterExtensionPhase = 'resolving' | 'installing' | 'starting' | 'serving';

/**
 * Timeouts of `clusterExtensionReady`. The phases have timeouts like those of an operator of OLM v0. `installing` includes the rollout of a revision.
 */
export const CLUSTER_EXTENSION_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 20 * 60_000,
  phases: { resolving: 5 * 60_000, installing: 15 * 60_000, starting: 11 * 60_000, serving: 60_000 },
};

/**
 * Waits until OLM v1 has installed what the current spec of a ClusterExtension specifies, the Deployments of the bundle are rolled out, and its APIs
 * are served. OLM v1 does not wait for Deployments unless it has revisions, which only its experimental installation has.
 *
 * Immediately after a change of the spec, OLM v1 with revisions briefly reports success for the previous bundle, so the success must last.
 */
export function clusterExtensionReady(options: ClusterExtensionReadyOptions): JudgingWaiter<WaiterState<undefined>, InstalledExtension> {
  const { name, timeouts } = options;
  return createWaiter<undefined, InstalledExtension>({
    subject: `cluster extension ${name}`,
    failure: 'did not become ready',
    firstPhase: 'resolving',
    memory: undefined,
    timeouts: withTimeouts(CLUSTER_EXTENSION_TIMEOUTS, timeouts),
    needsOlm: false,
    words: {
      podSettings: 'in deploymentConfig of the ClusterExtension, if OLM v1 has its experimental CRDs, or in the bundle', controllers: 'operator-controller',
    },
    observe: (_, view, context) => observe(options, view, context),
  });
}

/** Returns what is known of a ClusterExtension. */
export function installedExtension({ name, namespace, extension, installed, deployments, crds }: ExtensionSituation): Partial<InstalledExtension> {
  return {
    name,
    ...defined({ namespace, bundle: installed }),
    ...(extension ? { activeRevisions: activeRevisions(extension), deprecations: deprecationsOf(extension) } : {}),
    ...(crds === undefined ? {} : { ownedApis: crds.map(apiOf) }),
    ...(deployments === undefined ? {} : { deployments: deployments.map(({ metadata }) => metadata.name) }),
  };
}

/** Returns whether a version is the requested one. Build metadata is ignored, as in the version ranges of OLM v1. */
export function isVersion(wanted: string, version: string): boolean {
  return wanted.split('+')[0] === version.split('+')[0];
}

function observe(
  { name, version, bundle }: ClusterExtensionReadyOptions, view: ClusterView, { slow }: ObservationContext,
): Observation<undefined, InstalledExtension> {
  const situation = extensionSituation(name, view);
  const { extension, installed, deployments = [] } = situation;
  const other = otherBundle(installed, { version, bundle });
  const next = nextStep(situation, other);
  const reached = installedExtension(situation);
  const common = { memory: undefined, watch: extensionInterests(situation, slow), actions: [], reached };
  if (next === undefined && extension && installed !== undefined) {
    const key = [extension.metadata.uid, installed.name, ...activeRevisions(extension), ...deployments.map(({ metadata }) => metadata.name)].join(' ');
    return { ...common, phase: 'serving', waitingFor: 'nothing', findings: [], ready: { key, outcome: reached as InstalledExtension } };
  }
  return {
    ...common, phase: next?.phase ?? 'resolving', waitingFor: next?.waitingFor ?? 'operator-controller to process it',
    findings: [...extensionFindings(situation), ...versionFindings(situation, other)],
  };
}

/** Version or name of a bundle that is installed instead of the wanted one. */
interface OtherBundle {
  readonly what: 'version' | 'bundle';
  readonly installed: string;
  readonly wanted: string;
}

/** Returns what is installed instead of the wanted version or bundle, or undefined if that is installed, or nothing. */
function otherBundle(
  installed: InstalledBundle | undefined, { version, bundle }: { readonly version: string | undefined; readonly bundle: string | undefined },
): OtherBundle | undefined {
  if (installed === undefined) {
    return undefined;
  }
  if (version !== undefined && !isVersion(version, installed.version)) {
    return { what: 'version', installed: installed.version, wanted: version };
  }
  return bundle === undefined || installed.name === bundle ? undefined : { what: 'bundle', installed: installed.name, wanted: bundle };
}

/** What the waiter waits for. */
interface NextStep {
  readonly phase: ClusterExtensionPhase;
  readonly waitingFor: string;
}

/** Returns what to wait for next, or undefined if everything is ready. */
function nextStep(situation: ExtensionSituation, other: OtherBundle | undefined): NextStep | undefined {
  const { name, extension, progressing, installed, deployments, crds } = situation;
  if (extension === undefined) {
    return { phase: 'resolving', waitingFor: INITIAL_LISTS };
  }
  if (extension === null) {
    return { phase: 'resolving', waitingFor: `ClusterExtension ${name} to be created` };
  }
  if (progressing === undefined) {
    return { phase: 'resolving', waitingFor: `operator-controller to process ClusterExtension ${name}` };
  }
  if (!isResolved(progressing)) {
    return { phase: 'resolving', waitingFor: `operator-controller to resolve package ${specString(extension, 'source', 'catalog', 'packageName') ?? '?'}` };
  }
  const unready = (deployments ?? []).filter((deployment) => !isRolledOut(deployment));
  const rollout = shortList(unready.map((deployment) => `Deployment ${deployment.metadata.name} (${podsAvailable(deployment)})`));
  if (progressing.status !== 'True' || progressing.reason !== 'Succeeded' || installed === undefined) {
    return { phase: 'installing', waitingFor: progressing.reason === 'RollingOut' && rollout !== '' ? rollout : 'operator-controller to install the bundle' };
  }
  if (other !== undefined) {
    return { phase: 'installing', waitingFor: `operator-controller to install ${other.what} ${other.wanted} instead of ${other.installed}` };
  }
  if (deployments === undefined || crds === undefined) {
    return { phase: 'starting', waitingFor: INITIAL_LISTS };
  }
  if (unready.length > 0) {
    return { phase: 'starting', waitingFor: rollout };
  }
  const unserved = crds.filter((crd) => crdProblem(crd, undefined) !== undefined);
  return unserved.length === 0 ? undefined
    : { phase: 'serving', waitingFor: `${shortList(unserved.map(({ metadata }) => `CustomResourceDefinition ${metadata.name}`))} to be established` };
}

/** Returns the finding that OLM v1 reports success, but has installed another version. */
function versionFindings({ name, progressing }: ExtensionSituation, other: OtherBundle | undefined): Finding[] {
  return other === undefined || progressing?.reason !== 'Succeeded' ? []
    : [{ cause: 'successor-missing', grace: 'timeout', message: `ClusterExtension ${name} has ${other.what} ${other.installed} installed instead of ${other.wanted}` }];
}
