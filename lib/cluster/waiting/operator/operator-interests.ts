import { field, mapListField, stringField } from '../../../formats/json/json-value';
import { missingObjects, type RequiredObject } from '../rules/requirements';
import {
  CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, INSTALL_PLANS, JOBS,
  NAMESPACES, OPERATOR_GROUPS, PACKAGE_MANIFESTS, PODS, SUBSCRIPTIONS,
} from '../view/api-resource';
import { ownedApis } from '../view/cluster-service-version';
import { distinct, inNamespace, Interest, named, optional, withoutCopies } from '../view/cluster-view';
import { KubernetesObject, specString } from '../view/kubernetes-object';

/** Returns a function that caches its results by name, because a status needs the interests of a namespace for each operator. */
function once<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}

/** Returns the interests in the namespace of an operator that are always needed. */
export const namespaceInterests = once((namespace) => ({
  subscriptions: inNamespace(SUBSCRIPTIONS, namespace),
  groups: inNamespace(OPERATOR_GROUPS, namespace),
  plans: inNamespace(INSTALL_PLANS, namespace),
  csvs: withoutCopies(inNamespace(CLUSTER_SERVICE_VERSIONS, namespace)),
  deployments: inNamespace(DEPLOYMENTS, namespace),
}));

/** Returns the interest in the Namespace itself. */
export const namespaceInterest = once((namespace): Interest => optional(named(NAMESPACES, namespace)));

/** Returns the interest in the catalogs of a namespace. */
export const catalogsIn = once((namespace): Interest => optional(inNamespace(CATALOG_SOURCES, namespace)));

/** Returns the interest in a CRD. */
export const crdInterest = once((crd): Interest => named(CUSTOM_RESOURCE_DEFINITIONS, crd));

/** Returns the interest in an object that a ClusterServiceVersion waits for. */
export function requiredInterest({ resource, name }: RequiredObject): Interest {
  return optional(named(resource, name));
}

/** Returns the interests in the CRDs that a ClusterServiceVersion owns, and in other objects that it waits for. */
export function apiInterests(csv: KubernetesObject | undefined): Interest[] {
  return distinct([...ownedApis(csv).map(({ crd }) => crdInterest(crd)), ...missingObjects(csv).map(requiredInterest)]);
}

/** Returns the namespaces whose catalogs are relevant for a Subscription: its own, that of its catalog, and those in its catalog health. */
export function catalogNamespaces(namespace: string, subscription: KubernetesObject | undefined): string[] {
  const checked = mapListField(subscription?.status, 'catalogHealth').map((health) => stringField(field(health, 'catalogSourceRef'), 'namespace'));
  return [...new Set([namespace, specString(subscription, 'sourceNamespace'), ...checked].filter((found) => found !== undefined))];
}

/** Returns the interests in the catalogs that are relevant for a Subscription. */
export function catalogInterests(namespace: string, subscription: KubernetesObject | undefined): Interest[] {
  return catalogNamespaces(namespace, subscription).map(catalogsIn);
}

/** Controllers of OLM, in any namespace. */
export const CONTROLLERS: Interest = optional({ resource: DEPLOYMENTS, labelSelector: 'app in (catalog-operator,olm-operator)' });

/** Returns the interest in the warning events of a namespace. */
export const warnings = once((namespace): Interest => optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' }));

/** Returns the interest in the pods of a namespace. */
export const pods = once((namespace): Interest => optional(inNamespace(PODS, namespace)));

/** Returns the interest in the Jobs that unpack bundles; they run in the namespace of the catalog. */
export const unpackJobs = once((namespace): Interest => (
  optional({ resource: JOBS, namespace, labelSelector: 'operatorframework.io/bundle-unpack-ref' })
));

/** Returns the interest in the packages that are available in a namespace. */
export const packages = once((namespace): Interest => optional(inNamespace(PACKAGE_MANIFESTS, namespace)));

/** Returns the interests that only help to explain a failure. */
export function explainingInterests(namespace: string, subscription: KubernetesObject | undefined): Interest[] {
  const catalogNamespace = specString(subscription, 'sourceNamespace') ?? namespace;
  return [pods(namespace), warnings(namespace), pods(catalogNamespace), warnings(catalogNamespace), unpackJobs(catalogNamespace), CONTROLLERS];
}
