import { catalogFindings, baseUrl, isCatalogReady, isDisabled, resolvedImage } from './catalog-state';
import { controllerFindings, missingFindings } from './controller-state';
import { catalogInterest, controllerInterest } from './resources';
import { ClusterView } from '../view/cluster-view';
import { KubernetesObject, specString } from '../view/kubernetes-object';
import { objectOf } from '../view/queries';
import { createWaiter } from '../machine/create-waiter';
import { INITIAL_LISTS, Observation } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts } from '../machine/timeouts';
import { JudgingWaiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';

/** Options of `clusterCatalogReady`. */
export interface ClusterCatalogReadyOptions {
  /** Name of the ClusterCatalog. */
  readonly name: string;
  /** @default - `CLUSTER_CATALOG_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** ClusterCatalog that is served, or disabled according to its spec. */
export interface ReadyClusterCatalog {
  readonly name: string;
  /** Image that is served, with its digest, or undefined if the catalog is disabled. */
  readonly resolvedImage?: string;
  /** URL under which catalogd serves the content in the cluster, or undefined if the catalog is disabled. */
  readonly baseUrl?: string;
  /** Whether the catalog is disabled, so that OLM v1 resolves nothing from it. */
  readonly disabled: boolean;
}

/** Phases of `clusterCatalogReady`, in their order. */
export type ClusterCatalogPhase = 'unpacking';

/** Timeouts of `clusterCatalogReady`. What is served stays served, so there is no settling time. */
export const CLUSTER_CATALOG_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 5 * 60_000, settling: 0 };

/** Waits until catalogd serves the image of a ClusterCatalog: that of its current spec, with the digest if the spec contains one. */
export function clusterCatalogReady({ name, timeouts }: ClusterCatalogReadyOptions): JudgingWaiter<WaiterState<undefined>, ReadyClusterCatalog> {
  return createWaiter<undefined, ReadyClusterCatalog>({
    subject: `cluster catalog ${name}`,
    failure: 'did not become ready',
    firstPhase: 'unpacking',
    memory: undefined,
    timeouts: { ...CLUSTER_CATALOG_TIMEOUTS, ...timeouts },
    needsOlm: false,
    words: { controllers: 'catalogd' },
    observe: (_, view) => observe(name, view),
  });
}

/** Returns what is known of a ClusterCatalog. */
export function readyClusterCatalog(catalog: KubernetesObject): ReadyClusterCatalog {
  const [image, url] = [resolvedImage(catalog), baseUrl(catalog)];
  return {
    name: catalog.metadata.name, disabled: isDisabled(catalog),
    ...(image === undefined ? {} : { resolvedImage: image }), ...(url === undefined ? {} : { baseUrl: url }),
  };
}

function observe(name: string, view: ClusterView): Observation<undefined, ReadyClusterCatalog> {
  const interest = catalogInterest(name);
  const catalog = objectOf(view, interest);
  const outcome = catalog ? readyClusterCatalog(catalog) : undefined;
  const isReady = catalog ? isCatalogReady(catalog) : false;
  return {
    memory: undefined,
    phase: 'unpacking',
    waitingFor: nextStep(name, catalog),
    watch: [interest, controllerInterest('catalogd')],
    findings: [
      ...missingFindings(interest, catalog, view),
      ...(catalog ? catalogFindings(catalog) : []),
      ...(isReady ? [] : controllerFindings('catalogd', view)),
    ],
    actions: [],
    ...(isReady && outcome !== undefined ? { ready: { key: catalog?.metadata.uid ?? name, outcome } } : {}),
    reached: outcome ?? { name },
  };
}

function nextStep(name: string, catalog: KubernetesObject | null | undefined): string {
  if (!catalog) {
    return catalog === undefined ? INITIAL_LISTS : `ClusterCatalog ${name} to be created`;
  }
  return isDisabled(catalog) ? 'catalogd to stop serving it' : `catalogd to serve ${specString(catalog, 'source', 'image', 'ref') ?? 'its image'}`;
}
