import { checkKnownKeys } from '../formats/json/known-keys';
import { ClusterConnection } from './cluster-connection';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { WideSource } from './inspection/source/wide-source';
import type { ClusterStatus } from './inspection/status/cluster-status';
import { clusterStatus } from './inspection/status/status';
import { INSPECT_OPTIONS, STATUS_SCOPE } from './known-options';

/** Scope of a status. */
export interface StatusScope {
  /** Namespace of Subscriptions and CatalogSources. @default - all namespaces */
  readonly namespace?: string;

  /** Whether to include an object with the given labels; `labelSelector` creates this function from a kubectl selector. @default - all objects */
  readonly selects?: (labels: { readonly [key: string]: string }) => boolean;
}

/** Options of `statusOf`. */
export interface StatusOptions extends StatusScope, InspectOptions {}

/**
 * Returns the state of everything that OLM manages in a cluster: OLM itself, catalogs, and operators with what they wait for. Their verdicts are
 * those of a waiter that has waited since their current state began.
 *
 * @throws InspectionError if Subscriptions or CatalogSources cannot be listed; ClientError if the cluster cannot be reached
 */
export async function statusOf(cluster: InspectedCluster, options: StatusOptions = {}): Promise<ClusterStatus> {
  checkKnownKeys('options of statusOf', options, { ...INSPECT_OPTIONS, ...STATUS_SCOPE });
  const { namespace, selects } = options;
  const { source, now } = openedSource(cluster, options);
  return clusterStatus(namespace === undefined && cluster instanceof ClusterConnection ? new WideSource(source) : source, {
    now, ...(namespace === undefined ? {} : { namespace }), ...(selects === undefined ? {} : { selects }),
  });
}
