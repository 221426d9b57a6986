import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { apiObjectsIn } from '../../constructs/model/chart-objects';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { ImageCatalog } from '../../constructs/catalogs/image-catalog';
import { OperatorRegistry } from '../../constructs/catalogs/operator-registry';
import { PlainBundleDeployment } from '../../constructs/engines/plain-bundle-deployment';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { dependenciesOf } from '../../constructs/model/chart-order';
import { ConstructError } from '../../constructs/model/construct-error';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { RukpakBundleDeployment } from '../../constructs/rukpak/rukpak-bundle-deployment';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { fieldAt, ownValue, stringField } from '../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { groupBy } from '../../text/group-by';
import { smallest } from '../../text/lists';
import { isOperatorJob } from '../jobs/program-objects';

/** A stage of an app: Flux starts it when the stages before it are ready. */
export enum FluxStage {
  /** OLM itself: its CRDs, namespaces and controllers, and all objects that need no other stage. */
  OLM = 'olm',

  /** Catalogs: registries, CatalogSources and ClusterCatalogs, and packageserver, which OLM installs to serve their content. */
  CATALOGS = 'catalogs',

  /** Operators: Subscriptions, OperatorGroups, ClusterExtensions, and operators that are installed without OLM. */
  OPERATORS = 'operators',

  /** Custom resources of the operators. */
  OPERANDS = 'operands',
}

/** The stages in order. @internal */
export const FLUX_STAGES: readonly FluxStage[] = [FluxStage.OLM, FluxStage.CATALOGS, FluxStage.OPERATORS, FluxStage.OPERANDS];

/** The stages of the objects of some charts. @internal */
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
    const found = apiObjectsIn(charts.flatMap(chart => chart.node.findAll()));
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
    return smallest([namespace, ...inside].map(object => FLUX_STAGES.indexOf(assignedStage(object) ?? this.#ownStage(object))));
  }

  #isNamespace(object: ApiObject): boolean {
    return this.#namespaces.get(object.name) === object;
  }

  /** Returns the objects that must exist before an object: its namespace, its CRD, and its dependencies in the app. */
  #before(object: ApiObject): ApiObject[] {
    const { namespace } = object.metadata;
    const implied = [namespace === undefined ? undefined : this.#namespaces.get(namespace), this.#crds.get(`${object.apiGroup}/${object.kind}`)];
    const declared = object.node.scopes.flatMap(scope => (
      dependenciesOf(scope).filter(target => !target.node.scopes.includes(scope) && !object.node.scopes.includes(target))
        .flatMap(target => this.#objectsBelow(target))
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

/** Property of a construct whose objects were assigned to a stage, so that all copies of this library share it. @internal */
export const ASSIGNED_STAGE = Symbol.for('olm-constructs.FluxStage');

const CRD_KIND = 'CustomResourceDefinition';

/** Kinds of OLM's own objects that its controllers work on: packageserver and the default catalog. */
const WORK_OF_OLM = new Set([`${OLM_GROUP}/CatalogSource`, `${OLM_GROUP}/ClusterServiceVersion`]);

/** Stage of the objects in a construct. */
const STAGE_OF_CONSTRUCT: readonly (readonly [stage: FluxStage, isKind: (construct: unknown) => boolean])[] = [
  [FluxStage.OPERATORS, one => isOperatorJob(one as IConstruct)],
  [FluxStage.OLM, one => OlmInstallation.isOlmInstallation(one)],
  [FluxStage.CATALOGS, one => OperatorRegistry.isOperatorRegistry(one)],
  [FluxStage.CATALOGS, one => ImageCatalog.isImageCatalog(one)],
  [FluxStage.CATALOGS, one => ClusterCatalog.isClusterCatalog(one)],
  [FluxStage.OPERATORS, one => OperatorSubscription.isOperatorSubscription(one)],
  [FluxStage.OPERATORS, one => ClusterExtension.isClusterExtension(one)],
  [FluxStage.OPERATORS, one => BundleDeployment.isBundleDeployment(one)],
  [FluxStage.OPERATORS, one => PlainBundleDeployment.isPlainBundleDeployment(one)],
  [FluxStage.OPERATORS, one => RukpakBundleDeployment.isRukpakBundleDeployment(one)],
];

/** Stage of the objects of a kind, regardless of the construct. */
const STAGE_OF_KIND: { readonly [kind: string]: FluxStage } = {
  [`${OLM_GROUP}/CatalogSource`]: FluxStage.CATALOGS,
  [`${OLM_GROUP}/OperatorGroup`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/Subscription`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/InstallPlan`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/ClusterServiceVersion`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/OperatorCondition`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/Operator`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/OLMConfig`]: FluxStage.OLM,
  [`${OLM_V1_GROUP}/ClusterCatalog`]: FluxStage.CATALOGS,
  [`${OLM_V1_GROUP}/ClusterExtension`]: FluxStage.OPERATORS,
  [`${RUKPAK_GROUP}/Bundle`]: FluxStage.OPERATORS,
  [`${RUKPAK_GROUP}/BundleDeployment`]: FluxStage.OPERATORS,
  [`${RUKPAK_GROUP}/BundleInstance`]: FluxStage.OPERATORS,
};

/** Returns the stage that the user assigned to an object or to one of its scopes. */
function assignedStage(object: IConstruct): FluxStage | undefined {
  const assigned = object.node.scopes.findLast(scope => ASSIGNED_STAGE in scope);
  return (assigned as { [ASSIGNED_STAGE]?: FluxStage } | undefined)?.[ASSIGNED_STAGE];
}

/**
 * Returns the earliest stage of an object by its kind and by the construct that created it, ignoring its dependencies.
 *
 * @param definedKinds kinds of the CRDs of the app, as `<group>/<kind>`
 */
function stageOfKind(object: ApiObject, definedKinds: ReadonlySet<string>): FluxStage {
  const kind = `${object.apiGroup}/${object.kind}`;
  for (const scope of object.node.scopes.toReversed()) {
    const [stage] = STAGE_OF_CONSTRUCT.find(([, isKind]) => isKind(scope)) ?? [];
    if (stage !== undefined) {
      return stage === FluxStage.OLM && WORK_OF_OLM.has(kind) ? FluxStage.CATALOGS : stage;
    }
  }
  const ofKind = ownValue(STAGE_OF_KIND, kind);
  if (ofKind !== undefined) {
    return ofKind;
  }
  return isCustom(object) && !definedKinds.has(kind) ? FluxStage.OPERANDS : FluxStage.OLM;
}

/** Whether an object is a CustomResourceDefinition. @internal */
export function isCrd({ apiGroup, kind }: ApiObject): boolean {
  return apiGroup === 'apiextensions.k8s.io' && kind === CRD_KIND;
}

/** Whether the kind of an object is defined by a CRD: Kubernetes' own groups have no dot, or end in k8s.io. */
function isCustom({ apiGroup }: ApiObject): boolean {
  return apiGroup.includes('.') && !/(^|\.)k8s\.io$/.test(apiGroup);
}
