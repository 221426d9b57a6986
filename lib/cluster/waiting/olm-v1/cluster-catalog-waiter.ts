import { defined } from '../../../formats/json/defined';
import { fieldAt } from '../../../formats/json/json-value';
import { Finding } from '../explain/explanation';
import { detail } from '../explain/formatting';
import { CauseName } from '../explain/known-causes';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, JudgingWaiter, Timeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, WaiterState } from '../machine/waiter-state';
import { ClusterView, objectOf } from '../view/cluster-view';
import { KubernetesObject, specString } from '../view/kubernetes-object';
import { catalogInterest, controllerFindings, controllerInterest, controllerOf, currentCondition, idleFindings, missingFindings } from './resources';

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
    ...defined({ resolvedImage: image, baseUrl: url }),
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

/** Message of catalogd for an image without a catalog that it can serve. */
const INVALID_CONTENT = /missing the required label|error storing fbc/;

/** Whether the user disabled a catalog, so that OLM v1 keeps none of its content. */
export function isDisabled(catalog: KubernetesObject): boolean {
  return specString(catalog, 'availabilityMode') === 'Unavailable';
}

/**
 * Whether catalogd serves what the spec specifies, or nothing if the catalog is disabled. While a new image cannot be pulled, it keeps serving the
 * previous one, so `Serving` alone is not sufficient.
 */
export function isCatalogReady(catalog: KubernetesObject): boolean {
  const [serving, progressing] = [currentCondition(catalog, 'Serving'), currentCondition(catalog, 'Progressing')];
  return isDisabled(catalog) ? serving?.reason === 'UserSpecifiedUnavailable'
    : serving?.status === 'True' && progressing?.reason === 'Succeeded' && servesWantedDigest(catalog);
}

/** Returns the image that catalogd serves, with its digest, or undefined if it serves none. */
export function resolvedImage({ status }: KubernetesObject): string | undefined {
  const found = fieldAt(status, 'resolvedSource', 'image', 'ref');
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Returns the URL of the catalog's content, or undefined if it is not served. */
export function baseUrl({ status }: KubernetesObject): string | undefined {
  const found = fieldAt(status, 'urls', 'base');
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Returns why a catalog is not ready. */
export function catalogFindings(catalog: KubernetesObject): Finding[] {
  if (isCatalogReady(catalog)) {
    return [];
  }
  const { name } = catalog.metadata;
  const interest = catalogInterest(name);
  const progressing = currentCondition(catalog, 'Progressing');
  if (progressing === undefined || (isDisabled(catalog) && currentCondition(catalog, 'Serving') === undefined)) {
    return idleFindings(interest, controllerOf(interest), catalog);
  }
  const { status, reason, message } = progressing;
  const cause = failureCause(message, status === 'False' ? 'olm-v1-blocked' : 'olm-v1-retrying');
  if (reason !== 'Succeeded') {
    return [{
      cause, message: `ClusterCatalog ${name} cannot be served${detail(message.replace(/\bterminal error: /g, ''))}`,
      ...(status === 'False' ? { grace: 'none' } : {}),
    }];
  }
  const image = resolvedImage(catalog);
  return [{ cause: 'olm-v1-idle', message: `ClusterCatalog ${name} ${image === undefined ? 'serves no image' : `still serves ${image}`}` }];
}

/** Returns the cause of an error of catalogd. */
export function failureCause(message: string, otherwise: CauseName): CauseName {
  return INVALID_CONTENT.test(message) ? 'catalog-image-invalid' : imageCause(message) ?? otherwise;
}

/** Whether the image that is served has the digest of the spec, if there is one in the spec. */
function servesWantedDigest(catalog: KubernetesObject): boolean {
  const digest = digestOf(specString(catalog, 'source', 'image', 'ref'));
  return digest === undefined || digestOf(resolvedImage(catalog)) === digest;
}

function digestOf(image: string | undefined): string | undefined {
  return image?.split('@')[1];
}

/** Text that the image library of OLM v1 includes in its errors for any registry. */
const ERROR_OF_PULL = /pinging container registry|initializing source|reading manifest|error creating image source|error getting manifest|error copying image|error reading image|error reading layer|fetching blob|reading blob/;

/** Causes by the errors of registries and of the network. The first match wins. */
const CAUSES: readonly (readonly [RegExp, CauseName])[] = [
  [/unauthorized|authentication required|denied|invalid username\/password|40[13] /i, 'image-unauthorized'],
  [/x509|certificate|tls: |HTTP response to HTTPS client/i, 'registry-untrusted'],
  [/no such host|connection refused|connection reset|no route to host|timeout|deadline exceeded|too ?many ?requests|server misbehaving|: EOF|50\d /i, 'registry-unreachable'],
  [/manifest unknown|name unknown|not found|404/i, 'image-not-found'],
];

/** Returns why OLM v1 cannot pull an image, given the message of a condition, or undefined if the message is about something else. */
export function imageCause(message: string): CauseName | undefined {
  if (/error parsing image reference/.test(message)) {
    return 'image-reference-invalid';
  }
  return ERROR_OF_PULL.test(message) ? CAUSES.find(([pattern]) => pattern.test(message))?.[1] : undefined;
}
