import { ApiObject, Chart, Duration } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { Cluster } from '../../constructs/cluster';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { clusterOf, constructsOf } from '../../constructs/model/cluster-scope';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkEnum, checkProps, scopeOf } from '../../constructs/model/prop-checks';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { defined } from '../../formats/json/defined';
import { checkArguments } from '../../formats/options/check-arguments';
import { FluxHealthChecks, MAX_OPERATOR_NAME, stageHealth } from './flux-health-checks';
import { FluxDeletionPolicy, FluxDependency, FluxHealthCheck, FluxKustomization } from './flux-kustomization';
import { IFluxSource } from './flux-source';
import { ASSIGNED_STAGE, FLUX_STAGES, FluxStage, isCrd, StagedObjects } from './staged-objects';
import { printableValidation } from '../../constructs/model/printable-validation';

/** Properties of `FluxStages`. */
export interface FluxStagesProps {
  /** Source that contains the folders of the stages. */
  readonly source: IFluxSource;

  /**
   * Charts whose objects are put into stages.
   *
   * @default - all charts of the cluster except the one that contains this construct
   */
  readonly charts?: Chart[];

  /**
   * Folder of the tree in the source, such as `deploy`, if the tree is not written to the root of the repository.
   *
   * @default - the source's root folder
   */
  readonly root?: string;

  /**
   * Folder of the stages in the tree.
   *
   * @default - `stages` and the path of the cluster, such as `stages/prod-1`; without a `Cluster`, `stages`
   */
  readonly folder?: string;

  /**
   * Prefix of the names of the Kustomizations, before the name of the stage.
   *
   * @default - the path of the cluster with dashes, such as `prod-1`; without a `Cluster`, `platform`
   */
  readonly name?: string;

  /**
   * Namespace of the Kustomizations.
   *
   * @default 'flux-system'
   */
  readonly namespace?: string;

  /**
   * Interval at which Flux reconciles the stages, in whole seconds.
   *
   * @default Duration.minutes(10)
   */
  readonly interval?: Duration;

  /**
   * Interval at which Flux retries a failed stage, in whole seconds.
   *
   * @default Duration.minutes(1)
   */
  readonly retryInterval?: Duration;

  /**
   * Timeout for Flux to wait for a stage, in whole seconds. For a pinned version, it includes the time until the InstallPlan is approved.
   *
   * @default Duration.minutes(10)
   */
  readonly timeout?: Duration;

  /**
   * Whether Flux deletes CRDs that are no longer in the source, or whose Kustomization is deleted, with all objects of their kinds.
   *
   * @default false
   */
  readonly pruneCrds?: boolean;

  /**
   * Whether Flux deletes objects of OLM that are no longer in the source, or whose Kustomization is deleted. OLM has to be deleted last: without its
   * controllers, ClusterServiceVersions keep their finalizers, so that deletion of their namespaces never completes. Flux deletes Kustomizations in
   * no particular order, so set it only before you delete them one after another, starting with the last stage.
   *
   * @default false
   */
  readonly pruneOlm?: boolean;

  /**
   * What Flux does with the objects of a stage whose Kustomization is deleted. `pruneCrds` and `pruneOlm` take precedence.
   *
   * @default FluxDeletionPolicy.WAIT_FOR_TERMINATION
   */
  readonly deletionPolicy?: FluxDeletionPolicy;

  /**
   * Name of the ServiceAccount with whose rights Flux applies the stages.
   *
   * @default - that of Flux
   */
  readonly serviceAccountName?: string;

  /**
   * Name of the Secret with the kubeconfig of another cluster.
   *
   * @default - the cluster that Flux runs in
   */
  readonly kubeConfigSecretName?: string;

  /**
   * Kustomizations that have to be ready before the first stage.
   *
   * @default - none
   */
  readonly dependsOn?: FluxDependency[];
}

const FLUX_STAGES_CONSTRUCT = Symbol.for('olm-constructs.FluxStages');
const KEEP_ANNOTATION = 'kustomize.toolkit.fluxcd.io/prune';

