import { mapListField, stringField } from '../../../formats/json/json-value';
import { Finding } from '../explain/explanation';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, JudgingWaiter, Timeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { catalogFindings, isAnswering } from '../rules/catalogs';
import { deploymentFindings, isRolledOut, podsAvailable } from '../rules/deployments';
import { podFindings } from '../rules/pods';
import { warningFindings } from '../rules/warnings';
import { CATALOG_SOURCES, DEPLOYMENTS, EVENTS, PODS } from '../view/api-resource';
import { ClusterView, inNamespace, Interest, isPartial, named, objectOf, objectsOf, optional } from '../view/cluster-view';
import { condition, isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { labeled } from '../view/object-lists';

/** Options of `catalogReady`. */
export interface CatalogReadyOptions {
  readonly namespace: string;
  /** Name of the CatalogSource. */
  readonly name: string;
  /** Name of the Deployment that serves the catalog, in the same namespace. @default - none: OLM runs a pod, or the catalog is served elsewhere */
  readonly deployment?: string;
  /** @default - `CATALOG_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Catalog that OLM is connected to. */
export interface ReadyCatalog {
  readonly name: string;
  readonly namespace: string;
}

/** Phases of `catalogReady`, in their order. */
export type CatalogPhase = 'starting' | 'connecting';

/** Timeouts of `catalogReady`. OLM retries a catalog after up to a minute. A connection does not flap, so there is no settling time. */
export const CATALOG_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 5 * 60_000, settling: 0 };

/** Waits until the Deployment of a catalog is rolled out, or the pod that OLM runs for its image is ready, and OLM is connected to it. */
export function catalogReady(options: CatalogReadyOptions): JudgingWaiter<WaiterState<undefined>, ReadyCatalog> {
  return createWaiter<undefined, ReadyCatalog>({
    subject: `catalog ${options.namespace}/${options.name}`,
    failure: 'did not become ready',
    firstPhase: 'starting',
    memory: undefined,
    timeouts: { ...CATALOG_TIMEOUTS, ...options.timeouts },
    needsOlm: true,
    words: {
      podSettings: options.deployment === undefined ? 'in grpcPodConfig of the CatalogSource' : 'in the settings of the registry',
      controllers: 'catalog-operator',
    },
    observe: (_, view, context) => observe(options, view, context),
  });
}

function observe(
  { namespace, name, deployment: deploymentName }: CatalogReadyOptions, view: ClusterView, { slow }: ObservationContext,
): Observation<undefined, ReadyCatalog> {
  const catalogInterest = named(CATALOG_SOURCES, name, namespace);
  const deploymentInterests = deploymentName === undefined ? [] : [named(DEPLOYMENTS, deploymentName, namespace)];
  const eventInterest: Interest = optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' });
  const catalog = objectOf(view, catalogInterest);
  const image = catalog ? specString(catalog, 'image') : undefined;
  const podInterest = optional(image === undefined ? inNamespace(PODS, namespace) : podsOfCatalog(name, namespace));
  const deployments = deploymentInterests.map((interest) => objectOf(view, interest));
  const pods = objectsOf(view, podInterest) ?? [];

  const findings: Finding[] = [
    ...(catalog === null ? [{ cause: 'object-missing', message: `CatalogSource ${namespace}/${name} does not exist` } as const] : []),
    ...deployments.flatMap((found): Finding[] => {
      const missing: Finding = { cause: 'object-missing', grace: 'timeout', message: `Deployment ${namespace}/${deploymentName!} does not exist` };
      return found === null ? [missing] : found === undefined ? [] : deploymentFindings(found, pods);
    }),
    ...podFindings(labeled(pods, [[CATALOG_LABEL, name]])),
    ...(catalog ? catalogFindings(catalog) : []),
    ...warningFindings([objectsOf(view, eventInterest) ?? []], [name, ...(deploymentName === undefined ? [] : [deploymentName])]),
  ];
  // Immediately after a change of the image, OLM still reports the connection to the previous pod.
  const isImageRunning = image === undefined || runsImage(view, podInterest, image);
  const isServed = deployments.every((found) => found && isRolledOut(found)) && isImageRunning;
  const waitingFor = isImageRunning ? nextStep(catalog, deployments, namespace, name, deploymentName) : `a pod with image ${image} to be ready`;
  return {
    memory: undefined,
    phase: isServed ? 'connecting' : 'starting',
    waitingFor,
    watch: [catalogInterest, ...deploymentInterests, ...(slow || image !== undefined ? [podInterest] : []), ...(slow ? [eventInterest] : [])],
    findings,
    actions: [],
    ...(isServed && catalog && isAnswering(catalog) ? { ready: { key: catalog.metadata.uid ?? name, outcome: { name, namespace } } } : {}),
    reached: { name, namespace },
  };
}

function nextStep(
  catalog: KubernetesObject | null | undefined, deployments: readonly (KubernetesObject | null | undefined)[],
  namespace: string, name: string, deploymentName: string | undefined,
): string {
  const deployment = deployments.find((found) => !found || !isRolledOut(found));
  if (deployment) {
    return `Deployment ${deploymentName!} to be rolled out (${podsAvailable(deployment)})`;
  }
  if (deployments.includes(null)) {
    return `Deployment ${namespace}/${deploymentName!} to be created`;
  }
  if (catalog === undefined || deployments.includes(undefined)) {
    return INITIAL_LISTS;
  }
  return catalog === null ? `CatalogSource ${namespace}/${name} to be created` : 'OLM to connect to it';
}

/** Label with the name of the catalog on the pods that OLM runs for it. Pods that only check for a newer image do not have it. */
export const CATALOG_LABEL = 'olm.catalogSource';

/** Returns an interest in the pods that OLM runs for a catalog. */
export function podsOfCatalog(name: string, namespace: string): Interest {
  return { resource: PODS, namespace, labelSelector: `${CATALOG_LABEL}=${name}` };
}

/**
 * Whether OLM runs a ready pod with an image. After a change of the image of a catalog, it replaces the pod. If the account may not list pods, or a
 * dump has none of the catalog, it returns true, so that only the connection is checked.
 */
export function runsImage(view: ClusterView, podInterest: Interest, image: string): boolean {
  const pods = objectsOf(view, podInterest);
  if (pods?.length === 0 && isPartial(view, podInterest)) {
    return true;
  }
  return pods === undefined
    ? view.snapshot(podInterest).problem?.kind === 'forbidden'
    : pods.some((pod) => !isTerminating(pod) && imagesOf(pod).includes(image) && condition(pod, 'Ready')?.status === 'True');
}

/** If OLM serves the content of the image with its own `opm`, an init container has the image. */
function imagesOf({ spec }: KubernetesObject): (string | undefined)[] {
  return [...mapListField(spec, 'initContainers'), ...mapListField(spec, 'containers')].map((container) => stringField(container, 'image'));
}
