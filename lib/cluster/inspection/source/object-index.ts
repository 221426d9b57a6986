import { fieldAt } from '../../../formats/json/json-value';
import { labelSelector, requiredLabels } from '../../../formats/schema/label-selector';
import { groupBy } from '../../../text/group-by';
import { ApiResource } from '../../waiting/view/api-resource';
import { Interest } from '../../waiting/view/cluster-view';
import { KubernetesObject, namespacedName } from '../../waiting/view/kubernetes-object';
import { labeled, objectsIn, objectsNamed } from '../../waiting/view/object-lists';
import { isNewer } from './object-times';

/** Group and kind of objects. The version does not matter: the API server returns the same object in each. */
export type GroupKind = Pick<ApiResource, 'group' | 'kind'>;

/** Objects of a kind, by namespace and name. */
interface ObjectsOfKind {
  readonly byName: Map<string, KubernetesObject>;

  /** All of them, until another one is added. */
  list?: readonly KubernetesObject[];
}

/** Objects of a cluster, to be selected as the API server does. */
export class ObjectIndex {
  readonly #kinds = new Map<string, ObjectsOfKind>();
  readonly #namespaces = new Set<string>();

  /** Adds an object. Of two with the same name, the newer one is kept; if that is unknown, the first one. */
  public add(kind: GroupKind, object: KubernetesObject): void {
    const { name, namespace = '' } = object.metadata;
    const ofKind = this.addKind(kind);
    const key = JSON.stringify([namespace, name]);
    const known = ofKind.byName.get(key);
    ofKind.byName.set(key, known !== undefined && !isNewer(object, known) ? known : object);
    delete ofKind.list;
    this.#namespaces.add(namespace);
  }

  /** Adds a kind that may have no objects. */
  public addKind({ group, kind }: GroupKind): ObjectsOfKind {
    const key = keyOf(group, kind);
    const known = this.#kinds.get(key) ?? { byName: new Map<string, KubernetesObject>() };
    this.#kinds.set(key, known);
    return known;
  }

  /** Whether a kind was added, with objects or without. */
  public hasKind({ group, kind }: GroupKind): boolean {
    return this.#kinds.has(keyOf(group, kind));
  }

  /** Whether any object is in a namespace. */
  public hasNamespace(namespace: string): boolean {
    return this.#namespaces.has(namespace);
  }

  /** Returns all objects of a kind, in the order in which they were added to each namespace. */
  #all({ group, kind }: GroupKind): readonly KubernetesObject[] {
    const ofKind = this.#kinds.get(keyOf(group, kind));
    return ofKind === undefined ? [] : ofKind.list ??= [...groupBy([...ofKind.byName.values()], namespaceOf).values()].flat();
  }

  /** Returns the objects of each kind. */
  public everything(): KubernetesObject[] {
    return [...this.#kinds.values()].flatMap(({ byName }) => [...byName.values()]);
  }

  /** Returns the objects of an interest. */
  public select({ resource, namespace, name, labelSelector: selector, fieldSelector: fields }: Interest): KubernetesObject[] {
    const ofKind = this.#all(resource);
    const inScope = namespace === undefined ? ofKind : objectsIn(ofKind, namespace);
    const found = name === undefined ? inScope : objectsNamed(inScope, name);
    const matches = selector === undefined ? undefined : labelSelector(selector);
    return (selector === undefined ? found : labeled(found, requiredLabels(selector))).filter((object) => (
      (selector === undefined || matches?.(object.metadata.labels ?? {}) === true) && (fields === undefined || hasFields(object, fields))
    ));
  }
}

const namespaceOf = ({ metadata: { namespace = '' } }: KubernetesObject): string => namespace;

/** Returns the kind and the name of an object. */
export function objectName({ kind }: GroupKind, object: KubernetesObject): string {
  return `${kind} ${namespacedName(object)}`;
}

/** Whether an object has the values of a field selector such as `type=Warning`. */
function hasFields(object: KubernetesObject, selector: string): boolean {
  return selector.split(',').every((part) => {
    const [path = '', value] = part.split('=');
    return fieldAt(object, ...path.split('.')) === value;
  });
}

const keyOf = (group: string, kind: string): string => `${group}/${kind}`;

/** Returns a CRD about which only the versions that are served are known. */
export function servedCrd(name: string, versions: readonly string[]): KubernetesObject {
  return {
    metadata: { name },
    spec: { versions: versions.map((version) => ({ name: version, served: true })) },
    status: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] },
  };
}
