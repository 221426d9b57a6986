import { ApiObject, Duration } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { anyCopy } from '../../constructs/model/any-copy';
import { preferBefore } from '../../constructs/model/chart-order';
import { ConstructError } from '../../constructs/model/construct-error';
import { lateValue } from '../../constructs/model/late-value';
import { checkNamespace, checkObjectName, checkOptionsIn, checkProps } from '../../constructs/model/prop-checks';
import { defined } from '../../formats/json/defined';
import { durationField, fluxObject, fluxObjectName, FluxObjectProps, nameField, optionalField } from './flux-object';
import { IFluxSource, sourceConstruct } from './flux-source';

/** What Flux does with the objects of a Kustomization that is deleted. */
export enum FluxDeletionPolicy {
  /** Deletes them if `prune` is true, which is Flux' default. */
  MIRROR_PRUNE = 'MirrorPrune',

  /** Deletes them. */
  DELETE = 'Delete',

  /** Deletes them, and keeps the Kustomization until they are gone. */
  WAIT_FOR_TERMINATION = 'WaitForTermination',

  /** Keeps them. */
  ORPHAN = 'Orphan',
}

/** A Kustomization that has to be ready first. */
export interface FluxDependency {
  /** Name of the Kustomization. */
  readonly name: string;

  /**
   * Namespace of the Kustomization.
   *
   * @default - the namespace of the one that depends on it
   */
  readonly namespace?: string;
}

/** An object that Flux waits for. Something else may create it, such as OLM for a ClusterServiceVersion. */
export interface FluxHealthCheck {
  /** API of the object, such as `operators.coreos.com/v1alpha1`. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Name of the object. */
  readonly name: string;

  /**
   * Namespace of the object.
   *
   * @default - none: it is cluster-scoped
   */
  readonly namespace?: string;
}

/**
 * Health check of a kind in the Common Expression Language. Flux evaluates `inProgress`, `failed` and `current`, in this order, and the first that is
 * true decides; if none is, or a field does not exist, Flux waits.
 */
export interface FluxHealthCheckExpression {
  /** API of the kind. Flux compares only the group. */
  readonly apiVersion: string;

  /** Kind of the objects. */
  readonly kind: string;

  /** Whether the object is ready. */
  readonly current: string;

  /**
   * Whether the object failed.
   *
   * @default - the object never fails
   */
  readonly failed?: string;

  /**
   * Whether the object is in progress.
   *
   * @default - if it is neither failed nor current
   */
  readonly inProgress?: string;
}

/** Properties of a `FluxKustomization`. */
export interface FluxKustomizationProps extends FluxObjectProps {
  /** Source of the manifests. */
  readonly source: IFluxSource;

  /**
   * Folder of the manifests in the source, such as `./clusters/prod-1`.
   *
   * @default - the source's root folder
   */
  readonly path?: string;

  /**
   * Whether Flux deletes what is no longer in the source.
   *
   * @default true
   */
  readonly prune?: boolean;

  /**
   * What Flux does with the objects when the Kustomization is deleted.
   *
   * @default - that of Flux: FluxDeletionPolicy.MIRROR_PRUNE
   */
  readonly deletionPolicy?: FluxDeletionPolicy;

  /**
   * Whether Flux waits for all objects. Flux ignores `healthChecks` then, so set one of the two.
   *
   * @default false
   */
  readonly wait?: boolean;

  /**
   * Objects for Flux to wait for.
   *
   * @default - none
   */
  readonly healthChecks?: FluxHealthCheck[];

  /**
   * Health checks for kinds that Flux does not know, such as `FluxHealthChecks.all()`.
   *
   * @default - none: Flux considers an object without known conditions ready
   */
  readonly healthCheckExprs?: FluxHealthCheckExpression[];

  /**
   * Kustomizations that have to be ready first.
   *
   * @default - none
   */
  readonly dependsOn?: FluxDependency[];

  /**
   * Timeout for Flux to wait, in whole seconds. An operator may need minutes to start.
   *
   * @default - the interval
   */
  readonly timeout?: Duration;

  /**
   * Interval at which Flux retries a failed reconciliation, in whole seconds.
   *
   * @default - the interval
   */
  readonly retryInterval?: Duration;

  /**
   * Name of the ServiceAccount with whose rights Flux applies the manifests.
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
   * Whether Flux deletes and recreates objects if a field cannot be changed. For CRDs, this deletes all objects of their kinds.
   *
   * @default false
   */
  readonly force?: boolean;
}

/** A `FluxKustomization`, as seen by other constructs. */
export interface IFluxKustomization extends IConstruct {
  /** Name of the Kustomization. */
  readonly name: string;

  /** Namespace of the Kustomization. */
  readonly namespace: string;
}

/** API of Flux' Kustomization. */
const KUSTOMIZATION_API = 'kustomize.toolkit.fluxcd.io/v1';


/**
 * A folder of a source that Flux applies to a cluster and keeps in sync. Fields without a prop are set with `resource.addJsonPatch()`.
 *
 * @see https://fluxcd.io/flux/components/kustomize/kustomizations/
 */
export class FluxKustomization extends Construct implements IFluxKustomization {
  /** Name of the Kustomization. */
  public readonly name: string;

  /** Namespace of the Kustomization. */
  public readonly namespace: string;

  /** Folder of the manifests in the source, with the prefix `./`. */
  public readonly path: string;

  /** The Kustomization. */
  public readonly resource: ApiObject;

