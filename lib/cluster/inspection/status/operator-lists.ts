import { stringField } from '../../../formats/json/json-value';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, DEPLOYMENTS, INSTALL_PLANS, NAMESPACES, OPERATOR_GROUPS, SUBSCRIPTIONS,
} from '../../waiting/view/api-resource';
import { ClusterView } from '../../waiting/view/cluster-view';
import { distinct, Interest } from '../../waiting/view/interest';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { inNamespace, objectsOf, optional, withoutCopies } from '../../waiting/view/queries';
import {
  catalogNamespaces, catalogsIn, CONTROLLERS, crdInterests, namespaceInterest, namespaceInterests, packages, pods, unpackJobs, warnings,
} from '../../waiting/operator/operator-interests';

/** Returns the lists that every status starts with, so that all requests are sent at once. Without a namespace, they are of the whole cluster. */
export function firstLists(namespace: string | undefined): Interest[] {
  const inScope = (resource: ApiResource): Interest => (namespace === undefined ? { resource } : inNamespace(resource, namespace));
  return [
    ...[SUBSCRIPTIONS, CATALOG_SOURCES, OPERATOR_GROUPS, INSTALL_PLANS, DEPLOYMENTS].map(inScope),
    withoutCopies(inScope(CLUSTER_SERVICE_VERSIONS)),
    namespace === undefined ? optional({ resource: NAMESPACES }) : namespaceInterest(namespace),
  ];
}

/**
 * Returns the interests on which the judgements of some Subscriptions' operators depend, if known before judging: a judgement takes longer, so each
 * should be made once, when all of these are listed.
 */
export function operatorLists(subscriptions: readonly KubernetesObject[], view: ClusterView): Interest[] {
  const own = new Set(subscriptions.map(({ metadata }) => metadata.namespace ?? ''));
  const ofCatalogs = new Set(subscriptions.flatMap((subscription) => catalogNamespaces(subscription.metadata.namespace ?? '', subscription)));
  const sources = new Set(subscriptions.map(({ metadata: { namespace = '' }, spec }) => stringField(spec, 'sourceNamespace') ?? namespace));
  const csvs = [...own].flatMap((namespace) => objectsOf(view, namespaceInterests(namespace).csvs) ?? []);
  return distinct([
    ...[...own].flatMap((namespace) => [...Object.values(namespaceInterests(namespace)), namespaceInterest(namespace), packages(namespace)]),
    ...[...ofCatalogs].map(catalogsIn),
    ...[...own, ...sources].flatMap((namespace) => [pods(namespace), warnings(namespace)]), ...[...sources].map(unpackJobs),
    ...csvs.flatMap(crdInterests),
    ...(subscriptions.length === 0 ? [] : [CONTROLLERS]),
  ]);
}
