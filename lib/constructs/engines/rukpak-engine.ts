import { posix } from 'node:path';
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { InstallMode } from '../../bundle/model/install-mode';
import { defined } from '../../formats/json/defined';
import { toYaml } from '../../formats/yaml/write';
import { RukpakVersion } from '../../olm/rukpak/rukpak-version';
import { isBundleKind } from '../../validation/model/bundle-kinds';
import { ConstructError } from '../model/construct-error';
import { answerImagesCommand } from '../model/images-command';
import { manifestObject } from '../model/manifest-object';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkNamespace, checkOptionsIn, operatorNamespace } from '../model/prop-checks';
import { missingRequirements } from '../../catalog/requirements';
import { ProvisionerClass } from '../rukpak/provisioner-class';
import { RukpakBundleDeployment } from '../rukpak/rukpak-bundle-deployment';
import { RukpakSource } from '../rukpak/rukpak-source';
import { BundleEngine, BundleEngineRequest, BundleEngineResult, EngineFeature, refuseOmitted, unsupported } from './bundle-engine';

/** Settings of the engine for RukPak. */
export interface RukpakEngineOptions {
  /**
   * Release of RukPak in the cluster.
   *
   * @default RukpakVersion.V0_24_0
   */
  readonly version?: RukpakVersion;

  /**
   * Source of the bundle for RukPak, such as its image.
   *
   * @default - immutable ConfigMaps with the files of the bundle, in the namespace of RukPak. This is an error for a bundle with a file that does not
   * fit in one, and before RukPak 0.12.0
   */
  readonly source?: RukpakSource;

  /**
   * Provisioner that handles the format of the bundle.
   *
   * @default ProvisionerClass.REGISTRY
   */
  readonly provisionerClass?: ProvisionerClass;

  /**
   * Name of the BundleDeployment.
   *
   * @default - the package of the bundle
   */
  readonly name?: string;

  /**
   * Namespace of RukPak, in which it reads ConfigMaps and Secrets of bundles.
   *
   * @default 'rukpak-system'
   */
  readonly systemNamespace?: string;

  /**
   * Whether an upgrade is refused if it changes a CRD in a way that breaks stored objects. Since RukPak 0.22.0.
   *
   * @default true - earlier releases check only CRDs with an annotation
   */
  readonly crdUpgradeSafety?: boolean;
}

/**
 * Installs bundles with RukPak: with a BundleDeployment of RukPak, and with ConfigMaps that contain the bundle.
 */
export class RukpakEngine extends BundleEngine {
  readonly #options: RukpakEngineOptions;

