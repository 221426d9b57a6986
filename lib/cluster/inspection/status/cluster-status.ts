import { Verdict } from '../judgement/judgement';

/** Common columns of the tables of a status. */
export interface ObjectStatus {
  readonly name: string;
  readonly verdict: Verdict;

  /** State in a few words, as named by OLM or the waiters. */
  readonly state: string;

  /** Age in milliseconds, or undefined if the object has no creation time. */
  readonly age?: number;

  /** What has to happen next, or the most likely cause of a failure, or undefined if there is nothing to wait for. */
  readonly detail?: string;
}

/** State of the OLM of a cluster. */
export interface OlmStatus extends Omit<ObjectStatus, 'name'> {
  /** Release and namespace, such as `OLM 0.31.0 in namespace olm`. */
  readonly title: string;

  /** Release, without a leading `v`, or undefined if its objects do not determine it. */
  readonly release?: string;
  readonly namespace?: string;

  /** Number of established CRDs, and of all CRDs. */
  readonly crds: { readonly established: number; readonly total: number };

  /** Deployments with their numbers of pods, such as `1/1`. */
  readonly deployments: readonly { readonly name: string; readonly ready: string }[];

  /** Version and phase of packageserver, or undefined if it does not exist. */
  readonly packageserver?: { readonly version: string; readonly phase: string };
}

/** State of a CatalogSource. */
export interface CatalogStatus extends ObjectStatus {
  readonly namespace: string;

  /** Image, address or ConfigMap from which it is served. */
  readonly source: string;
}

/** State of the operator of a Subscription. */
export interface SubscriptionStatus extends ObjectStatus {
  readonly namespace: string;
  readonly package: string;

  /** Channel, or undefined for the default channel of the package. */
  readonly channel?: string;

  /** CatalogSource, as `namespace/name`. */
  readonly catalog: string;

  /** Version of the installed ClusterServiceVersion, or undefined. */
  readonly installed?: string;

  /** Version that OLM installs next, or undefined if it is the installed one or unknown. */
  readonly wanted?: string;

  /** Name of the InstallPlan that requires approval, if any. */
  readonly pendingApproval?: string;

  /** Notes about deprecations, and an upgrade that waits for approval. */
  readonly notes: readonly string[];
}

/** State of a ClusterCatalog. */
export interface ClusterCatalogStatus extends ObjectStatus {
  /** Image in the spec. */
  readonly source: string;
}

/** State of a ClusterExtension. */
export interface ClusterExtensionStatus extends ObjectStatus {
  readonly namespace: string;
  readonly package: string;
  readonly installed?: string;

  /** Version or range in the spec, or undefined for any. */
  readonly wanted?: string;
  readonly notes: readonly string[];
}

/** State of everything that OLM manages in a cluster or in one of its namespaces. */
export interface ClusterStatus {
  /** The OLM v0 of the cluster, if there is one. */
  readonly olm?: OlmStatus;

  /** Whether the cluster serves the APIs of OLM v1, or has objects of it. */
  readonly hasOlmV1: boolean;

  readonly catalogs: readonly CatalogStatus[];
  readonly subscriptions: readonly SubscriptionStatus[];
  readonly clusterCatalogs: readonly ClusterCatalogStatus[];
  readonly clusterExtensions: readonly ClusterExtensionStatus[];

  /** What could not be read. */
  readonly notes: readonly string[];
}

/** Returns the overall verdict: the worst of all. */
export function overallVerdict({ olm, catalogs, subscriptions, clusterCatalogs, clusterExtensions }: ClusterStatus): Verdict {
  const all = [...(olm === undefined ? [] : [olm]), ...catalogs, ...subscriptions, ...clusterCatalogs, ...clusterExtensions];
  const verdicts = all.map(({ verdict }) => verdict);
  return verdicts.includes('failed') ? 'failed' : verdicts.includes('progressing') ? 'progressing' : 'healthy';
}
