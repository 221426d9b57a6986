import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Bundle } from '../bundle/bundle';
import { BundleObjects } from '../bundle/model/bundle-objects';
import { InstallMode } from '../bundle/model/install-mode';
import { omitObjects } from '../bundle/omit-objects';
import { defined } from '../formats/json/defined';
import { CrdChangeKind } from '../formats/schema/changes/crd-change';
import { CrdComparison } from '../formats/schema/changes/crd-comparison';
import { OlmV1Result } from './catalogs/package-engine';
import { BundleEngine, BundleEngineRequest, BundleEngineResult, OlmV0Result, PlainResult, RukpakResult } from './engines/bundle-engine';
import { OlmV0Engine } from './engines/olm-v0-engine';
import { clusterFactsOf } from './model/cluster-scope';
import { ConstructError } from './model/construct-error';
import { generationWarnings } from './model/generation-warnings';
import { checkProps, scopeOf } from './model/prop-checks';
import { warnAtSynthesis } from './model/warnings';
import { printableValidation } from './model/printable-validation';

/** Properties of a `BundleDeployment`. */
export interface BundleDeploymentProps {
  /** Bundle to install. */
  readonly bundle: Bundle;

  /**
   * Earlier versions of the bundle that may be in the cluster: they stay in the catalog, and OLM upgrades from them to `bundle`. Anything that
   * is known to block that upgrade is an error at synthesis.
   *
   * @default - none: OLM can still upgrade from versions that `bundle` itself replaces or skips
   */
  readonly previous?: Bundle[];

  /**
   * Objects to leave out of `bundle` and `previous`, such as `BundleObjects.ofKind('PrometheusRule')` for a cluster without Prometheus. What the
   * operator itself needs cannot be left out. OLM does not change a version that is already installed. Not allowed with an engine that installs the
   * bundle from an image.
   *
   * @default - none
   */
  readonly omit?: BundleObjects[];

  /**
   * Engine that installs the bundle.
   *
   * @default - the engine of the cluster, or new OlmV0Engine()
   */
  readonly engine?: BundleEngine;

  /**
   * Namespace of the operator.
   *
   * @default - the namespace of the chart, or the name of the bundle's package
   */
  readonly namespace?: string;

  /**
   * Whether to create the namespace.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * Channel to follow. With OLM v0, it must be one of the bundle's channels. With OLM v1, it is a channel of the catalog, and not checked with
   * `catalogImage`, because the content of the image is unknown: OLM v1 installs nothing if no such channel has the bundle.
   *
   * @default - with OLM v0, the channel that has `bundle` as its head and upgrades from each of `previous`; of several, the one with most of
   * `previous`, the bundle's default channel, or the first by name. With OLM v1, all channels: the version of the bundle decides
   */
  readonly channel?: string;

  /**
   * Name of a Subscription in the namespace whose operator this deployment takes over while it runs: see `OperatorSubscriptionProps`. Requires
   * `operatorGroupName` or `operatorGroup` of `OlmV0Engine`. OLM v0 only.
   *
   * @default - none
   */
  readonly previousName?: string;

  /**
   * Namespaces that the operator watches.
   *
   * @default - the operator's own namespace, or all namespaces if the bundle supports nothing narrower
   */
  readonly installMode?: InstallMode;

  /**
   * Labels for every object. Without OLM, they replace those that objects of the bundle have with the same keys.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object. Without OLM, they replace those that objects of the bundle have with the same keys.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

const BUNDLE_DEPLOYMENT = Symbol.for('olm-constructs.BundleDeployment');

/**
 * An operator installed in a single namespace from a bundle, without a bundle image or a catalog image.
 *
 * With the engine for OLM v0 it consists of an `OperatorRegistry` that serves this bundle and the earlier ones, and an `OperatorSubscription`
 * to it; with `new OlmV1Engine()`, of a `ClusterExtension`; with `new PlainEngine()`, of the objects of the operator itself.
 */
export class BundleDeployment extends Construct {
  /**
   * Whether a value is a `BundleDeployment`, from any copy of this library.
   *
   * @param x the value
   */
  public static isBundleDeployment(x: unknown): x is BundleDeployment {
    return typeof x === 'object' && x !== null && BUNDLE_DEPLOYMENT in x;
  }

  /**
   * Bundle that is installed, without the objects of `omit`. In a cluster with a mirror of images, it refers to them there, if the engine writes the
   * bundle.
   */
  public readonly bundle: Bundle;

  /** Engine that installs the bundle. */
  public readonly engine: BundleEngine;

  /** Namespace of the operator. */
  public readonly namespace: string;

  /**
   * What the engine created.
   *
   * @internal
   */
  public readonly _result: BundleEngineResult;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown, or contradict each other or the bundle
   */
  public constructor(scope: Construct, id: string, props: BundleDeploymentProps) {
    super(scopeOf('new BundleDeployment', scope, id), id);
    Object.defineProperty(this, BUNDLE_DEPLOYMENT, { value: true });
    checkProps(this, 'BundleDeploymentProps', props, new.target !== BundleDeployment);
    const { engine = (clusterFactsOf(this)?.engine as BundleEngine | undefined) ?? new OlmV0Engine() } = props;
    checkPrevious(this, props.previous ?? [], props.bundle);
    const { bundle, previous } = withoutOmitted(this, props);
    this.engine = engine;
    this._result = engine.deploy(this, engineRequest({ ...props, bundle, previous }, Chart.of(this).namespace));
    checkPreviousName(this, props.previousName, this._result);
    this.bundle = this._result.bundle ?? bundle;
    this.namespace = this._result.namespace;
    if (this._result.olmV0 !== undefined) {
      this.node.defaultChild = this._result.olmV0.subscription;
    }
    this.node.addValidation(printableValidation(() => upgradeProblems(previous, bundle)));
    if (this._result.olmV0 === undefined) {
      warnAtSynthesis(this, () => generationWarnings([bundle]));
    }
  }