  readonly #dependencies: FluxDependency[] = [];
  readonly #healthChecks: FluxHealthCheck[] = [];

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or props contradict each other
   */
  public constructor(scope: Construct, id: string, props: FluxKustomizationProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'FluxKustomizationProps', props);
    const { source, prune = true, wait, healthChecks = [], healthCheckExprs, dependsOn = [] } = props;
    if (source === undefined) {
      throw new ConstructError(this, "source is required: set 'source' to a FluxGitRepository, a FluxOciRepository or a FluxSourceRef");
    }
    const { name, namespace } = fluxObjectName(this, props);
    this.name = name;
    this.namespace = namespace;
    this.path = checkedPath(this, props.path ?? './');
    if (wait === true && healthChecks.length > 0) {
      throw new ConstructError(this, "wait and healthChecks are both set, and Flux ignores healthChecks if it waits for all objects; omit 'wait'");
    }
    if (props.serviceAccountName !== undefined) {
      checkObjectName(this, 'serviceAccountName', props.serviceAccountName);
    }
    healthCheckExprs?.forEach((expression, index) => checkExpression(this, `healthCheckExprs[${index}]`, expression));
    dependsOn.forEach(dependency => this.#depend(dependency));
    healthChecks.forEach(check => this.addHealthCheck(check));
    const kubeConfig = nameField(this, 'secretRef', 'kubeConfigSecretName', props.kubeConfigSecretName);
    this.resource = fluxObject(this, KUSTOMIZATION_API, 'Kustomization', { name, namespace }, props, {
      ...durationField(this, 'interval', props.interval ?? Duration.minutes(10)),
      ...durationField(this, 'retryInterval', props.retryInterval),
      ...durationField(this, 'timeout', props.timeout),
      sourceRef: {
        kind: source.sourceKind, name: source.sourceName, ...(source.sourceNamespace === namespace ? {} : { namespace: source.sourceNamespace }),
      },
      path: this.path,
      prune,
      ...optionalField('deletionPolicy', props.deletionPolicy),
      ...optionalField('wait', wait),
      dependsOn: lateValue(() => orUndefined(this.#dependencies)),
      healthChecks: lateValue(() => orUndefined(this.#healthChecks)),
      ...optionalField('healthCheckExprs', healthCheckExprs?.map(({ apiVersion, kind, inProgress, failed, current }) => ({
        apiVersion, kind, ...optionalField('inProgress', inProgress), ...optionalField('failed', failed), current,
      }))),
      ...optionalField('serviceAccountName', props.serviceAccountName),
      ...(props.kubeConfigSecretName === undefined ? {} : { kubeConfig }),
      ...optionalField('force', props.force),
      ...optionalField('suspend', props.suspend),
    });
    const owner = sourceConstruct(source);
    if (owner !== undefined) {
      preferBefore(this, owner);
    }
  }

  /**
   * Makes Flux apply this Kustomization only when others are ready.
   *
   * @param others the other Kustomizations
   * @throws ConstructError when one of them depends on this one
   */
  public addDependsOn(...others: IFluxKustomization[]): void {
    for (const other of others) {
      if (other === this || (#known in other && other.#reaches(this.#id))) {
        throw new ConstructError(this, `Kustomization '${this.name}' cannot depend on '${other.name}', which depends on it; remove one of the two dependencies`);
      }
      if (#known in other) {
        this.#known.set(idOf(other), other);
      }
      this.#depend({ name: other.name, ...(other.namespace === this.namespace ? {} : { namespace: other.namespace }) });
      preferBefore(this, other);
    }
  }

  /**
   * Makes Flux wait for an object.
   *
   * @param check the object
   * @throws ConstructError when it is invalid
   */
  public addHealthCheck(check: FluxHealthCheck): void {
    checkOptionsIn(this, 'healthChecks', 'FluxHealthCheck', check);
    const { apiVersion, kind, name, namespace } = check;
    // FluxStages passes names that are known only at synthesis.
    if (!isFilled(apiVersion) || !isFilled(kind) || !(isFilled(name) || typeof name === 'object')) {
      throw new ConstructError(this, `healthChecks need apiVersion, kind and name, got ${JSON.stringify(check)}`);
    }
    this.#healthChecks.push({ apiVersion, kind, name, ...defined({ namespace }) });
  }

  readonly #known = new Map<string, FluxKustomization>();

  get #id(): string {
    return idOf(this);
  }

  #reaches(id: string): boolean {
    return [...this.#known].some(([known, kustomization]) => known === id || kustomization.#reaches(id));
  }

  #depend(dependency: FluxDependency): void {
    checkOptionsIn(this, 'dependsOn', 'FluxDependency', dependency);
    const { name, namespace } = dependency;
    checkObjectName(this, 'dependsOn', name);
    if (namespace !== undefined) {
      checkNamespace(this, 'dependsOn', namespace);
    }
    if (name === this.name && (namespace ?? this.namespace) === this.namespace) {
      throw new ConstructError(this, `Kustomization '${name}' cannot depend on itself; remove it from dependsOn`);
    }
    this.#dependencies.push({ name, ...defined({ namespace }) });
  }
}

function orUndefined<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

function idOf({ namespace, name }: FluxKustomization): string {
  return `${namespace}/${name}`;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function checkExpression(scope: Construct, prop: string, expression: FluxHealthCheckExpression): void {
  const { apiVersion, kind, current } = expression;
  if (!isFilled(apiVersion) || !isFilled(kind) || !isFilled(current)) {
    throw new ConstructError(scope, `${prop} needs apiVersion, kind and current; Flux refuses a Kustomization without them`);
  }
}

/** Returns a folder as Flux writes it. */
function checkedPath(scope: Construct, path: string): string {
  const parts = path.split('/').filter(part => part !== '' && part !== '.');
  if (path.startsWith('/') || parts.includes('..')) {
    throw new ConstructError(scope, `path must be a folder in the source, such as './clusters/prod-1', got '${path}'`);
  }
  return `./${parts.join('/')}`;
}
