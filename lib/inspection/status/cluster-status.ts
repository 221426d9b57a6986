import { Verdict } from '../judgement/judgement';

/** What the tables of a status have in common. */
export interface ObjectStatus {
  readonly name: string;
  readonly verdict: Verdict;

  /** State in one word or a few, as OLM or the waiters call it. */
  readonly state: string;

  /** Age in milliseconds; undefined if the object has no creation time. */
  readonly age?: number;

  /** What has to happen next, or the likeliest cause of a failure; undefined if there is nothing to wait for. */
  readonly detail?: string;
}

/** State of the OLM of a cluster. */
export interface OlmStatus extends Omit<ObjectStatus, 'name'> {
  /** Which OLM it is, such as `OLM 0.31.0 in namespace olm`. */
  readonly title: string;

  /** Release, without a leading `v`; undefined if its objects do not determine it. */
  readonly release?: string;
  readonly namespace?: string;

  /** Number of CRDs that are established, and of all. */
  readonly crds: { readonly established: number; readonly total: number };

  /** Deployments with the number of pods, such as `1/1`. */
  readonly deployments: readonly { readonly name: string; readonly ready: string }[];

  /** Version and phase of packageserver; undefined if it does not exist. */
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

  /** Channel; undefined for the default channel of the package. */
  readonly channel?: string;

  /** CatalogSource, as `namespace/name`. */
  readonly catalog: string;

  /** Version of the installed ClusterServiceVersion; undefined if there is none. */
  readonly installed?: string;

  /** Version that OLM installs next; undefined if that is the installed one, or is not known. */
  readonly wanted?: string;

  /** Name of the InstallPlan that requires approval; undefined if none does. */
  readonly pendingApproval?: string;

  /** What else is worth knowing: deprecations, and an upgrade that waits for approval. */
  readonly notes: readonly string[];
}

/** State of a ClusterCatalog. */
export interface ClusterCatalogStatus extends ObjectStatus {
  /** Image in its spec. */
  readonly source: string;
}

/** State of a ClusterExtension. */
export interface ClusterExtensionStatus extends ObjectStatus {
  readonly namespace: string;
  readonly package: string;
  readonly installed?: string;

  /** Version or range in its spec; undefined for any. */
  readonly wanted?: string;
  readonly notes: readonly string[];
}

/** State of everything that OLM manages in a cluster, or in a namespace of it. */
export interface ClusterStatus {
  /** The OLM v0 of the cluster; undefined if there is none. */
  readonly olm?: OlmStatus;

  /** Whether the cluster serves the APIs of OLM v1, or has objects of it. */
  readonly hasOlmV1: boolean;

  readonly catalogs: readonly CatalogStatus[];
  readonly subscriptions: readonly SubscriptionStatus[];
  readonly clusterCatalogs: readonly ClusterCatalogStatus[];
  readonly clusterExtensions: readonly ClusterExtensionStatus[];

  /** What could not be looked at. */
  readonly notes: readonly string[];
}

/** Returns the verdict on everything: that of the worst. */
export function overallVerdict({ olm, catalogs, subscriptions, clusterCatalogs, clusterExtensions }: ClusterStatus): Verdict {
  const all = [...(olm === undefined ? [] : [olm]), ...catalogs, ...subscriptions, ...clusterCatalogs, ...clusterExtensions];
  const verdicts = all.map(({ verdict }) => verdict);
  return verdicts.includes('failed') ? 'failed' : verdicts.includes('progressing') ? 'progressing' : 'healthy';
}
