import { isMap, JsonMap, mapField, mapListField, stringField } from '../../../formats/json/json-value';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import { readStream } from '../../../formats/yaml/stream';
import {
  CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES, OPERATOR_GROUPS, resourceName, SUBSCRIPTIONS,
} from '../../waiting/view/api-resource';
import { ownedApis } from '../../waiting/view/cluster-service-version';
import { Interest } from '../../waiting/view/cluster-view';
import { KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { GroupKind, ObjectIndex, servedCrd } from './object-index';
import { Listing, ObjectSource } from './object-source';
import { latestTime } from './object-times';

/** Annotation of a ClusterServiceVersion with the name of its OperatorGroup. */
const GROUP_ANNOTATION = 'olm.operatorGroup';

/** Kinds of objects of a release of OLM that dumps often lack. */
const PARTS_OF_RELEASE = ['CatalogSource', 'ClusterRole', 'ClusterRoleBinding', 'NetworkPolicy', 'OLMConfig', 'OperatorGroup', 'ServiceAccount'];

/**
 * Objects of a cluster from files.
 *
 * A dump rarely has every kind. If it has no objects of a kind, it is unknown whether the cluster has any: where other objects imply that one exists,
 * it is treated as existing and healthy, and `notes` lists the requested kinds that are missing.
 */
export class Dump implements ObjectSource {
  public readonly index = new ObjectIndex();
  readonly #absent = new Set<string>();

  /** @param contents content of each file */
  public constructor(contents: readonly DumpedObjects[]) {
    contents.forEach(({ objects, lists }) => {
      lists.forEach((kind) => this.index.addKind(kind));
      objects.forEach(({ kind, object }) => this.index.add(kind, object));
    });
  }

  /** Time of the dump: the latest time in it, in milliseconds since 1970, or undefined if it has no times. */
  public get time(): number | undefined {
    return latestTime(this.index.everything());
  }

  public list(interest: Interest): Promise<Listing | undefined> {
    if (this.#isUnknownPart(interest)) {
      return Promise.resolve(undefined);
    }
    return Promise.resolve({ items: this.index.hasKind(interest.resource) ? this.index.select(interest) : this.#assumed(interest) });
  }

  /** Whether an object of a release of OLM is of a kind that the dump lacks, so that it is unknown whether it exists. */
  #isUnknownPart({ resource, name, optional }: Interest): boolean {
    return optional === true && name !== undefined && !this.index.hasKind(resource)
      && (PARTS_OF_RELEASE.includes(resource.kind) || (resource === NAMESPACES && !this.index.hasNamespace(name)));
  }

  public notes(): readonly string[] {
    const absent = [...this.#absent].sort();
    return absent.length === 0 ? [] : [
      `the files contain no ${absent.join(', ')}: either the cluster has none, or they were not dumped`,
    ];
  }

  /** Returns the objects of a missing kind that other objects imply. */
  #assumed({ resource, namespace, name, optional }: Interest): KubernetesObject[] {
    switch (resource) {
      case NAMESPACES:
        return name !== undefined && this.index.hasNamespace(name) ? [{ metadata: { name }, status: { phase: 'Active' } }] : [];
      case CUSTOM_RESOURCE_DEFINITIONS:
        if (name?.endsWith(`.${OLM_GROUP}`) !== true) {
          return name === undefined ? [] : this.#servedCrd(name);
        }
        break;
      default:
    }
    if (optional !== true || resource === CATALOG_SOURCES) {
      this.#absent.add(resourceName(resource));
    }
    return resource === OPERATOR_GROUPS && namespace !== undefined ? this.#groupsIn(namespace)
      : resource === CATALOG_SOURCES ? this.#catalogs(namespace) : [];
  }

  /** Returns a CRD that OLM found, according to the ClusterServiceVersions that own it. */
  #servedCrd(crd: string): KubernetesObject[] {
    const owned = this.index.all(CLUSTER_SERVICE_VERSIONS).filter((csv) => statusString(csv, 'phase') === 'Succeeded').flatMap(ownedApis);
    const versions = owned.filter((api) => api.crd === crd).map(({ version }) => version);
    return versions.length === 0 ? [] : [servedCrd(crd, versions)];
  }

  #groupsIn(namespace: string): KubernetesObject[] {
    const csvs = this.index.select({ resource: CLUSTER_SERVICE_VERSIONS, namespace });
    const names = csvs.map(({ metadata }) => metadata.annotations?.[GROUP_ANNOTATION]);
    return [...new Set(names.filter((name) => name !== undefined))].map((name) => ({ metadata: { name, namespace } }));
  }

  /** Returns the catalogs that OLM uses, according to Subscriptions. */
  #catalogs(namespace: string | undefined): KubernetesObject[] {
    const references = this.index.all(SUBSCRIPTIONS).flatMap(({ status }) => mapListField(status, 'catalogHealth'))
      .filter((health) => health['healthy'] === true).map((health) => mapField(health, 'catalogSourceRef'));
    const found = new Map(references.map((reference) => [
      `${stringField(reference, 'namespace') ?? ''}/${stringField(reference, 'name') ?? ''}`, reference,
    ]));
    const isInScope = (reference: JsonMap): boolean => namespace === undefined || stringField(reference, 'namespace') === namespace;
    return [...found.values()].filter(isInScope).map((reference) => ({
      metadata: { name: stringField(reference, 'name') ?? '', namespace: stringField(reference, 'namespace') ?? '' },
      status: { connectionState: { lastObservedState: 'READY' } },
    }));
  }
}

