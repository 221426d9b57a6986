import type { JsonMap } from '../../json/json-value';

/** An object as the API server returns it; its kind follows from the list that contains it. */
export type TracedObject = JsonMap;

/** Objects of an OLM v0 in a cluster, no matter which tool installed it. */
export interface OlmTraces {
  /** CRDs of the group operators.coreos.com. */
  readonly crds: readonly TracedObject[];
  /** Deployments olm-operator, catalog-operator and packageserver of all namespaces. */
  readonly deployments: readonly TracedObject[];
  /** ClusterServiceVersions of packageserver of all namespaces. */
  readonly packageservers: readonly TracedObject[];
  /** OperatorGroups of all namespaces. */
  readonly operatorGroups: readonly TracedObject[];
}
