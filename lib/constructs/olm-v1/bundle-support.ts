import { Construct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { InstallMode } from '../../bundle/model/install-mode';
import { defined } from '../../formats/json/defined';
import { parseTolerantVersion, parseVersion } from '../../formats/semver/version';
import { VersionConstraint } from '../../formats/semver/version-constraint';
import { CertificateProvider } from '../../render/model/certificate-provider';
import { RenderError, RenderErrorCode } from '../../render/model/render-error';
import { PlainManifests } from '../../render/plain-manifests';
import { ConstructError } from '../model/construct-error';
import { OlmV1Target, requireFeature } from './olm-v1-target';

/** How bundles are to be installed. */
export interface BundleInstallation {
  readonly target: OlmV1Target;
  readonly package: string;
  readonly namespace: string;
  readonly constraint: VersionConstraint | undefined;
  readonly versionText: string | undefined;
  readonly installMode: InstallMode | undefined;
  readonly deploymentConfig?: object;
}

/** Dependencies of bundles, and the properties for them in a catalog: OLM v1 does not install a bundle with one of these properties. */
const DEPENDENCIES: ReadonlyMap<string, string> = new Map([
  ['olm.package', 'olm.package.required'],
  ['olm.gvk', 'olm.gvk.required'],
  ['olm.constraint', 'olm.constraint'],
]);

const OLM_V0 = 'install it with OLM v0: with an OperatorSubscription or new OlmV0Engine()';

/**
 * Returns bundles as OLM v1 renders them.
 *
 * @throws ConstructError when OLM v1 refuses to install one of them
 */
export function checkBundles(scope: Construct, bundles: readonly Bundle[], installation: BundleInstallation): PlainManifests[] {
  return bundles.map(bundle => {
    checkIdentity(scope, bundle, installation);
    checkDependencies(scope, bundle);
    if (bundle.csv.webhookDefinitions.length > 0) {
      requireFeature(scope, installation.target, 'webhooks', `an operator with webhooks, such as bundle '${bundle.name}',`);
    }
    checkInstallMode(scope, bundle, installation);
    return render(scope, bundle, installation);
  });
}

function checkIdentity(scope: Construct, bundle: Bundle, { package: packageName, constraint, versionText }: BundleInstallation): void {
  if (bundle.packageName !== packageName) {
    throw new ConstructError(scope, `bundles has '${bundle.name}' of package '${bundle.packageName}', and the extension installs package '${packageName}'; `
      + 'set bundles to those of that package only');
  }
  const version = parseVersion(parseTolerantVersion(bundle.version) ?? '');
  if (constraint !== undefined && version !== undefined && !constraint.isMetBy(version)) {
    const isPreRelease = version.preRelease.length > 0;
    throw new ConstructError(scope, `bundles has '${bundle.name}' with version ${bundle.version}, which version '${versionText}' excludes; change the version, or `
      + `remove the bundle${isPreRelease ? '. A pre-release is only included if the range has one, such as \'>=1.2.0-0\'' : ''}`);
  }
}

function checkDependencies(scope: Construct, bundle: Bundle): void {
  const { dependencies, properties, requiredApis } = bundle;
  const types = [...DEPENDENCIES].filter(([dependency, property]) => (
    dependencies.some(({ type }) => type === dependency || type === property) || properties.some(({ type }) => type === property)
      || (property === 'olm.gvk.required' && requiredApis.length > 0)
  )).map(([, property]) => property);
  if (types.length > 0) {
    throw new ConstructError(scope, `bundle '${bundle.name}' depends on other operators (${types.join(', ')}), and OLM v1 does not install such bundles; ${OLM_V0}, `
      + 'or without OLM: with new PlainEngine()');
  }
}

/** OLM v1 installs operators for all namespaces, unless a namespace to watch is specified. */
function checkInstallMode(scope: Construct, bundle: Bundle, { target, installMode }: BundleInstallation): void {
  if (installMode !== undefined || bundle.supportsInstallMode(InstallModeType.ALL_NAMESPACES)) {
    return;
  }
  const choices = [
    ...(bundle.supportsInstallMode(InstallModeType.OWN_NAMESPACE) ? ['InstallMode.ownNamespace()'] : []),
    ...(bundle.supportsInstallMode(InstallModeType.SINGLE_NAMESPACE) ? ['InstallMode.singleNamespace()'] : []),
  ];
  const problem = `bundle '${bundle.name}' does not support ${InstallModeType.ALL_NAMESPACES}`;
  if (choices.length === 0) {
    throw new ConstructError(scope, `${problem}, nor a single namespace, and OLM v1 supports nothing else; ${OLM_V0}`);
  }
  requireFeature(scope, target, 'installMode', `${problem}, and an installMode for fewer namespaces`);
  throw new ConstructError(scope, `${problem}; set installMode to ${choices.join(' or ')}`);
}

/** Renders as OLM v1 does; which of its certificate sources is enabled affects only names of objects. */
function render(scope: Construct, bundle: Bundle, { namespace, installMode, deploymentConfig }: BundleInstallation): PlainManifests {
  try {
    return PlainManifests.render(bundle, {
      installNamespace: namespace,
      compatible: true,
      certificates: CertificateProvider.certManager(),
      ...defined({ installMode }),
      ...(deploymentConfig === undefined ? {} : { deploymentConfig: { ...deploymentConfig } }),
    });
  } catch (error) {
    if (!(error instanceof RenderError)) {
      throw error;
    }
    const remedy = error.problems.some(({ code }) => code === RenderErrorCode.API_SERVICE) ? `; ${OLM_V0}` : '';
    throw new ConstructError(scope, `OLM v1 cannot install bundle '${bundle.name}': ${error.message}${remedy}`);
  }
}
