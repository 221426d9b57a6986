import { CATALOG_LABEL } from '../../waiting/olm/catalog-waiter';
import { ApiResource, CLUSTER_SERVICE_VERSIONS, NAMESPACES, PODS } from '../../waiting/view/api-resource';
import { Interest, optional } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { ObjectIndex } from './object-index';
import { Listing, ObjectSource } from './object-source';

/** Source for all namespaces: objects of one namespace, and each Namespace, are taken from one list of the whole cluster. */
export class WideSource implements ObjectSource {
  readonly #source: ObjectSource;
  readonly #lists = new Map<string, Promise<ObjectIndex | Listing | undefined>>();

  public constructor(source: ObjectSource) {
    this.#source = source;
  }

  public async list(interest: Interest): Promise<Listing | undefined> {
    const { resource } = interest;
    const key = `${resource.group}/${resource.plural}`;
    // A single ServiceAccount, for example, does not need a list of those of all namespaces.
    const isSingle = interest.optional === true && interest.name !== undefined && !this.#lists.has(key);
    if ((!resource.namespaced && resource !== NAMESPACES) || (resource.namespaced && isSingle)) {
      return this.#source.list(interest);
    }
    const pending = this.#lists.get(key) ?? this.#listAll(resource);
    this.#lists.set(key, pending);
    const found = await pending;
    return found instanceof ObjectIndex ? { items: found.select(interest) } : found;
  }

  public notes(): readonly string[] {
    return this.#source.notes();
  }

  /**
   * Lists a resource in all namespaces: ClusterServiceVersions without their copies, of which there may be thousands, and only the pods of catalogs.
   */
  async #listAll(resource: ApiResource): Promise<ObjectIndex | Listing | undefined> {
    const interest = { resource, ...(resource === CLUSTER_SERVICE_VERSIONS ? { labelSelector: '!olm.copiedFrom' } : {}) };
    const listing = await this.#source.list(resource === PODS ? optional({ resource, labelSelector: CATALOG_LABEL }) : interest);
    if (listing === undefined || 'problem' in listing) {
      return listing;
    }
    const index = new ObjectIndex();
    listing.items.forEach((item) => index.add(resource, item as KubernetesObject));
    return index;
  }
}

/** Source for an account that may list objects only in some namespaces: it requests nothing else. */
export class NamespacesSource implements ObjectSource {
  readonly #source: ObjectSource;
  readonly #namespaces: ReadonlySet<string>;

  public constructor(source: ObjectSource, namespaces: readonly string[]) {
    this.#source = source;
    this.#namespaces = new Set(namespaces);
  }

  public async list(interest: Interest): Promise<Listing | undefined> {
    const { namespace } = interest;
    return namespace !== undefined && this.#namespaces.has(namespace) ? this.#source.list(interest) : undefined;
  }

  public notes(): readonly string[] {
    return this.#source.notes();
  }
}
