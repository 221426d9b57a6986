import { ownedApis } from './owned-apis';
import {
  CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, INSTALL_PLANS, JOBS, NAMESPACES, OPERATOR_GROUPS,
  PACKAGE_MANIFESTS, PODS, SUBSCRIPTIONS,
} from '../cluster/api-resource';
import { Interest } from '../cluster/interest';
import { KubernetesObject, specText } from '../cluster/kubernetes-object';
import { inNamespace, one, optional, originals } from '../cluster/queries';
import { field, mapsField, textField } from '../../../bundle/json-value';

/** What is followed in the namespace of an operator, whatever it holds. */
export function namespaceInterests(namespace: string): {
  readonly subscriptions: Interest; readonly groups: Interest; readonly plans: Interest; readonly csvs: Interest; readonly deployments: Interest;
} {
  return {
    subscriptions: inNamespace(SUBSCRIPTIONS, namespace),
    groups: inNamespace(OPERATOR_GROUPS, namespace),
    plans: inNamespace(INSTALL_PLANS, namespace),
    csvs: originals(inNamespace(CLUSTER_SERVICE_VERSIONS, namespace)),
    deployments: inNamespace(DEPLOYMENTS, namespace),
  };
}

/** The Namespace itself. */
export const namespaceInterest = (namespace: string): Interest => optional(one(NAMESPACES, namespace));

/** The CRDs that a ClusterServiceVersion owns. */
export function crdInterests(csv: KubernetesObject | undefined): Interest[] {
  return ownedApis(csv).map(({ crd }) => one(CUSTOM_RESOURCE_DEFINITIONS, crd));
}

/** The namespaces whose catalogs count for a Subscription: its own, that of its catalog, and what OLM says it looked at. */
export function catalogNamespaces(namespace: string, subscription: KubernetesObject | undefined): string[] {
  const looked = mapsField(subscription?.status, 'catalogHealth').map((health) => textField(field(health, 'catalogSourceRef'), 'namespace'));
  return [...new Set([namespace, specText(subscription, 'sourceNamespace'), ...looked].filter((found) => found !== undefined))];
}

/** The catalogs that count for a Subscription. */
export function catalogInterests(namespace: string, subscription: KubernetesObject | undefined): Interest[] {
  return catalogNamespaces(namespace, subscription).map((found) => optional(inNamespace(CATALOG_SOURCES, found)));
}

/** The controllers of OLM, in whatever namespace they run. */
export const CONTROLLERS: Interest = optional({ resource: DEPLOYMENTS, labelSelector: 'app in (catalog-operator,olm-operator)' });

/** The warnings of a namespace. */
export const warnings = (namespace: string): Interest => optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' });

/** The pods of a namespace. */
export const pods = (namespace: string): Interest => optional(inNamespace(PODS, namespace));

/** The Jobs that unpack bundles; they run beside the catalog. */
export const unpackJobs = (namespace: string): Interest => optional({ resource: JOBS, namespace, labelSelector: 'operatorframework.io/bundle-unpack-ref' });

/** The packages that are offered in a namespace. */
export const packages = (namespace: string): Interest => optional(inNamespace(PACKAGE_MANIFESTS, namespace));

/** What only serves to explain why it takes long. */
export function explainingInterests(namespace: string, subscription: KubernetesObject | undefined): Interest[] {
  const catalogNamespace = specText(subscription, 'sourceNamespace') ?? namespace;
  return [pods(namespace), warnings(namespace), pods(catalogNamespace), warnings(catalogNamespace), unpackJobs(catalogNamespace), CONTROLLERS];
}
