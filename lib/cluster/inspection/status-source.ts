import { stringField } from '../../formats/json/json-value';
import {
  apiInterests, catalogNamespaces, catalogsIn, CONTROLLERS, namespaceInterest, namespaceInterests, packages, pods, unpackJobs, warnings,
} from '../waiting/operator/operator-interests';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, INSTALL_PLANS, JOBS, NAMESPACES,
  OPERATOR_GROUPS, PACKAGE_MANIFESTS, PODS, SUBSCRIPTIONS,
} from '../waiting/view/api-resource';
import { CATALOG_LABEL } from '../waiting/olm/catalog-waiter';
import { missingObjects } from '../waiting/rules/requirements';
import { ownedApis } from '../waiting/view/cluster-service-version';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { ClusterView, distinct, inNamespace, Interest, objectsOf, optional, withoutCopies } from '../waiting/view/cluster-view';
import { KubernetesObject } from '../waiting/view/kubernetes-object';
import { servedCrd } from './source/object-index';
import { Listing, ObjectSource } from './source/object-source';

/** Resources that only help to explain, which `explain` lists for one object: there may be thousands of each. */
const EXPLAINING = [EVENTS, JOBS, PACKAGE_MANIFESTS, PODS];

/**
 * Source of only the objects that a status needs. The CRDs that operators own are not listed, since their schemas are most of a cluster's data: an
 * operator had them unless OLM reports that it lacks them.
 */
export class StatusSource implements ObjectSource {
  readonly #source: ObjectSource;
  readonly #crds = new Map<string, Set<string>>();
  readonly #lacking = new Set<string>();

  public constructor(source: ObjectSource) {
    this.#source = source;
  }

  /** Treats the CRDs that some ClusterServiceVersions own as served, except for those that OLM reports as lacking. */
  public trust(csvs: readonly KubernetesObject[]): void {
    csvs.flatMap(missingObjects).filter(({ resource }) => resource === CUSTOM_RESOURCE_DEFINITIONS)
      .forEach(({ name }) => this.#lacking.add(name));
    csvs.flatMap(ownedApis).forEach(({ crd, version }) => this.#crds.set(crd, (this.#crds.get(crd) ?? new Set<string>()).add(version)));
  }

  public async list(interest: Interest): Promise<Listing | undefined> {
    const { resource, name, labelSelector } = interest;
    // Whether OLM runs the image of a catalog shows only in its pods, which are few.
    const isOfCatalog = resource === PODS && labelSelector?.startsWith(`${CATALOG_LABEL}=`) === true;
    if (EXPLAINING.includes(resource) && !isOfCatalog) {
      return undefined;
    }
    const isOfOperator = resource === CUSTOM_RESOURCE_DEFINITIONS && name?.endsWith(`.${OLM_GROUP}`) !== true;
    return isOfOperator && !this.#lacking.has(name ?? '') ? { items: this.#trusted(interest) } : this.#source.list(interest);
  }

  public notes(): readonly string[] {
    return this.#source.notes();
  }

  #trusted({ name = '' }: Interest): readonly unknown[] {
    const versions = this.#crds.get(name);
    return versions === undefined ? [] : [servedCrd(name, [...versions])];
  }
}

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
    ...csvs.flatMap(apiInterests),
    ...(subscriptions.length === 0 ? [] : [CONTROLLERS]),
  ]);
}
