import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { FLUX_STAGES, FluxStage } from './flux-stage';
import { assignedStage, isCrd, isCustom, stageOfKind } from './stage-of-kind';
import { ConstructError } from '../../constructs/model/construct-error';
import { groupBy } from '../../text/group-by';
import { fieldAt, stringField } from '../../formats/json/json-value';

/** The stages of the objects of some charts. */
export class StagedObjects {
  readonly #stages = new Map<ApiObject, number>();
  readonly #open = new Set<ApiObject>();
  readonly #objects: readonly ApiObject[];
  readonly #crds = new Map<string, ApiObject>();
  readonly #definedKinds: ReadonlySet<string>;
  readonly #namespaces = new Map<string, ApiObject>();
  readonly #inNamespace: ReadonlyMap<string, readonly ApiObject[]>;
  readonly #below = new Map<IConstruct, readonly ApiObject[]>();

  /**
   * @throws ConstructError when an object is assigned to an earlier stage than one that it depends on, or the dependencies form a cycle
   */
  public constructor(charts: readonly Chart[]) {
    const found = charts.flatMap(chart => chart.node.findAll()).filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
    this.#objects = [...new Set(found)];
    for (const object of this.#objects) {
      if (isCrd(object)) {
        this.#crds.set(kindOfCrd(object), object);
      } else if (object.apiGroup === 'core' && object.kind === 'Namespace') {
        this.#namespaces.set(object.name, object);
      }
    }
    this.#definedKinds = new Set(this.#crds.keys());
    this.#inNamespace = groupBy(this.#objects, ({ metadata: { namespace = '' } }) => namespace);
    this.#objects.forEach(object => this.#stageOf(object));
  }

  /** Number of objects. */
  public get size(): number {
    return this.#objects.length;
  }

  /** Returns the objects of a stage, in the order of the construct tree. */
  public of(stage: FluxStage): ApiObject[] {
    return this.#objects.filter(object => this.stageOf(object) === stage);
  }

  /** Returns the stage of an object, or undefined if it is in none of the charts. */
  public stageOf(object: ApiObject): FluxStage | undefined {
    const index = this.#stages.get(object);
    return index === undefined ? undefined : FLUX_STAGES[index];
  }

  #stageOf(object: ApiObject): number {
    const known = this.#stages.get(object);
    if (known !== undefined) {
      return known;
    }
    if (this.#open.has(object)) {
      // In the list of open objects, each one depends on the next.
      const open = [...this.#open];
      const cycle = [...open.slice(open.indexOf(object)), object].map(({ node: { path } }) => `'${path}'`);
      throw new ConstructError(object, `the stages of Flux form a cycle: ${cycle.join(' comes after ')}; remove one of these dependencies`);
    }
    this.#open.add(object);
    const before = this.#before(object).map(other => ({ other, stage: this.#stageOf(other) }));
    const last = before.toSorted((left, right) => right.stage - left.stage)[0];
    const assigned = assignedStage(object);
    const own = assigned === undefined && this.#isNamespace(object) ? this.#namespaceStage(object)
      : FLUX_STAGES.indexOf(assigned ?? this.#ownStage(object));
    if (assigned !== undefined && last !== undefined && last.stage > own) {
      throw new ConstructError(object, `this object is assigned to the stage '${assigned}' and depends on '${last.other.node.path}', which is in the later stage `
        + `'${FLUX_STAGES[last.stage]!}'; assign it to that stage, or remove the dependency`);
    }
    const stage = Math.max(own, last?.stage ?? 0);
    this.#open.delete(object);
    this.#stages.set(object, stage);
    return stage;
  }

  /** An object whose CRD is part of an operator also needs the operator, for its webhooks or its controller. */
  #ownStage(object: ApiObject): FluxStage {
    const crd = isCustom(object) ? this.#crds.get(`${object.apiGroup}/${object.kind}`) : undefined;
    const isOfOperator = crd !== undefined && !sharesScope(object, crd) && this.#stageOf(crd) === FLUX_STAGES.indexOf(FluxStage.OPERATORS);
    return isOfOperator ? FluxStage.OPERANDS : stageOfKind(object, this.#definedKinds);
  }

  /** A namespace must exist before the first object in it: an operator's namespace may contain its catalog. */
  #namespaceStage(namespace: ApiObject): number {
    const inside = (this.#inNamespace.get(namespace.name) ?? []).filter(object => object !== namespace && !this.#isNamespace(object));
    return Math.min(...[namespace, ...inside].map(object => FLUX_STAGES.indexOf(assignedStage(object) ?? this.#ownStage(object))));
  }

  #isNamespace(object: ApiObject): boolean {
    return this.#namespaces.get(object.name) === object;
  }

  /** Returns the objects that must exist before an object: its namespace, its CRD, and its dependencies in the app. */
  #before(object: ApiObject): ApiObject[] {
    const { namespace } = object.metadata;
    const implied = [namespace === undefined ? undefined : this.#namespaces.get(namespace), this.#crds.get(`${object.apiGroup}/${object.kind}`)];
    const declared = object.node.scopes.flatMap(scope => (
      scope.node.dependencies.filter(target => !target.node.scopes.includes(scope)).flatMap(target => this.#objectsBelow(target))
    ));
    return [...new Set([...implied.filter(one => one !== undefined), ...declared])].filter(other => other !== object);
  }

  #objectsBelow(construct: IConstruct): readonly ApiObject[] {
    let objects = this.#below.get(construct);
    if (objects === undefined) {
      const own = new Set(this.#objects);
      objects = construct.node.findAll().filter((one): one is ApiObject => ApiObject.isApiObject(one) && own.has(one));
      this.#below.set(construct, objects);
    }
    return objects;
  }
}

/** Whether the same operator construct created both objects. */
function sharesScope(object: ApiObject, crd: ApiObject): boolean {
  return object.node.scope === crd.node.scope;
}

function kindOfCrd(crd: ApiObject): string {
  const { spec } = crd.toJson() as { readonly spec?: unknown };
  return `${stringField(spec, 'group') ?? ''}/${stringField(fieldAt(spec, 'names'), 'kind') ?? ''}`;
}