/**
 * The objects of an app in stages, each with a FluxKustomization that depends on the previous one: OLM, catalogs, operators, operands. A stage starts
 * when the previous one is ready; operators are ready when their ClusterServiceVersions succeeded, for the pinned version or the head of the channel
 * in a registry of the app. So an operator and its custom resources can be in one commit.
 *
 * Stages come from the kinds of objects, the constructs that created them, and their dependencies; `FluxStages.assign` overrides them. `ManifestTree`
 * writes each stage to its own folder. CRDs and the objects of OLM get an annotation that makes Flux keep them. Create it after all charts: objects
 * that are added later are an error.
 */
export class FluxStages extends Construct {
  /**
   * Whether a value is a `FluxStages`, from any copy of this library.
   *
   * @param x the value
   */
  public static isFluxStages(x: unknown): x is FluxStages {
    return typeof x === 'object' && x !== null && FLUX_STAGES_CONSTRUCT in x;
  }

  /**
   * Assigns the objects of a construct to a stage. The nearest assignment applies.
   *
   * @param construct an object, or a construct with objects
   * @param stage the stage
   * @throws ConstructError when the stage is unknown
   */
  public static assign(construct: IConstruct, stage: FluxStage): void {
    checkArguments('FluxStages.assign', { construct });
    checkEnum(construct, 'stage', 'FluxStage', stage);
    Object.defineProperty(construct, ASSIGNED_STAGE, { value: stage, configurable: true });
  }

  /** The stages that have objects, in order. */
  public readonly stages: FluxStage[];

