import { Construct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { InstallMode } from '../../bundle/model/install-mode';
import { defined } from '../../formats/json/defined';
import { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { CertificateProvider } from '../../render/model/certificate-provider';
import { RenderError, RenderErrorCode } from '../../render/model/render-error';
import { PlainManifests } from '../../render/plain-manifests';
import { checkSoleOwner } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkOperatorConfig, OperatorConfig, operatorConfigJson } from '../model/operator-config';
import { checkOptionsIn, operatorNamespace } from '../model/prop-checks';
import { missingRequirements } from '../../catalog/requirements';
import { BundleEngine, BundleEngineRequest, BundleEngineResult, unsupported } from './bundle-engine';
import { PlainObjects } from './plain-objects';

/** Settings of the engine without OLM. */
export interface PlainEngineOptions {
  /**
   * Source of the certificates of webhooks. Required for operators with webhooks.
   *
   * @default - none
   */
  readonly certificates?: CertificateProvider;

  /**
   * Changes to the Deployments of the operator, as in a Subscription. The field `selector` is an error.
   *
   * @default - none
   */
  readonly deploymentConfig?: OperatorConfig;

  /**
   * Bundles that the operator requires, and those that these require in turn. They are installed in the same namespace, and watch the same namespaces
   * or, if they do not support that, all namespaces.
   *
   * @default - none
   */
  readonly dependencies?: Bundle[];

  /**
   * Whether it is an error if a bundle requires a package or API that none of the bundles provides. Set it to `false` if something else installs it.
   *
   * @default true
   */
  readonly requireDependencies?: boolean;

  /**
   * Scope that owns the CRDs, such as a separate chart, so that removing the operator keeps them.
   *
   * @default - the deployment itself
   */
  readonly crdScope?: Construct;
}

/**
 * Installs bundles without OLM: creates the objects that OLM v1 would create, and the Namespace. The CRDs come first, then everything that the
 * Deployments need, the Deployments, and webhooks. Only a change of the bundle in the program upgrades the operator.
 */
export class PlainEngine extends BundleEngine {
  readonly #options: PlainEngineOptions;

  /**
   * @param options certificates of webhooks, changes to the Deployments, and bundles that the operator requires
   */
  public constructor(options: PlainEngineOptions = {}) {
    super('Plain');
    this.#options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, a required bundle is missing, or a bundle cannot be rendered
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    checkOptionsIn(scope, 'options of PlainEngine', 'PlainEngineOptions', this.#options, this.constructor !== PlainEngine);
    return deployPlain(scope, request, this.#options);
  }
}

/** A bundle with its objects. */
interface Operator {
  readonly bundle: Bundle;
  readonly objects: readonly KubernetesManifest[];
}

/**
 * Creates the objects of a bundle and of the bundles that it requires, without OLM.
 *
 * @returns the namespace of the operator, and the objects
 * @throws ConstructError when the bundle requires others that are missing, or cannot be rendered
 */
function deployPlain(scope: Construct, request: BundleEngineRequest, options: PlainEngineOptions): BundleEngineResult {
  const { bundle, channel } = request;
  const { dependencies = [], requireDependencies = true, crdScope = scope } = options;
  const namespace = operatorNamespace(scope, request.namespace, bundle.packageName);
  if (channel !== undefined) {
    throw unsupported(scope, 'channels', `channel '${channel}' is set, and the engine Plain follows no channel`, 'omit \'channel\'');
  }
  const bundles = [...dependencies, bundle];
  if (requireDependencies) {
    refuseMissing(scope, bundles);
  }
  const mirrors = ClusterMirrors.of(scope);
  const operators = bundles.map(each => {
    const mirrored = mirrors.bundleOf(each);
    return { bundle: mirrored, objects: render(scope, mirrored, each === bundle, request, namespace, options) };
  });
  refuseRepeated(scope, operators);
  const plain = new PlainObjects(scope, request, bundle.packageName, namespace).create(operators.map(({ objects }) => objects), crdScope);
  checkSoleOwner(scope, 'install it once in a cluster, or make it a dependency of one deployment only');
  return { namespace, plain, bundle: operators.at(-1)!.bundle };
}

/** @throws ConstructError with every requirement that none of the bundles provides */
function refuseMissing(scope: Construct, bundles: readonly Bundle[]): void {
  const missing = missingRequirements(bundles);
  if (missing.length > 0) {
    throw new ConstructError(scope, `${missing.join('; ')}; add bundles that provide this to 'dependencies' of PlainEngine, `
      + 'set \'requireDependencies\' to false if something else installs it, or set \'engine\' to new OlmV0Engine(), which finds them in catalogs');
  }
}

/** @throws ConstructError with the first object that two bundles contain */
function refuseRepeated(scope: Construct, operators: readonly Operator[]): void {
  const owners = new Map<string, Bundle>();
  for (const { bundle, objects } of operators) {
    for (const { apiVersion, kind, metadata: { name, namespace } } of objects) {
      const key = JSON.stringify([apiVersion, kind, name, namespace]);
      const owner = owners.get(key);
      if (owner !== undefined && owner !== bundle) {
        throw new ConstructError(scope, `bundles '${owner.name}' and '${bundle.name}' both have the ${kind} '${name}'; `
          + 'remove one from \'dependencies\', or install them in separate namespaces');
      }
      owners.set(key, bundle);
    }
  }
}

/** @throws ConstructError when the bundle cannot be rendered */
function render(
  scope: Construct, bundle: Bundle, isRequested: boolean, request: BundleEngineRequest, installNamespace: string,
  { certificates, deploymentConfig }: PlainEngineOptions,
): KubernetesManifest[] {
  const config = isRequested ? deploymentConfig : undefined;
  if (config !== undefined) {
    checkOperatorConfig(scope, 'deploymentConfig', config);
  }
  const installMode = chooseInstallMode(bundle, isRequested, request);
  try {
    const { objects } = PlainManifests.render(bundle, {
      installNamespace,
      ...defined({ installMode, certificates }),
      ...(config === undefined ? {} : { deploymentConfig: operatorConfigJson(config) }),
    });
    return objects as unknown as KubernetesManifest[];
  } catch (error) {
    throw error instanceof RenderError ? refusal(scope, bundle, error) : error;
  }
}

/** Returns the error for a bundle that cannot be rendered. Some bundles can be installed by other engines. */
function refusal(scope: Construct, bundle: Bundle, { message, problems }: RenderError): ConstructError {
  const problem = `cannot install bundle '${bundle.name}' without OLM: ${message}`;
  return problems.some(({ code }) => code === RenderErrorCode.API_SERVICE) ? unsupported(scope, 'apiServices', problem) : new ConstructError(scope, problem);
}

/** Returns the requested install mode, by default the operator's own namespace, or undefined if the bundle does not support that. */
function chooseInstallMode(bundle: Bundle, isRequested: boolean, { installMode }: BundleEngineRequest): InstallMode | undefined {
  if (installMode !== undefined && (isRequested || bundle.supportsInstallMode(installMode.type))) {
    return installMode;
  }
  return installMode === undefined && bundle.supportsInstallMode(InstallModeType.OWN_NAMESPACE) ? InstallMode.ownNamespace() : undefined;
}
