import { PACKAGES_GROUP } from '../../../formats/schema/api-groups';
import { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { Finding } from '../explain/explanation';
import { messageLine, shortList } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, JudgingWaiter, Timeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { csvFindings } from '../rules/cluster-service-versions';
import { crdProblem } from '../rules/crds';
import { deploymentFindings, isRolledOut, podsAvailable } from '../rules/deployments';
import { warningFindings } from '../rules/warnings';
import { API_SERVICES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, PODS } from '../view/api-resource';
import { deploymentNames, OutdatedImage, outdatedImage } from '../view/cluster-service-version';
import { ClusterView, inNamespace, Interest, isPartial, named, objectOf, objectsOf, optional } from '../view/cluster-view';
import { condition, isConditionTrue, KubernetesObject, specString, statusString } from '../view/kubernetes-object';

/** Options of `olmReady`. */
export interface OlmReadyOptions {
  /** Parts to wait for; see `olmParts`. */
  readonly parts: OlmParts;
  /** Version of the release, without a leading `v`. @default - that of packageserver is not checked */
  readonly release?: string;
  /** Further parts, and interests in all of them. Those that the view does not know yet are omitted. @default - none */
  readonly more?: { readonly parts: (view: ClusterView) => readonly WaitedPart[]; readonly interests: readonly Interest[] };
  /** @default - `OLM_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Timeouts of `olmReady`. New nodes have to pull OLM's image. */
export const OLM_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 10 * 60_000 };

/** Part that is not ready. Its object is `null` if it does not exist, and `undefined` until it is listed. */
interface Missing {
  readonly part: WaitedPart;
  readonly object: KubernetesObject | null | undefined;
}

/**
 * Waits until OLM is ready: CRDs established, Deployments rolled out, packageserver of the release installed and rolled out, and its API available.
 */
export function olmReady(options: OlmReadyOptions): JudgingWaiter<WaiterState<undefined>, OlmParts> {
  return createWaiter<undefined, OlmParts>({
    subject: 'OLM',
    failure: 'did not become ready',
    firstPhase: 'crds' satisfies OlmPhase,
    memory: undefined,
    timeouts: { ...OLM_TIMEOUTS, ...options.timeouts },
    needsOlm: false,
    words: { podSettings: 'in the settings of OLM\'s controllers', controllers: 'olm-operator' },
    observe: (_, view, context) => observe(options, view, context),
  });
}

function observe(
  { parts: outcome, release, more }: OlmReadyOptions, view: ClusterView, { slow }: ObservationContext,
): Observation<undefined, OlmParts> {
  const namespaces = [...new Set([...outcome.deployments, ...outcome.csvs].map(({ namespace }) => namespace))];
  const pods = namespaces.map((namespace) => optional(inNamespace(PODS, namespace)));
  const events = namespaces.map((namespace): Interest => optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' }));
  const seenPods = pods.flatMap((interest) => objectsOf(view, interest) ?? []);
  const parts = [...waitedParts(outcome, release, view), ...more?.parts(view) ?? []];
  const missing = parts.map((part) => ({ part, object: objectOf(view, part.interest) }))
    .filter(({ part, object }) => (object ? !part.isReady(object) : !isPartial(view, part.interest)));
  const first = missing[0];
  const current = missing.filter(({ part }) => part.phase === first?.part.phase);
  const absences = (part: WaitedPart): Finding[] => (part.absence ?? absence(part, view)).map((finding) => ({ ...finding, absent: part.interest }));
  const findings = parts.flatMap((part): readonly Finding[] => {
    const object = objectOf(view, part.interest);
    const isAbsent = object === null || (object === undefined && isPartial(view, part.interest));
    return isAbsent ? absences(part) : object && !part.isReady(object) ? part.findings(object, seenPods) : [];
  });
  const names = [...outcome.deployments, ...outcome.csvs].map(({ name }) => name);
  return {
    memory: undefined,
    phase: first?.part.phase ?? 'api',
    waitingFor: current.some(({ object }) => object === undefined) ? INITIAL_LISTS : describe(current),
    watch: [...parts.map(({ interest }) => interest), ...more?.interests ?? [], ...(slow ? [...pods, ...events] : [])],
    findings: [...findings, ...warningFindings(events.map((interest) => objectsOf(view, interest) ?? []), names)],
    actions: [],
    ...(first === undefined ? { ready: { key: 'OLM', outcome } } : {}),
    reached: {},
  };
}

/** Returns the problem of a missing part. OLM itself creates the APIService, and objects of OLM's APIs cannot exist before the APIs are served. */
function absence({ phase, name, interest }: WaitedPart, view: ClusterView): Finding[] {
  const isCreatedLater = phase === 'api' || view.snapshot(interest).problem !== undefined;
  return [{ cause: 'object-missing', message: `${interest.resource.kind} ${name} does not exist`, ...(isCreatedLater ? { grace: 'timeout' } : {}) }];
}

function describe(missing: readonly Missing[]): string {
  return shortList(missing.map(({ part, object }) => `${part.interest.resource.kind} ${part.name}${object ? ` (${part.state(object)})` : ''}`));
}

/** Name of a namespaced object. */
export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

/** Parts of an OLM installation that must be ready. They are plain data, because they are inputs of a Pulumi resource. */
export interface OlmParts {
  readonly crds: readonly string[];
  readonly deployments: readonly NamespacedName[];
  /** ClusterServiceVersions that are part of OLM: packageserver. */
  readonly csvs: readonly NamespacedName[];
  readonly apiServices: readonly string[];
}

/** Returns the parts of a release that must be ready. */
export function olmParts({ _manifests: objects }: { readonly _manifests: readonly KubernetesManifest[] }): OlmParts {
  const of = (kind: string): KubernetesManifest[] => objects.filter((object) => object.kind === kind);
  const named = (kind: string): NamespacedName[] => of(kind).map(({ metadata }) => ({ namespace: metadata.namespace ?? '', name: metadata.name }));
  const servesPackages = of('ClusterServiceVersion').length > 0;
  return {
    crds: of('CustomResourceDefinition').map(({ metadata }) => metadata.name),
    deployments: named('Deployment'),
    csvs: named('ClusterServiceVersion'),
    apiServices: servesPackages ? [`v1.${PACKAGES_GROUP}`] : [],
  };
}

/** Phases of `olmReady`, in their order; `settling` follows. */
export type OlmPhase = 'crds' | 'controllers' | 'packageserver' | 'api';

/** Part of OLM to wait for. */
export interface WaitedPart {
  readonly phase: OlmPhase;
  readonly interest: Interest;
  readonly name: string;
  readonly isReady: (object: KubernetesObject) => boolean;
  /** Describes its state in progress lines. */
  readonly state: (object: KubernetesObject) => string;
  readonly findings: (object: KubernetesObject, pods: readonly KubernetesObject[]) => readonly Finding[];
  /** Problem if it is missing. @default - an object that should have been created does not exist */
  readonly absence?: readonly Finding[];
}

/** Phases of a ClusterServiceVersion in which its Deployments exist. */
const STARTED = ['Installing', 'Succeeded'];

/**
 * Returns the parts of OLM to wait for. The Deployments of packageserver are known once its ClusterServiceVersion is known, because its install
 * strategy lists them.
 *
 * @param release version of the release, or undefined if unknown
 */
export function waitedParts({ crds, deployments, csvs, apiServices }: OlmParts, release: string | undefined, view: ClusterView): WaitedPart[] {
  return [
    ...crds.map(crdPart),
    ...deployments.map(controllerPart),
    ...csvs.flatMap((of) => {
      const part = csvPart(of, release);
      const csv = objectOf(view, part.interest);
      return [part, ...(csv ? deploymentNames(csv).map((name) => strategyPart({ ...of, name }, csv)) : [])];
    }),
    ...apiServices.map(apiPart),
  ];
}

const path = ({ namespace, name }: NamespacedName): string => `${namespace}/${name}`;

function crdPart(name: string): WaitedPart {
  return {
    phase: 'crds', name, interest: named(CUSTOM_RESOURCE_DEFINITIONS, name),
    isReady: (crd) => crdProblem(crd, undefined) === undefined,
    state: () => 'not established',
    findings: (crd) => [crdProblem(crd, undefined)].filter((finding) => finding !== undefined),
  };
}

function controllerPart(of: NamespacedName): WaitedPart {
  return {
    phase: 'controllers', name: path(of), interest: named(DEPLOYMENTS, of.name, of.namespace),
    isReady: isRolledOut, state: podsAvailable, findings: deploymentFindings,
  };
}

function csvPart(of: NamespacedName, release: string | undefined): WaitedPart {
  return {
    phase: 'packageserver', name: path(of), interest: named(CLUSTER_SERVICE_VERSIONS, of.name, of.namespace),
    isReady: (csv) => otherVersion(csv, release) === undefined && statusString(csv, 'phase') === 'Succeeded',
    state: (csv) => otherVersion(csv, release) ?? statusString(csv, 'message') ?? statusString(csv, 'phase') ?? 'not checked yet',
    findings: (csv) => {
      const other = otherVersion(csv, release);
      return other === undefined ? csvFindings(csv) : [{ cause: 'object-outdated', message: `ClusterServiceVersion ${path(of)} has ${other}` }];
    },
  };
}

/** Returns how the version of a ClusterServiceVersion differs from that of the release, or undefined if it does not or one of them is unknown. */
function otherVersion(csv: KubernetesObject, release: string | undefined): string | undefined {
  const version = specString(csv, 'version')?.replace(/^v/, '');
  return version === undefined || release === undefined || version === release ? undefined : `version ${version} instead of ${release}`;
}

/**
 * A Deployment in the install strategy of packageserver. After a change of the release, the phase of the ClusterServiceVersion is still that of the
 * previous release until OLM reacts. The Deployment shows whether OLM has reacted.
 */
function strategyPart(of: NamespacedName, csv: KubernetesObject): WaitedPart {
  const isOutdated = (deployment: KubernetesObject): boolean => outdatedImage(deployment, csv) !== undefined;
  const hasStarted = STARTED.includes(statusString(csv, 'phase') ?? '');
  return {
    phase: 'packageserver', name: path(of), interest: named(DEPLOYMENTS, of.name, of.namespace),
    isReady: (deployment) => !isOutdated(deployment) && isRolledOut(deployment),
    state: (deployment) => (isOutdated(deployment) ? 'not updated by OLM yet' : podsAvailable(deployment)),
    findings: (deployment, pods) => {
      const outdated = outdatedImage(deployment, csv);
      return outdated === undefined ? deploymentFindings(deployment, pods) : [outdatedFinding(`Deployment ${path(of)}`, outdated)];
    },
    absence: hasStarted ? [{ cause: 'deployment-missing', message: `Deployment ${path(of)} of ${csv.metadata.name} does not exist` }] : [],
  };
}

function outdatedFinding(deployment: string, { container, image, wanted }: OutdatedImage): Finding {
  const difference = image === undefined ? `has no container ${container}` : `runs image ${image} instead of ${wanted}`;
  return { cause: 'deployment-outdated', message: `${deployment} ${difference}` };
}

function apiPart(name: string): WaitedPart {
  return {
    phase: 'api', name, interest: named(API_SERVICES, name),
    isReady: (service) => isConditionTrue(service, 'Available'),
    state: (service) => condition(service, 'Available')?.reason ?? 'not checked yet',
    findings: (service) => [{
      cause: 'api-service-unavailable', message: `APIService ${name} is not available: ${messageLine(condition(service, 'Available')?.message ?? 'not checked yet')}`,
    }],
  };
}