  readonly #charts: readonly Chart[];
  readonly #staged: StagedObjects;
  readonly #folder: string;
  readonly #kustomizations = new Map<FluxStage, FluxKustomization>();

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, there are no objects for the stages, or an assignment contradicts a dependency
   */
  public constructor(scope: Construct, id: string, props: FluxStagesProps) {
    super(scopeOf('new FluxStages', scope, id), id);
    Object.defineProperty(this, FLUX_STAGES_CONSTRUCT, { value: true });
    checkProps(this, 'FluxStagesProps', props);
    const cluster = Cluster.of(this);
    const own = this.node.scopes.findLast(construct => Chart.isChart(construct));
    this.#charts = props.charts ?? constructsOf(clusterOf(this)).filter((one): one is Chart => Chart.isChart(one) && !this.node.scopes.includes(one));
    const foreign = this.#charts.find(chart => clusterOf(chart) !== clusterOf(this));
    if (foreign !== undefined) {
      throw new ConstructError(this, `the chart '${foreign.node.path}' belongs to another cluster; create a FluxStages for each cluster`);
    }
    if (own !== undefined && this.#charts.includes(own)) {
      throw new ConstructError(this, `the chart '${own.node.path}' contains the Kustomizations, which cannot be in one of the stages; create FluxStages in another chart`);
    }
    this.#staged = new StagedObjects(this.#charts);
    if (this.#staged.size === 0) {
      throw new ConstructError(this, 'there are no objects to put into stages; create FluxStages after the charts, or set \'charts\'');
    }
    this.#folder = folderOf(this, props.folder ?? (cluster === undefined ? 'stages' : `stages/${cluster.node.path}`));
    this.stages = FLUX_STAGES.filter(stage => this.#staged.of(stage).length > 0);
    const created = this.#waitForOperators();
    FLUX_STAGES.flatMap(stage => this.#staged.of(stage)).filter(object => isKept(object, props)).forEach(object => {
      object.metadata.addAnnotation(KEEP_ANNOTATION, 'disabled');
    });
    let before: FluxKustomization | undefined;
    for (const stage of this.stages) {
      const kustomization = this.#createKustomization(stage, props, created.filter(({ stage: of }) => of === stage).map(({ check }) => check));
      if (before !== undefined) {
        kustomization.addDependsOn(before);
      }
      before = kustomization;
    }
    this.node.addValidation(printableValidation(() => this.#lateObjects()));
  }

  /**
   * Returns the Kustomization of a stage.
   *
   * @param stage the stage
   * @throws ConstructError when the stage is unknown or has no objects
   */
  public kustomization(stage: FluxStage): FluxKustomization {
    checkEnum(this, 'stage', 'FluxStage', stage);
    const found = this.#kustomizations.get(stage);
    if (found === undefined) {
      throw new ConstructError(this, `the stage '${stage}' has no objects; stages with objects: ${this.stages.join(', ')}`);
    }
    return found;
  }

  /**
   * Returns the objects of a stage, or an empty list if it has none.
   *
   * @param stage the stage
   * @throws ConstructError when the stage is unknown
   */
  public objects(stage: FluxStage): ApiObject[] {
    checkEnum(this, 'stage', 'FluxStage', stage);
    return this.#staged.of(stage);
  }

  /**
   * Returns the folder of a stage in the tree, such as `stages/prod-1/operators`.
   *
   * @param stage the stage
   * @throws ConstructError when the stage is unknown
   */
  public folder(stage: FluxStage): string {
    checkEnum(this, 'stage', 'FluxStage', stage);
    return `${this.#folder}/${stage}`;
  }

  /**
   * Returns the stage of an object, or undefined if it is in none.
   *
   * @param object the object
   */
  public stageOf(object: ApiObject): FluxStage | undefined {
    checkArguments('FluxStages#stageOf', { object });
    return this.#staged.stageOf(object);
  }

  #createKustomization(stage: FluxStage, props: FluxStagesProps, created: readonly FluxHealthCheck[]): FluxKustomization {
    const cluster = Cluster.of(this);
    const root = props.root === undefined ? '' : `${folderOf(this, props.root)}/`;
    const kustomization = new FluxKustomization(this, stage, {
      source: props.source,
      name: `${props.name ?? cluster?.node.path.replaceAll('/', '-').replaceAll('_', '-').toLowerCase() ?? 'platform'}-${stage}`,
      path: `./${root}${this.folder(stage)}`,
      retryInterval: props.retryInterval ?? Duration.minutes(1),
      timeout: props.timeout ?? Duration.minutes(10),
      ...stageHealth(this.#staged.of(stage), created),
      ...defined({ namespace: props.namespace, interval: props.interval }),
      deletionPolicy: props.deletionPolicy ?? FluxDeletionPolicy.WAIT_FOR_TERMINATION,
      ...defined({ serviceAccountName: props.serviceAccountName, kubeConfigSecretName: props.kubeConfigSecretName }),
      ...(stage === this.stages[0] && props.dependsOn !== undefined ? { dependsOn: props.dependsOn } : {}),
    });
    this.#kustomizations.set(stage, kustomization);
    return kustomization;
  }

  /** Returns what Flux waits for: the operators, in the versions that the Subscriptions request or in any version. */
  #waitForOperators(): { readonly stage: FluxStage; readonly check: FluxHealthCheck }[] {
    const subscriptions = this.#charts.flatMap(chart => chart.node.findAll())
      .filter((one): one is OperatorSubscription => OperatorSubscription.isOperatorSubscription(one) && one._result === undefined);
    return [...new Set(subscriptions)].flatMap(subscription => {
      const { packageName, namespace, subscription: object, _wantedCsv: csv } = subscription;
      const stage = this.#staged.stageOf(object)!;
      if (csv !== undefined) {
        return [{ stage, check: FluxHealthChecks.csv(csv, namespace) }];
      }
      return `${packageName}.${namespace}`.length > MAX_OPERATOR_NAME ? [] : [{ stage, check: FluxHealthChecks.operator(packageName, namespace) }];
    });
  }

  #lateObjects(): string[] {
    const late = this.#charts.flatMap(chart => chart.node.findAll())
      .filter((one): one is ApiObject => ApiObject.isApiObject(one) && this.#staged.stageOf(one) === undefined);
    return late.length === 0 ? [] : [`'${late[0]!.node.path}' was added after the stages were made, so it is in none of them; create FluxStages last`];
  }
}

/** Whether Flux keeps an object that is no longer in the source. */
function isKept(object: ApiObject, { pruneCrds = false, pruneOlm = false }: FluxStagesProps): boolean {
  return (!pruneCrds && isCrd(object)) || (!pruneOlm && object.node.scopes.some(scope => OlmInstallation.isOlmInstallation(scope)));
}

function folderOf(scope: Construct, folder: string): string {
  const parts = folder.split('/').filter(part => part !== '' && part !== '.');
  if (parts.length === 0 || folder.startsWith('/') || parts.some(part => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part))) {
    throw new ConstructError(scope, "folder and root must be relative paths of letters, digits, '-', '_' and '.', such as 'stages/prod-1', "
      + `got '${folder}'`);
  }
  return parts.join('/');
}
