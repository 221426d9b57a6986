import { posix } from 'node:path';
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ProvisionerClass } from './provisioner-class';
import { refuseUnsupported, takesWatchNamespaces } from './registry-refusals';
import { RukpakBundleDeployment } from './rukpak-bundle-deployment';
import { RukpakEngineOptions } from './rukpak-engine-options';
import { RukpakRequest } from './rukpak-request';
import { RukpakSource } from './rukpak-source';
import { ConstructError } from '../model/construct-error';
import { unsupported } from '../model/engine-support';
import { manifestObject } from '../model/manifest-object';
import { checkNamespace } from '../model/prop-checks';
import { Bundle } from '../../bundle/bundle';
import { InstallMode, InstallModeType } from '../../bundle/model/install-mode';
import { RukpakVersion } from '../../olm/rukpak/model/rukpak-version';
import { toYaml } from '../../formats/yaml/write';

const TOO_LARGE = 'set \'source\' of RukpakEngine to RukpakSource.image(...) with the image of the bundle';
const SUGGESTED_NAMESPACE = 'operatorframework.io/suggested-namespace';

/** Objects that were created for a bundle. */
export interface RukpakDeployment {
  /** Namespace of the operator. */
  readonly namespace: string;

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
  const common = { ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) };
  const needsNamespace = version.isAtLeast(RukpakVersion.V0_20_0);
  const namespace = needsNamespace ? request.namespace ?? bundle.packageName : givenNamespace(scope, request, version);
  checkNamespace(scope, 'namespace', namespace);
  const namespaceObject = needsNamespace && (request.createNamespace ?? true)
    ? manifestObject(scope, 'Namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, common) : undefined;
  const deployment = new RukpakBundleDeployment(scope, 'Deployment', {
    version,
    provisionerClass,
    source: options.source ?? RukpakSource._files(bundleFiles(bundle), TOO_LARGE),
    name: options.name ?? bundle.packageName,
    ...(systemNamespace === undefined ? {} : { systemNamespace }),
    ...(needsNamespace ? { installNamespace: namespace } : {}),
    ...(installMode !== undefined && takesWatchNamespaces(version) ? { watchNamespaces: watched(installMode, namespace) } : {}),
    ...(crdUpgradeSafety === undefined ? {} : { crdUpgradeSafety }),
    ...common,
  });
  if (namespaceObject !== undefined) {
    deployment.node.addDependency(namespaceObject);
  }
  return { namespace, deployment, ...(namespaceObject === undefined ? {} : { namespaceObject }) };
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