  /**
   * @param options release and source of the bundle
   */
  public constructor(options: RukpakEngineOptions = {}) {
    super('RukPak');
    this.#options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, or RukPak cannot install the bundle
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    checkOptionsIn(scope, 'options of RukpakEngine', 'RukpakEngineOptions', this.#options, this.constructor !== RukpakEngine);
    if (this.#options.source !== undefined) {
      refuseOmitted(scope, request, "RukPak, by 'source' of RukpakEngine,");
    }
    return deployWithRukpak(scope, request, this.#options);
  }
}

/**
 * Creates the objects of a bundle for RukPak.
 *
 * @throws ConstructError when the bundle requires others, which RukPak does not install, or RukPak cannot install it
 */
function deployWithRukpak(scope: Construct, request: BundleEngineRequest, options: RukpakEngineOptions): BundleEngineResult {
  const [missing] = missingRequirements([request.bundle]);
  if (missing !== undefined) {
    throw unsupported(scope, 'dependencies', `${missing}, and RukPak installs nothing that a bundle requires`);
  }
  const { namespace, bundle, ...rukpak } = deployRukpak(scope, request, options);
  return { namespace, bundle, rukpak };
}

const TOO_LARGE = 'set \'source\' of RukpakEngine to RukpakSource.image(...) with the image of the bundle';
const SUGGESTED_NAMESPACE = 'operatorframework.io/suggested-namespace';

/** Objects that were created for a bundle. */
export interface RukpakDeployment {
  /** Namespace of the operator. */
  readonly namespace: string;

  /** Bundle as it is installed. */
  readonly bundle: Bundle;

  /** BundleDeployment of the bundle. */
  readonly deployment: RukpakBundleDeployment;

  /** Namespace object, if it was created, which is since RukPak 0.20.0: earlier releases create the namespace themselves. */
  readonly namespaceObject?: ApiObject;
}

/**
 * Installs a bundle with RukPak. Dependencies of the bundle are not installed: RukPak does not evaluate dependencies, so the caller checks them.
 *
 * @param scope construct that owns the objects; receives the children `Deployment` and `Namespace`
 * @throws ConstructError when RukPak cannot install the bundle as requested
 */
export function deployRukpak(scope: Construct, request: RukpakRequest, options: RukpakEngineOptions): RukpakDeployment {
  const { bundle, channel, installMode, labels, annotations } = request;
  const { version = RukpakVersion.DEFAULT, provisionerClass = ProvisionerClass.REGISTRY, systemNamespace, crdUpgradeSafety } = options;
  if (channel !== undefined) {
    throw unsupported(scope, 'channels', `channel '${channel}' is set, and RukPak follows no channel`, "omit 'channel'");
  }
  if (provisionerClass === ProvisionerClass.REGISTRY) {
    refuseUnsupported(scope, request, version);
  }
  const common = { ...defined({ labels, annotations }) };
  const needsNamespace = version.isAtLeast(RukpakVersion.V0_20_0);
  const namespace = needsNamespace ? operatorNamespace(scope, request.namespace, bundle.packageName) : givenNamespace(scope, request, version);
  checkNamespace(scope, 'namespace', namespace);
  const namespaceObject = needsNamespace && (request.createNamespace ?? true)
    ? manifestObject(scope, 'Namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, common) : undefined;
  const installed = options.source === undefined ? ClusterMirrors.of(scope).bundleOf(bundle) : bundle;
  const deployment = new RukpakBundleDeployment(scope, 'Deployment', {
    version,
    provisionerClass,
    source: options.source ?? RukpakSource._files(bundleFiles(installed), TOO_LARGE),
    name: options.name ?? bundle.packageName,
    ...defined({ systemNamespace }),
    ...(needsNamespace ? { installNamespace: namespace } : {}),
    ...(installMode !== undefined && takesWatchNamespaces(version) ? { watchNamespaces: watched(installMode, namespace) } : {}),
    ...defined({ crdUpgradeSafety }),
    ...common,
  });
  answerImagesCommand(deployment, () => ({ bundles: new Map([[`BundleDeployment//${deployment.name}`, [installed]]]) }));
  if (namespaceObject !== undefined) {
    deployment.node.addDependency(namespaceObject);
  }
  return { namespace, bundle: installed, deployment, ...defined({ namespaceObject }) };
}

/**
 * Returns the files of a bundle as RukPak reads them: a file for each object, as compact JSON, and the annotations. Properties and dependencies are
 * omitted, because RukPak does not evaluate them.
 */
function bundleFiles(bundle: Bundle): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const manifest of bundle.manifests) {
    files.set(freePath(files, posix.parse(manifest.file).name), Buffer.from(manifest.toJson()));
  }
  return files.set('metadata/annotations.yaml', Buffer.from(toYaml({ annotations: bundle.annotations })));
}

/** Returns the path of the next object of a file; several objects may come from one file. */
function freePath(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const path = (number: number): string => `manifests/${name}${number === 1 ? '' : `-${number}`}.json`;
  let number = 1;
  while (files.has(path(number))) {
    number++;
  }
  return path(number);
}

/**
 * Returns the namespace that RukPak chooses and creates.
 *
 * @throws ConstructError when another one is requested
 */
function givenNamespace(scope: Construct, { bundle, namespace, createNamespace }: RukpakRequest, version: RukpakVersion): string {
  const given = suggestedNamespace(bundle);
  const chooses = `RukPak ${version.version} installs bundle '${bundle.name}' in the namespace '${given}', which it creates`;
  if (namespace !== undefined && namespace !== given) {
    throw new ConstructError(scope, `namespace '${namespace}' is set, and ${chooses}; omit 'namespace', or set 'version' to RukpakVersion.V0_20_0 or later`);
  }
  if (createNamespace === false) {
    throw new ConstructError(scope, `createNamespace is false, and ${chooses}; omit 'createNamespace', or set 'version' to RukpakVersion.V0_20_0 or later`);
  }
  return given;
}

function suggestedNamespace({ csv, packageName }: Bundle): string {
  const suggested = csv.annotations[SUGGESTED_NAMESPACE] ?? '';
  return suggested === '' ? `${packageName}-system` : suggested;
}

/** Returns the namespaces that an operator watches; an empty string means all of them. */
function watched({ type, targetNamespaces }: InstallMode, namespace: string): string[] {
  if (type === InstallModeType.ALL_NAMESPACES) {
    return [''];
  }
  return type === InstallModeType.OWN_NAMESPACE ? [namespace] : targetNamespaces;
}

/** What `deployRukpak` installs: the part of a `BundleEngineRequest` that applies to RukPak. */
export interface RukpakRequest {
  readonly bundle: Bundle;
  readonly namespace?: string;
  readonly createNamespace?: boolean;
  readonly channel?: string;
  readonly installMode?: InstallMode;
  readonly labels?: { [key: string]: string };
  readonly annotations?: { [key: string]: string };
}

/**
 * Checks that RukPak's registry provisioner can convert a bundle, and that it watches the namespaces of the request.
 *
 * @throws ConstructError when it cannot; the error names the engines that can
 */
function refuseUnsupported(scope: Construct, { bundle, installMode }: RukpakRequest, version: RukpakVersion): void {
  const { csv } = bundle;
  if (csv.ownedApiServices.length > 0) {
    throw refusal(scope, bundle, version, 'the operator serves APIs through API aggregation', 'apiServices');
  }
  if (csv.webhookDefinitions.length > 0) {
    throw refusal(scope, bundle, version, 'the operator has webhooks', 'webhooks');
  }
  const unknown = version.isAtLeast(RukpakVersion.V0_16_0) ? bundle.manifests.find(({ kind }) => !isBundleKind(kind)) : undefined;
  if (unknown !== undefined) {
    throw new ConstructError(scope, `RukPak ${version.version} cannot install bundle '${bundle.name}', because it contains the ${unknown.kind} '${unknown.name}', and `
      + 'no bundle may contain objects of that kind; remove it from the bundle');
  }
  const supported = bundle.installModes;
  const usable = usableModes(version).filter(type => supported.includes(type));
  if (usable.length === 0) {
    const modes = supported.length === 0 ? 'none' : supported.join(', ');
    throw refusal(scope, bundle, version, `the operator must support the install mode ${usableModes(version).join(' or ')}, and it supports ${modes}`, 'targetNamespaces');
  }
  if (installMode !== undefined) {
    refuseInstallMode(scope, bundle, installMode, version, usable);
  }
}

/** Returns the install modes of which an operator must support at least one. */
function usableModes(version: RukpakVersion): InstallModeType[] {
  if (takesWatchNamespaces(version)) {
    return Object.values(InstallModeType);
  }
  // Before 0.12.0, an operator that cannot watch all namespaces watches its own.
  return [InstallModeType.ALL_NAMESPACES, ...(version.isAtLeast(RukpakVersion.V0_12_0) ? [] : [InstallModeType.OWN_NAMESPACE])];
}

/** Whether BundleDeployments of a release choose the namespaces that an operator watches. */
function takesWatchNamespaces(version: RukpakVersion): boolean {
  return version.isAtLeast(RukpakVersion.V0_17_0) && !version.isAtLeast(RukpakVersion.V0_20_0);
}

function refuseInstallMode(
  scope: Construct, bundle: Bundle, { type }: InstallMode, version: RukpakVersion, usable: readonly InstallModeType[],
): void {
  if (takesWatchNamespaces(version) ? !usable.includes(type) : type !== usable[0]) {
    const reason = takesWatchNamespaces(version) ? `the operator supports only ${usable.join(', ')}` : `it always installs this operator with ${usable[0]!}`;
    throw unsupported(scope, 'targetNamespaces', `the install mode ${type} is set, and RukPak ${version.version} cannot use it for bundle '${bundle.name}': ${reason}`,
      "omit 'installMode'");
  }
}

function refusal(scope: Construct, bundle: Bundle, version: RukpakVersion, reason: string, feature: EngineFeature): ConstructError {
  return unsupported(scope, feature, `RukPak ${version.version} cannot install bundle '${bundle.name}': ${reason}`);
}
