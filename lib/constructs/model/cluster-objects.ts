import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { groupBy } from '../../text/group-by';
import { checkAppFiles } from './app-files';
import { validateOnce } from './app-synthesis';
import { apiObjectsIn, refuseList } from './chart-objects';
import { clusterOf, constructsOf } from './cluster-scope';
import { describeLateValues } from './prop-checks';
import { printableValidation } from './printable-validation';

/** Objects of an app that are the same object in the cluster. */
export interface Twins {
  readonly object: ApiObject;
  /** The others, which are not in the construct. */
  readonly twins: readonly ApiObject[];
}

/**
 * The objects to apply to a cluster.
 *
 * cdk8s validates the whole app again for each chart, so checks that search the app themselves would take time quadratic in the number of constructs.
 * The objects are indexed once per pass, and the index is kept as long as the constructs are the same.
 */
export class ClusterObjects {
  static readonly #byCluster = new WeakMap<IConstruct, ClusterObjects>();

  /**
   * Adds a check to a construct, which compares it with the other objects of its cluster.
   *
   * @param check returns problems, as sentences; called when the app is synthesized
   */
  public static addCheck(construct: IConstruct, check: (objects: ClusterObjects) => string[]): void {
    const objects = ClusterObjects.#of(construct);
    construct.node.addValidation(printableValidation(() => check(objects.#askedBy(construct, check))));
  }

  /** Returns the objects of the cluster of a construct, in their current state. */
  public static of(construct: IConstruct): ClusterObjects {
    const objects = ClusterObjects.#of(construct);
    objects.#refresh();
    return objects;
  }

  static #of(construct: IConstruct): ClusterObjects {
    const cluster = clusterOf(construct);
    const objects = ClusterObjects.#byCluster.get(cluster) ?? new ClusterObjects(cluster);
    ClusterObjects.#byCluster.set(cluster, objects);
    return objects;
  }

  /** Checks that used the index since it was last refreshed. */
  readonly #checks = new Set<object>();
  #list: readonly IConstruct[] = [];
  #constructs: ReadonlySet<IConstruct> = new Set();
  #twins: ReadonlyMap<string, readonly ApiObject[]> = new Map();
  #byKind: ReadonlyMap<string, readonly ApiObject[]> = new Map();
  #byNamespace: ReadonlyMap<string, readonly ApiObject[]> = new Map();
  #specs = new Map<ApiObject, unknown>();
  /** Conflicts that were reported since the index was last refreshed. */
  readonly #reported = new Set<string>();

  private constructor(private readonly cluster: IConstruct) {
    checkAppFiles(cluster);
    validateOnce(cluster);
    // cdk8s validates a construct before its children: this validation is the first of each pass.
    cluster.node.addValidation(printableValidation(() => {
      this.#refresh();
      return [];
    }));
  }

  /** Returns all constructs of the cluster, those nearer to the root first. */
  public get constructs(): readonly IConstruct[] {
    return this.#list;
  }

  /** Returns the objects of a kind, in a namespace or in all of them, those nearer to the root first. */
  public ofKind(group: string, kind: string, namespace?: string): readonly ApiObject[] {
    return (namespace === undefined ? this.#byKind.get(`${group}/${kind}`) : this.#byNamespace.get(keyOfKind(group, kind, namespace))) ?? [];
  }

  /** Returns the spec of an object, as written to the manifest. */
  public specOf(object: ApiObject): unknown {
    if (!this.#specs.has(object)) {
      this.#specs.set(object, (object.toJson() as { readonly spec?: unknown }).spec);
    }
    return this.#specs.get(object);
  }

  /**
   * Whether a conflict was not reported yet in this pass. Each construct of a conflict finds it, and the first one reports it.
   *
   * @param kind kind of the conflict
   * @param constructs the constructs in the conflict, in any order
   */
  public isNewConflict(kind: string, ...constructs: readonly IConstruct[]): boolean {
    const key = JSON.stringify([kind, ...constructs.map(({ node: { path } }) => path).sort()]);
    const isNew = !this.#reported.has(key);
    this.#reported.add(key);
    return isNew;
  }

  /** Returns the objects in a construct that something outside it also creates. */
  public twinsOf(construct: IConstruct): Twins[] {
    if (this.#twins.size === 0) {
      return [];
    }
    const own = new Set(apiObjectsIn(construct.node.findAll()));
    return [...own].flatMap(object => {
      const twins = (this.#twins.get(keyOf(object)) ?? []).filter(other => !own.has(other));
      return twins.length === 0 ? [] : [{ object, twins }];
    });
  }

  /** Refreshes the index if a construct is validated alone, not as part of the app. */
  #askedBy(construct: IConstruct, check: object): this {
    if (this.#checks.has(check) || !this.#constructs.has(construct)) {
      this.#refresh();
    }
    this.#checks.add(check);
    return this;
  }

  #refresh(): void {
    this.#checks.clear();
    this.#reported.clear();
    this.#specs = new Map();
    const list = constructsOf(this.cluster);
    if (list.length === this.#list.length && list.every((construct, index) => construct === this.#list[index])) {
      return;
    }
    const objects = apiObjectsIn(list);
    // Those of other kinds are written here only for checks and policies, which refuse them, too.
    objects.filter(({ kind }) => kind.endsWith('List')).forEach(object => refuseList(object, object.toJson()));
    this.#list = list;
    this.#constructs = new Set(list);
    this.#twins = new Map([...groupBy(objects, keyOf)].filter(([, twins]) => twins.length > 1));
    this.#byKind = groupBy(objects, ({ apiGroup, kind }) => `${apiGroup}/${kind}`);
    this.#byNamespace = groupBy(objects, ({ apiGroup, kind, metadata: { namespace } }) => keyOfKind(apiGroup, kind, namespace));
  }
}

/** The API server identifies an object by group, kind, namespace and name. */
function keyOf({ apiGroup, kind, name, metadata: { namespace } }: ApiObject): string {
  return `${keyOfKind(apiGroup, kind, namespace)}/${name}`;
}

function keyOfKind(group: string, kind: string, namespace: string | undefined): string {
  return `${group}/${kind}/${namespace ?? ''}`;
}

/**
 * Adds the check that no other construct of the cluster creates an object that this construct creates: when both are applied, the second
 * would silently replace the first.
 *
 * @param remedy what to set, also by the kind of the object
 */
export function checkSoleOwner(construct: Construct, remedy: string | ((kind: string) => string)): void {
  ClusterObjects.addCheck(construct, objects => (
    objects.twinsOf(construct).filter(({ object, twins }) => objects.isNewConflict('object', object, ...twins)).map(({ object, twins }) => {
      const paths = twins.map(({ node: { path } }) => `'${path}'`).join(' and ');
      return describeLateValues(construct, `${paths} also ${twins.length === 1 ? 'creates' : 'create'} ${identityOf(object)}; ${typeof remedy === 'string' ? remedy : remedy(object.kind)}`);
    })
  ));
}

function identityOf({ kind, name, metadata: { namespace } }: ApiObject): string {
  return `${kind} '${name}'${namespace === undefined ? '' : ` in namespace '${namespace}'`}`;
}