const LIMITS = { maxDepth: 100, maxNodes: 20_000_000 } as const;

/** An object in a dump. */
export interface DumpedObject {
  readonly kind: GroupKind;
  readonly object: KubernetesObject;
}

/** Content of one file of a dump. */
export interface DumpedObjects {
  readonly objects: readonly DumpedObject[];

  /** Kinds of lists in the file, which may be empty. */
  readonly lists: readonly GroupKind[];

  /** Number of documents that are not Kubernetes objects. */
  readonly others: number;
}

/**
 * Reads objects in the formats of `kubectl get -o yaml` or `-o json`, `oc adm inspect` and manifests: single objects, lists, or several documents.
 *
 * @throws YamlSyntaxError if the file is neither YAML nor JSON
 */
export function dumpedObjects(text: string): DumpedObjects {
  const found: { objects: DumpedObject[]; lists: GroupKind[]; others: number } = { objects: [], lists: [], others: 0 };
  for (const document of documents(text)) {
    if (document !== undefined && document !== null) {
      collect(document, undefined, found);
    }
  }
  return found;
}

function* documents(text: string): Generator<unknown> {
  if (/^\s*[{[]/.test(text)) {
    try {
      yield JSON.parse(text);
      return;
    } catch {
      // Several objects, or YAML in flow style.
    }
  }
  for (const { value } of readStream(text, LIMITS)) {
    yield value;
  }
}

function collect(value: unknown, listed: GroupKind | undefined, found: { objects: DumpedObject[]; lists: GroupKind[]; others: number }): void {
  if (Array.isArray(value)) {
    value.forEach((item) => collect(item, listed, found));
    return;
  }
  const kind = isMap(value) ? kindOf(value) ?? listed : undefined;
  if (!isMap(value) || kind === undefined) {
    found.others += 1;
  } else if (kind.kind.endsWith('List') && Array.isArray(value['items'])) {
    // Items of a list lack their kind; a `kind: List` of kubectl has items of any kind.
    const ofItems = kind.kind === 'List' ? undefined : { group: kind.group, kind: kind.kind.slice(0, -'List'.length) };
    if (ofItems !== undefined) {
      found.lists.push(ofItems);
    }
    collect(value['items'], ofItems, found);
  } else if (stringField(mapField(value, 'metadata'), 'name') !== undefined) {
    found.objects.push({ kind, object: value as unknown as KubernetesObject });
  } else {
    found.others += 1;
  }
}

function kindOf(object: JsonMap): GroupKind | undefined {
  const [apiVersion, kind] = [stringField(object, 'apiVersion'), stringField(object, 'kind')];
  if (apiVersion === undefined || kind === undefined || kind === '') {
    return undefined;
  }
  const slash = apiVersion.indexOf('/');
  return { group: slash < 0 ? '' : apiVersion.slice(0, slash), kind };
}