  /**
   * The registry and the Subscription.
   *
   * @throws ConstructError when the engine does not use OLM v0
   */
  public get olmV0(): OlmV0Result {
    return this._result.olmV0 ?? this.#refuse('olmV0');
  }

  /**
   * The ClusterCatalog and the ClusterExtension.
   *
   * @throws ConstructError when the engine does not use OLM v1
   */
  public get olmV1(): OlmV1Result {
    return this._result.olmV1 ?? this.#refuse('olmV1');
  }

  /**
   * The BundleDeployment of RukPak.
   *
   * @throws ConstructError when the engine does not use RukPak
   */
  public get rukpak(): RukpakResult {
    return this._result.rukpak ?? this.#refuse('rukpak');
  }

  /**
   * The objects of the operator.
   *
   * @throws ConstructError when the engine does not create them itself
   */
  public get plain(): PlainResult {
    return this._result.plain ?? this.#refuse('plain');
  }

  #refuse(engine: EngineProperty): never {
    const others = Object.keys(ENGINES).filter(name => this._result[name as EngineProperty] !== undefined).map(name => `\`${name}\``);
    throw new ConstructError(this, `\`${engine}\` has no value: the bundle is installed by the engine ${this.engine.name}; `
      + (others.length === 0 ? `set 'engine' to new ${ENGINES[engine]}()` : `use ${others.join(' or ')}, or set 'engine' to new ${ENGINES[engine]}()`));
  }
}

type EngineProperty = Exclude<keyof BundleEngineResult, 'namespace' | 'bundle'>;

const ENGINES: { readonly [property in EngineProperty]: string } = {
  olmV0: 'OlmV0Engine', olmV1: 'OlmV1Engine', rukpak: 'RukpakEngine', plain: 'PlainEngine',
};

/** Returns what the engine is to install, in the namespace of the chart unless the props have one. */
function engineRequest(props: BundleDeploymentProps, chartNamespace: string | undefined): BundleEngineRequest {
  const { bundle, previous = [], omit, namespace = chartNamespace, createNamespace, channel, previousName, installMode, labels, annotations } = props;
  return {
    bundle,
    previous: [...previous],
    ...defined({ omit, namespace, createNamespace, channel, previousName, installMode, labels, annotations }),
  };
}

/** @throws ConstructError when the engine did not hand over the operator of a previous Subscription */
function checkPreviousName(deployment: BundleDeployment, previousName: string | undefined, { olmV0 }: BundleEngineResult): void {
  if (previousName !== undefined && olmV0?.subscription.previousName !== previousName) {
    throw new ConstructError(deployment, `'previousName' is set, and the engine ${deployment.engine.name} creates no Subscription that takes over the operator of '${previousName}'; `
      + "omit 'previousName', or set 'engine' to new OlmV0Engine()");
  }
}

/**
 * Returns the bundles without the objects to leave out.
 *
 * @throws ConstructError when none of the bundles has one of the objects, or the operator needs it
 */
function withoutOmitted(scope: Construct, { bundle, previous = [], omit = [] }: BundleDeploymentProps): { bundle: Bundle; previous: Bundle[] } {
  const { bundles, problems } = omitObjects([...previous, bundle], omit);
  if (problems.length > 0) {
    throw new ConstructError(scope, `'omit': ${problems.join('; ')}`);
  }
  return { bundle: bundles.at(-1)!, previous: bundles.slice(0, -1) };
}

/**
 * @throws ConstructError when an earlier bundle is of another package, or the bundle to install, or there twice
 */
function checkPrevious(scope: Construct, previous: readonly Bundle[], next: Bundle): void {
  const names = previous.map(({ name }) => name);
  for (const [index, earlier] of previous.entries()) {
    if (earlier.name === next.name) {
      throw new ConstructError(scope, `'previous' has bundle '${next.name}', which is the one to install; set 'previous' to earlier versions only`);
    }
    if (names.indexOf(earlier.name) !== index) {
      throw new ConstructError(scope, `'previous' has bundle '${earlier.name}' twice; remove one`);
    }
    if (earlier.packageName !== next.packageName) {
      throw new ConstructError(scope, `'previous' has bundle '${earlier.name}' of package '${earlier.packageName}', and bundle '${next.name}' is of package `
        + `'${next.packageName}'; set 'previous' to earlier versions of that package only`);
    }
  }
}

/** Changes that not only OLM v1 but also the API server and OLM v0 refuse. */
const REFUSED_BY_ALL = [CrdChangeKind.SCOPE, CrdChangeKind.STORED_VERSION_REMOVED];

/** Returns what blocks the upgrade from each of an operator's earlier bundles, as sentences. */
function upgradeProblems(previous: readonly Bundle[], next: Bundle): string[] {
  return previous.flatMap(earlier => earlier.crds.flatMap(({ name, content }) => {
    const current = next.crds.find(crd => crd.name === name);
    const changes = current === undefined ? [] : CrdComparison.of(content, current.content).changes;
    return changes.filter(({ rule }) => REFUSED_BY_ALL.includes(rule)).map(({ version, message }) => (
      `'${next.name}' cannot follow '${earlier.name}': in the CustomResourceDefinition '${name}' ${version === undefined ? '' : `version ${version} `}${message}; `
        + `upgrade to a version that keeps it first, or remove '${earlier.name}' from \`previous\` if it is installed nowhere`
    ));
  }));
}
