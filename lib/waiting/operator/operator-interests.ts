import { ownedApis } from './owned-apis';
import {
  CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, INSTALL_PLANS, JOBS, NAMESPACES, OPERATOR_GROUPS,
  PACKAGE_MANIFESTS, PODS, SUBSCRIPTIONS,
} from '../cluster/api-resource';
import { Interest } from '../cluster/interest';
import { KubernetesObject, specString } from '../cluster/kubernetes-object';
import { inNamespace, named, optional, withoutCopies } from '../cluster/queries';
import { field, mapListField, stringField } from '../../json/json-value';

/** Returns the interests in the namespace of an operator that are always needed. */
export function namespaceInterests(namespace: string): {
  readonly subscriptions: Interest; readonly groups: Interest; readonly plans: Interest; readonly csvs: Interest; readonly deployments: Interest;
} {
  return {
    subscriptions: inNamespace(SUBSCRIPTIONS, namespace),
    groups: inNamespace(OPERATOR_GROUPS, namespace),
    plans: inNamespace(INSTALL_PLANS, namespace),
    csvs: withoutCopies(inNamespace(CLUSTER_SERVICE_VERSIONS, namespace)),
    deployments: inNamespace(DEPLOYMENTS, namespace),
  };
}

/** Returns the interest in the Namespace itself. */
export const namespaceInterest = (namespace: string): Interest => optional(named(NAMESPACES, namespace));

/** Returns the interests in the CRDs that a ClusterServiceVersion owns. */
export function crdInterests(csv: KubernetesObject | undefined): Interest[] {
  return ownedApis(csv).map(({ crd }) => named(CUSTOM_RESOURCE_DEFINITIONS, crd));
}

/** Returns the namespaces whose catalogs are relevant for a Subscription: its own, that of its catalog, and those in its catalog health. */
export function catalogNamespaces(namespace: string, subscription: KubernetesObject | undefined): string[] {
  const checked = mapListField(subscription?.status, 'catalogHealth').map((health) => stringField(field(health, 'catalogSourceRef'), 'namespace'));
  return [...new Set([namespace, specString(subscription, 'sourceNamespace'), ...checked].filter((found) => found !== undefined))];
}

/** Returns the interests in the catalogs that are relevant for a Subscription. */
export function catalogInterests(namespace: string, subscription: KubernetesObject | undefined): Interest[] {
  return catalogNamespaces(namespace, subscription).map((found) => optional(inNamespace(CATALOG_SOURCES, found)));
}

/** Controllers of OLM, in any namespace. */
export const CONTROLLERS: Interest = optional({ resource: DEPLOYMENTS, labelSelector: 'app in (catalog-operator,olm-operator)' });

/** Returns the interest in the warning events of a namespace. */
export const warnings = (namespace: string): Interest => optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' });

/** Returns the interest in the pods of a namespace. */
export const pods = (namespace: string): Interest => optional(inNamespace(PODS, namespace));

/** Returns the interest in the Jobs that unpack bundles; they run in the namespace of the catalog. */
export const unpackJobs = (namespace: string): Interest => optional({ resource: JOBS, namespace, labelSelector: 'operatorframework.io/bundle-unpack-ref' });

/** Returns the interest in the packages that are available in a namespace. */
export const packages = (namespace: string): Interest => optional(inNamespace(PACKAGE_MANIFESTS, namespace));

/** Returns the interests that only help to explain a failure. */
export function explainingInterests(namespace: string, subscription: KubernetesObject | undefined): Interest[] {
  const catalogNamespace = specString(subscription, 'sourceNamespace') ?? namespace;
  return [pods(namespace), warnings(namespace), pods(catalogNamespace), warnings(catalogNamespace), unpackJobs(catalogNamespace), CONTROLLERS];
}
