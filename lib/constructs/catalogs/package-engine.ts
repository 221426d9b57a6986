import { Construct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { InstallMode } from '../../bundle/model/install-mode';
import { ICatalog } from '../model/catalog-ref';
import { clusterFactsOf } from '../model/cluster-scope';
import { OperatorConfig } from '../model/operator-config';
import type { IClusterCatalog } from '../olm-v1/cluster-catalog';
import type { ClusterExtension } from '../olm-v1/cluster-extension';

/** The package that an engine installs for an `OperatorSubscription`, and its settings. */
export interface PackageEngineRequest {
  /** Name for the object that installs the package. */
  readonly name: string;

  /** Package to install. */
  readonly packageName: string;

  /** Catalog of the subscription. */
  readonly catalog: ICatalog;

  /** Namespace of the operator. */
  readonly namespace: string;

  /**
   * Whether to create the namespace.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * Channel to follow.
   *
   * @default - the engine chooses
   */
  readonly channel?: string;

  /**
   * Version, or range of versions, to install.
   *
   * @default - the newest version
   */
  readonly version?: string;

  /**
   * Namespaces that the operator watches.
   *
   * @default - the engine chooses
   */
  readonly installMode?: InstallMode;

  /**
   * Changes to the Deployments of the operator.
   *
   * @default - none
   */
  readonly config?: OperatorConfig;

  /**
   * Name of the ServiceAccount with which the operator is installed.
   *
   * @default - the engine chooses
   */
  readonly serviceAccount?: string;

  /**
   * Bundle that is installed first, with its manifests.
   *
   * @default - unknown
   */
  readonly bundle?: Bundle;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** What an engine created for an `OperatorSubscription`. */
export interface PackageEngineResult {
  /**
   * The constructs of OLM v1.
   *
   * @default - the engine does not use OLM v1
   */
  readonly olmV1?: OlmV1Result;
}

/** What the engine for OLM v1 created. */
export interface OlmV1Result {
  /** Catalog that serves the bundle or the package: created here, or that of the engine's options. */
  readonly catalog: IClusterCatalog;

  /** ClusterExtension that installs the bundle or the package. */
  readonly extension: ClusterExtension;
}

/** What installs the packages of `OperatorSubscription`s: any `BundleEngine`. */
export interface IPackageEngine {
  /** Name of the engine, such as `OlmV1`. */
  readonly name: string;

  /** Whether the engine installs packages from catalogs, and not bundles only. */
  readonly installsPackages: boolean;

  /**
   * Creates everything that an `OperatorSubscription` needs as its children.
   *
   * @param scope the subscription, without children
   * @param request what to install
   * @returns what was created
   * @throws ConstructError when the engine installs bundles only
   */
  installPackage(scope: Construct, request: PackageEngineRequest): PackageEngineResult;
}

/** Marks the engine for OLM v0, whose objects an `OperatorSubscription` creates itself, in all copies of this library. */
const OLM_V0_ENGINE = Symbol.for('olm-constructs.OlmV0Engine');

/** Marks an engine as that for OLM v0. */
export function markOlmV0Engine(engine: IPackageEngine): void {
  Object.defineProperty(engine, OLM_V0_ENGINE, { value: true });
}

/** Whether a value is the engine for OLM v0, or a subclass of it. */
export function isOlmV0Engine(x: unknown): boolean {
  return typeof x === 'object' && x !== null && OLM_V0_ENGINE in x;
}

/**
 * Returns the engine of a subscription or of a catalog, otherwise of its cluster, unless it is that of OLM v0. An engine of the cluster that installs
 * bundles only is ignored.
 */
export function packageEngineOf(scope: Construct, { engine }: { readonly engine?: IPackageEngine }): IPackageEngine | undefined {
  const ofCluster = clusterFactsOf(scope)?.engine as IPackageEngine | undefined;
  const chosen = engine ?? (ofCluster?.installsPackages === true ? ofCluster : undefined);
  return isOlmV0Engine(chosen) ? undefined : chosen;
}
