import type { JsonMap } from '../../../formats/json/json-value';

/** An object as the API server returns it. Its kind is that of the list that contains it. */
export type TracedObject = JsonMap;

/** Objects of an OLM v0 in a cluster, no matter which tool installed it. */
export interface OlmTraces {
  /** CRDs in the group operators.coreos.com. */
  readonly crds: readonly TracedObject[];
  /** Deployments olm-operator, catalog-operator and packageserver in all namespaces. */
  readonly deployments: readonly TracedObject[];
  /** ClusterServiceVersions of packageserver in all namespaces. */
  readonly packageservers: readonly TracedObject[];
  /** OperatorGroups in all namespaces. */
  readonly operatorGroups: readonly TracedObject[];
}
