import { Construct } from 'constructs';
import { BundleEngineRequest } from './bundle-engine-request';
import { BundleEngineResult } from './bundle-engine-result';
import { unsupported } from './model/engine-support';
import { PackageEngineRequest, PackageEngineResult } from './package-engine-request';

/**
 * Installs the bundle of a `BundleDeployment`: the deployment defines what to install and where, the engine defines how, with its own settings.
 *
 * Extend this class to install bundles in another way, or extend `OlmV0Engine` to change what it creates.
 */
export abstract class BundleEngine {
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
