import { Construct } from 'constructs';
import { BundleEngineRequest } from './bundle-engine-request';
import { BundleEngineResult } from './bundle-engine-result';
import { unsupported } from './model/engine-support';
import type { OlmV0Engine, OlmV1Engine, PlainEngine, RukpakEngine } from './engines';
import { engines } from './load';
import { OlmV0EngineOptions } from './olm-v0-engine-options';
import { OlmV1EngineOptions } from './olm-v1-engine-options';
import { PackageEngineRequest, PackageEngineResult } from './package-engine-request';
import { PlainEngineOptions } from './plain-engine-options';
import type { RukpakEngineOptions } from './rukpak/rukpak-engine-options';

/**
 * Installs the bundle of a `BundleDeployment`: the deployment defines what to install and where, the engine defines how, with its own settings.
 *
 * Extend this class to install bundles in another way, or extend `OlmV0Engine` to change what it creates.
 */
export abstract class BundleEngine {
  /**
   * Returns the engine for OLM v0: a registry that serves the bundle from ConfigMaps, and a Subscription to it.
   *
   * @param options settings of the registry and of the Subscription
   */
  public static olmV0(options: OlmV0EngineOptions = {}): OlmV0Engine {
    return new (engines().OlmV0Engine)(options);
  }

  /**
   * Returns the engine for OLM v1: a ClusterExtension that installs the bundle from a catalog image.
   *
   * @param options the catalog, and settings of the ClusterExtension
   */
  public static olmV1(options: OlmV1EngineOptions = {}): OlmV1Engine {
    return new (engines().OlmV1Engine)(options);
  }

  /**
   * Returns the engine for RukPak, which is archived: its successor is OLM v1.
   *
   * @param options release and source of the bundle
   */
  public static rukpak(options: RukpakEngineOptions = {}): RukpakEngine {
    return new (engines().RukpakEngine)(options);
  }

  /**
   * Returns the engine without OLM: the objects of the operator, as `PlainManifests` renders them.
   *
   * @param options certificates of webhooks, changes to the Deployments, and bundles that the operator requires
   */
  public static plain(options: PlainEngineOptions = {}): PlainEngine {
    return new (engines().PlainEngine)(options);
  }

  /** Name of the engine, such as `OlmV0`. */
  public readonly name: string;

  /**
   * @param name name of the engine
   */
  public constructor(name: string) {
    this.name = name;
  }

  /**
   * Creates everything that the bundle needs as children of a deployment. Called once for each deployment, during its construction; an
   * engine may serve several deployments.
   *
   * @param scope the deployment, without children
   * @param request what to install
   * @returns what was created
   */
  public abstract deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult;

  /** Whether the engine also installs packages from catalogs for an `OperatorSubscription`, that is, overrides `installPackage`. */
  public get installsPackages(): boolean {
    return this.installPackage !== BundleEngine.prototype.installPackage;
  }

  /**
   * Creates everything that an `OperatorSubscription` needs as its children.
   *
   * @param scope the subscription, without children
   * @param request what to install
   * @returns what was created
   * @throws ConstructError when the engine installs bundles only
   */
  public installPackage(scope: Construct, request: PackageEngineRequest): PackageEngineResult {
    throw unsupported(scope, 'catalogs', `the engine ${this.name} installs bundles, not packages from catalogs such as '${request.catalog.catalogName}'`);
  }
}
