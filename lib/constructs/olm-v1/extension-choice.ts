import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { checkBundles } from './bundle-support';
import { catalogSelector } from './catalog-selector';
import { ClusterExtensionProps } from './cluster-extension-props';
import { requireFeature } from './olm-v1-features';
import { OlmV1Target, olmV1TargetOf } from './olm-v1-target';
import { ConstructError } from '../model/construct-error';
import { checkDeploymentConfig, deploymentConfigJson } from '../model/deployment-config';
import { wholeMinutes } from '../model/go-duration';
import { checkNamespace, checkObjectName } from '../model/prop-checks';
import * as olmv1 from '../../../imports/olm.operatorframework.io';
import { InstallMode, InstallModeType } from '../../bundle/model/install-mode';
import { PlainManifests } from '../../render/plain-manifests';
import { VersionConstraint } from '../../formats/semver/version-constraint';

/** What is derived from the props of a ClusterExtension. */
export interface ExtensionChoice {
  readonly target: OlmV1Target;
  readonly package: string;
  readonly namespace: string;
  readonly selector: olmv1.ClusterExtensionSpecSourceCatalogSelector | undefined;
  readonly progressDeadlineMinutes: number | undefined;

  /** Configuration of the bundle as written to the spec, or undefined. */
  readonly config: { readonly [field: string]: unknown } | undefined;

  /** The bundles that may be installed, as OLM v1 renders them, or an empty list if they are unknown. */
  readonly renderings: readonly PlainManifests[];
}

/** Maximum length of a version range, in characters. */
const MAX_VERSION_LENGTH = 64;

/** Limits of a progress deadline, in minutes. */
const DEADLINE = { minimum: 10, maximum: 720 };

/**
 * Checks the props of a ClusterExtension, and the bundles that it may install.
 *
 * @throws ConstructError when props are invalid or contradict each other, the release of OLM v1 lacks a feature that they need, or OLM v1 refuses a
 * bundle
 */
export function chooseExtension(scope: Construct, props: ClusterExtensionProps): ExtensionChoice {
  const { version, channels = [], progressDeadline, installMode, deploymentConfig, bundles = [] } = props;
  const target = olmV1TargetOf(scope, props.olmVersion, props.experimental);
  const packageName = props.packageName ?? bundles[0]?.packageName;
  if (packageName === undefined || packageName === '') {
    throw new ConstructError(scope, 'packageName is required: set it to the package to install');
  }
  checkObjectName(scope, 'packageName', packageName);
  const namespace = props.namespace ?? Chart.of(scope).namespace ?? packageName;
  checkNamespace(scope, 'namespace', namespace);
  channels.forEach((channel, index) => checkObjectName(scope, `channels[${index}]`, channel));
  const constraint = version === undefined ? undefined : checkedConstraint(scope, version);
  if (progressDeadline !== undefined) {
    requireFeature(scope, target, 'progressDeadline', 'progressDeadline');
  }
  const watchNamespace = installMode === undefined ? undefined : watchNamespaceOf(scope, installMode, namespace);
  if (watchNamespace !== undefined) {
    requireFeature(scope, target, 'installMode', `installMode ${installMode!.type}`);
  }
  const config = {
    ...(watchNamespace === undefined ? {} : { watchNamespace }),
    ...(deploymentConfig === undefined ? {} : { deploymentConfig: checkedDeploymentConfig(scope, target, props) }),
  };
  return {
    target,
    package: packageName,
    namespace,
    selector: catalogSelector(scope, props),
    progressDeadlineMinutes: progressDeadline === undefined ? undefined
      : wholeMinutes(scope, 'progressDeadline', progressDeadline, DEADLINE.minimum, DEADLINE.maximum),
    config: Object.keys(config).length === 0 ? undefined : config,
    renderings: checkBundles(scope, bundles, { target, package: packageName, namespace, constraint, versionText: version, installMode, ...config }),
  };
}

function checkedConstraint(scope: Construct, version: string): VersionConstraint {
  const forms = "set a version such as '1.2.3', or a range such as '1.2.x', '~1.2.3', '^1.2.3' or '>=1.2.0, <2.0.0'";
  if (version.length > MAX_VERSION_LENGTH) {
    throw new ConstructError(scope, `version has ${version.length} characters, and OLM v1 accepts ${MAX_VERSION_LENGTH}; ${forms}`);
  }
  const constraint = VersionConstraint.parse(version);
  if (constraint === undefined || version.trim() === '') {
    throw new ConstructError(scope, `version '${version}' is neither a version nor a range of versions; ${forms}`);
  }
  return constraint;
}

/** Returns the namespace that the operator watches, or undefined if it watches all namespaces. */
function watchNamespaceOf(scope: Construct, { type, targetNamespaces }: InstallMode, namespace: string): string | undefined {
  switch (type) {
    case InstallModeType.ALL_NAMESPACES: return undefined;
    case InstallModeType.OWN_NAMESPACE: return namespace;
    case InstallModeType.SINGLE_NAMESPACE: {
      const [watched] = targetNamespaces as [string];
      checkNamespace(scope, 'target namespace', watched);
      return watched;
    }
    case InstallModeType.MULTI_NAMESPACE:
      throw new ConstructError(scope, `installMode has ${targetNamespaces.length} target namespaces, and an operator of OLM v1 watches one or all; set installMode to `
        + 'InstallMode.singleNamespace() or InstallMode.allNamespaces(), or install it with OLM v0: with an OperatorSubscription or new OlmV0Engine()');
  }
}

function checkedDeploymentConfig(scope: Construct, target: OlmV1Target, { deploymentConfig }: ClusterExtensionProps): object {
  requireFeature(scope, target, 'deploymentConfig', 'deploymentConfig');
  checkDeploymentConfig(scope, 'deploymentConfig', deploymentConfig!);
  if (deploymentConfig!.selector !== undefined) {
    throw new ConstructError(scope, "deploymentConfig has the field 'selector', which OLM v1 does not support and OLM v0 ignores; omit it");
  }
  return deploymentConfigJson(deploymentConfig!);
}
