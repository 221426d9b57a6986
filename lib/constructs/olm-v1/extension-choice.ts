import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { InstallMode } from '../../bundle/model/install-mode';
import { defined } from '../../formats/json/defined';
import { CATALOG_NAME_LABEL } from '../../formats/schema/api-groups';
import { VersionConstraint } from '../../formats/semver/version-constraint';
import { LabelSelector, SelectorOperator } from '../../olm/v0/settings/affinity';
import { labelSelectorProblems } from '../../olm/v0/settings/affinity-problems';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { PlainManifests } from '../../render/plain-manifests';
import { InstallPermissions } from '../../report/install-permissions';
import { InstallRules } from '../../report/install-rule';
import { ConstructError } from '../model/construct-error';
import { wholeMinutes } from '../model/go-duration';
import { checkOperatorConfig, operatorConfigJson } from '../model/operator-config';
import { checkNamespace, checkObjectName, operatorNamespace } from '../model/prop-checks';
import { joinedRules } from '../rights/install-roles';
import { OperatorServiceAccount } from '../rights/operator-service-account';
import { checkBundles } from './bundle-support';
import { IClusterCatalog } from './cluster-catalog';
import type { ClusterExtensionProps } from './cluster-extension';
import { OlmV1Target, olmV1TargetOf, requireFeature } from './olm-v1-target';

/** What is derived from the props of a ClusterExtension. */
export interface ExtensionChoice {
  readonly target: OlmV1Target;
  readonly package: string;
  readonly namespace: string;
  readonly selector: LabelSelector | undefined;
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
  const namespace = operatorNamespace(scope, props.namespace ?? Chart.of(scope).namespace, packageName);
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
    ...defined({ watchNamespace }),
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
  checkOperatorConfig(scope, 'deploymentConfig', deploymentConfig!);
  if (deploymentConfig!.selector !== undefined) {
    throw new ConstructError(scope, "deploymentConfig has the field 'selector', which OLM v1 does not support and OLM v0 ignores; omit it");
  }
  return operatorConfigJson(deploymentConfig!);
}

/**
 * Returns the label selector for the catalogs of a ClusterExtension, or undefined for all catalogs.
 *
 * @throws ConstructError when the props contradict each other, or no label selector describes the catalogs
 */
export function catalogSelector(
  scope: Construct, { catalogs, catalogSelector: selector }: ClusterExtensionProps,
): LabelSelector | undefined {
  const problems = labelSelectorProblems(selector, 'catalogSelector');
  if (problems.length > 0) {
    throw new ConstructError(scope, problems.join('\n'));
  }
  if (catalogs === undefined) {
    return selector;
  }
  if (selector !== undefined) {
    throw new ConstructError(scope, 'catalogs and catalogSelector are both set; omit one of them');
  }
  const [first, ...others] = catalogs;
  if (first === undefined) {
    throw new ConstructError(scope, 'catalogs is empty; omit it to use all ClusterCatalogs');
  }
  return others.length === 0 ? { matchLabels: { ...first.selectorLabels } } : {
    matchExpressions: [{ key: CATALOG_NAME_LABEL, operator: SelectorOperator.IN, values: catalogs.map(catalog => nameOf(scope, catalog)) }],
  };
}

function nameOf(scope: Construct, { selectorLabels, node }: IClusterCatalog): string {
  const { [CATALOG_NAME_LABEL]: name, ...others } = selectorLabels;
  if (name === undefined || Object.keys(others).length > 0) {
    throw new ConstructError(scope, `catalogs has several items, and '${node.path}' is selected by other labels than its name; set 'catalogSelector' instead`);
  }
  return name;
}

/** ServiceAccount with which OLM v1 installs an extension. */
export interface ExtensionAccount {
  /** Name of the account, or undefined if the release ignores accounts. */
  readonly name: string | undefined;

  /** Rights of the account, or undefined if it is not created. */
  readonly rules: InstallRules | undefined;

  readonly warnings: readonly string[];
}

/** First release that ignores ServiceAccounts. */
const WITHOUT_ACCOUNTS = OlmV1Version.V1_11_0;

/** First release whose experimental manifests enable BoxcutterRuntime, for which the account needs different rights. */
const BOXCUTTER = OlmV1Version.V1_6_0;

/**
 * Returns the ServiceAccount of a ClusterExtension. Up to OLM v1 1.10 there must be one.
 *
 * @param extension name of the ClusterExtension
 * @throws ConstructError when an account is required and missing, its name is invalid, or its rights are unknown
 */
export function chooseExtensionAccount(
  scope: Construct, extension: string, { target: { version, experimental }, renderings }: ExtensionChoice, props: ClusterExtensionProps,
): ExtensionAccount {
  const { serviceAccount = renderings.length > 0 ? OperatorServiceAccount.create() : undefined } = props;
  if (version.isAtLeast(WITHOUT_ACCOUNTS)) {
    const warnings = props.serviceAccount === undefined ? [] : [
      `serviceAccount is not written: OLM v1 ${version.version} ignores it and installs with the rights of a cluster administrator; omit it`,
    ];
    return { name: undefined, rules: undefined, warnings };
  }
  if (serviceAccount === undefined) {
    throw new ConstructError(scope, `serviceAccount is required by OLM v1 ${version.version}: set it to OperatorServiceAccount.named(), or set 'bundles' to `
      + `those that may be installed, and an account with the rights to install them is created; OLM v1 ${WITHOUT_ACCOUNTS.version} needs none`);
  }
  const { name = `${extension}-installer`, isCreated, clusterPermissions } = serviceAccount;
  checkObjectName(scope, 'serviceAccount', name);
  if (!isCreated) {
    return { name, rules: undefined, warnings: [] };
  }
  if (clusterPermissions) {
    throw new ConstructError(scope, 'serviceAccount has clusterPermissions, which are for an OperatorGroup; omit them, since an account of OLM v1 always has rights in '
      + 'the whole cluster');
  }
  if (renderings.length === 0) {
    throw new ConstructError(scope, "serviceAccount is created with the rights that its bundles need, and they are unknown; set 'bundles' to those that may be "
      + 'installed, or use OperatorServiceAccount.named()');
  }
  const options = { extension, boxcutter: experimental && version.isAtLeast(BOXCUTTER) };
  return { name, rules: joinedRules(renderings.map(rendering => InstallPermissions.ofOlmV1(rendering, options))), warnings: [] };
}
