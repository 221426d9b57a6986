import { ownValue } from '../../../formats/json/json-value';
import { CrdDescriptions } from '../../../formats/schema/custom-resource-definition';
import { printableLines } from '../../../text/printable';
import { OLM_NAMESPACE, OPERATOR_NAMESPACE } from '../../names';
import { type KnownOlmVersion, knownVersion, OlmVersion } from '../model/olm-version';
import { hasFeature, type ReleaseFeature, releasesWith } from '../model/release-features';
import { type CatalogChoice, DefaultCatalog } from './default-catalog';
import { intervalProblems } from './interval';
import type { MonitoringSettings, OlmConfigSettings, OlmSettings } from './olm-settings';
import { namespaceLevels, PodSecurityLevel, type PodSecuritySettings } from './pod-security';
import type { ControllerSettings, OlmOperatorSettings, PackageserverSettings } from './pod-settings';
import { checkAirGap, type ImageSettings, type ReleaseImages, releaseImages } from './release-images';
import { ServingCertificates } from './serving-certificates';

/** Settings with all defaults, for the functions that create the objects of a release. */
export interface CompleteReleaseSettings {
  readonly version: KnownOlmVersion;
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
  readonly podSecurity: PodSecuritySettings;
  /** Default catalog, or undefined for no catalog. */
  readonly defaultCatalog: CatalogChoice | undefined;
  /** Images as used in the objects. */
  readonly images: ReleaseImages;
  readonly pullSecrets: readonly string[];
  readonly olmOperator: OlmOperatorSettings;
  readonly catalogOperator: ControllerSettings;
  readonly packageserver: PackageserverSettings;
  readonly debug: boolean;
  /** Watched namespaces, or an empty list for all namespaces. */
  readonly watchedNamespaces: readonly string[];
  readonly networkPolicies: boolean;
  /** Port, or undefined for that of the release. */
  readonly apiServerPort: number | undefined;
  readonly olmConfig: OlmConfigSettings;
  readonly servingCertificates: ServingCertificates;
  /** Settings of monitoring, or undefined for no monitoring. */
  readonly monitoring: MonitoringSettings | undefined;
  readonly crdDescriptions: CrdDescriptions;
}

/**
 * Returns settings with all defaults.
 *
 * @throws if the library does not include the release, a setting is invalid, or the release does not support it; with one line for each problem of
 * the last two kinds
 */
export function completeSettings(settings: OlmSettings): CompleteReleaseSettings {
  const version = knownVersion(settings.version ?? OlmVersion.DEFAULT);
  const namespace = settings.namespace ?? OLM_NAMESPACE;
  const defaultCatalog = catalogChoice(settings);
  const imageSettings: ImageSettings = {
    ...settings,
    version,
    hasDefaultCatalog: defaultCatalog !== undefined,
    ...(defaultCatalog?.image === undefined ? {} : { images: { ...settings.images, defaultCatalog: defaultCatalog.image } }),
  };
  const complete: CompleteReleaseSettings = {
    version,
    namespace,
    operatorNamespace: settings.operatorNamespace ?? OPERATOR_NAMESPACE,
    catalogNamespace: settings.catalogNamespace ?? namespace,
    podSecurity: settings.podSecurity ?? {},
    defaultCatalog,
    images: releaseImages(imageSettings),
    pullSecrets: settings.pullSecrets ?? [],
    olmOperator: settings.olmOperator ?? {},
    catalogOperator: settings.catalogOperator ?? {},
    packageserver: settings.packageserver ?? {},
    debug: settings.debug ?? false,
    watchedNamespaces: settings.watchedNamespaces === undefined ? [] : [...new Set([namespace, ...settings.watchedNamespaces])],
    networkPolicies: settings.networkPolicies ?? hasFeature(version, 'networkPolicies'),
    apiServerPort: settings.apiServerPort,
    olmConfig: settings.olmConfig ?? {},
    servingCertificates: settings.servingCertificates ?? defaultCertificates(version),
    monitoring: settings.monitoring,
    crdDescriptions: settings.crdDescriptions ?? CrdDescriptions.FULL,
  };
  checkSettings(settings, complete);
  if (settings.airGapped === true) {
    checkAirGap(imageSettings, complete.images);
  }
  return complete;
}

function catalogChoice({ airGapped, defaultCatalog }: OlmSettings): CatalogChoice | undefined {
  const byDefault = airGapped === true ? DefaultCatalog.none() : DefaultCatalog.operatorHub();
  return (defaultCatalog ?? byDefault)._choice;
}

function defaultCertificates(version: OlmVersion): ServingCertificates {
  return hasFeature(version, 'certManager') ? ServingCertificates.certManager() : ServingCertificates.none();
}

/** Returns the problems of some settings as sentences. */
type Check = (settings: OlmSettings, complete: CompleteReleaseSettings) => string[];

const CHECKS: readonly Check[] = [
  namespaceNames,
  watchedNamespaces,
  podSecurity,
  podSecurityVersions,
  replicas,
  featureGates,
  intervals,
  networkPolicies,
  olmConfig,
  servingCertificates,
  catalogPriority,
];

/**
 * Refuses settings that are invalid, that contradict each other, or that the release does not support.
 *
 * @throws with one line for each problem
 */
function checkSettings(settings: OlmSettings, complete: CompleteReleaseSettings): void {
  const problems = CHECKS.flatMap((check) => check(settings, complete));
  if (problems.length > 0) {
    throw new Error(printableLines(problems));
  }
}

/** The installation creates these Namespaces and restricts traffic in its own, so they must not be Kubernetes' own. */
function namespaceNames(_settings: OlmSettings, { namespace, operatorNamespace, catalogNamespace }: CompleteReleaseSettings): string[] {
  const named = { namespace, operatorNamespace, ...(catalogNamespace === namespace ? {} : { catalogNamespace }) };
  return Object.entries(named).flatMap(([setting, name]) => {
    if (name === 'default' || name.startsWith('kube-')) {
      return [`${setting} "${name}" belongs to Kubernetes, but the installation creates its namespaces; choose another name`];
    }
    return namespaceName(setting, name);
  });
}

function namespaceName(setting: string, name: string): string[] {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
    ? []
    : [`${setting} must be a valid namespace name: got "${name}"; use up to 63 lowercase letters, digits and hyphens, with a letter or digit at both ends`];
}

function watchedNamespaces({ watchedNamespaces: names }: OlmSettings): string[] {
  if (names?.length === 0) {
    return ['watchedNamespaces is empty; omit it to watch all namespaces'];
  }
  return (names ?? []).flatMap((name, index) => namespaceName(`watchedNamespaces[${index}]`, name));
}

/** The API server rejects a Namespace with a version that is not a release of Kubernetes. */
function podSecurityVersions({ podSecurity: levels = {} }: OlmSettings): string[] {
  return Object.entries({ namespace: levels.namespace, operatorNamespace: levels.operatorNamespace }).flatMap(([name, { version = 'latest' } = {}]) => (
    /^(latest|v1\.\d+)$/.test(version) ? [] : [`podSecurity.${name}.version must be "latest" or a minor release of Kubernetes such as v1.31: got "${version}"`]
  ));
}

/** The pods of early releases violate the restricted level. The level that operators need is not known here. */
function podSecurity(_settings: OlmSettings, complete: CompleteReleaseSettings): string[] {
  const { version, namespace, catalogNamespace } = complete;
  if (hasFeature(version, 'podSecurity')) {
    return [];
  }
  return [...new Set([namespace, catalogNamespace])]
    .filter((name) => namespaceLevels(complete, name).enforce?.level === PodSecurityLevel.RESTRICTED)
    .map((name) => `podSecurity enforces the level restricted in namespace "${name}", but the pods of OLM ${version.version} need baseline; `
      + `enforce baseline or privileged, or install ${releasesWith('podSecurity').since} or later`);
}

function replicas({ olmOperator, catalogOperator, packageserver }: OlmSettings): string[] {
  const controllers: { [name: string]: ControllerSettings | undefined } = { olmOperator, catalogOperator, packageserver };
  return Object.entries(controllers).flatMap(([name, controller]) => (
    isInteger(controller?.replicas ?? 0, 0) ? [] : [`${name}.replicas must be an integer of at least 0: got ${controller?.replicas}`]
  ));
}

/** Feature gates of olm-operator, the same in all releases so far, and whether they can be turned off. */
const FEATURE_GATES: { readonly [gate: string]: boolean | undefined } = { AllAlpha: true, AllBeta: true, OperatorLifecycleManagerV1: false };

/** olm-operator does not start with an unknown gate, or with a locked gate that is turned off. */
function featureGates({ olmOperator }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return Object.entries(olmOperator?.featureGates ?? {}).flatMap(([gate, on]) => {
    const canBeOff = ownValue(FEATURE_GATES, gate);
    if (canBeOff === undefined) {
      return [`olm-operator of OLM ${version.version} has no feature gate "${gate}"; available: ${Object.keys(FEATURE_GATES).join(', ')}`];
    }
    return canBeOff || on ? [] : [`feature gate "${gate}" cannot be turned off in OLM ${version.version} or any other known release; omit it`];
  });
}

function intervals({ packageserver, defaultCatalog, olmConfig: config, monitoring }: OlmSettings): string[] {
  return [
    ...intervalProblems('packageserver.interval', packageserver?.interval),
    ...intervalProblems('pollInterval of the default catalog', defaultCatalog?._choice?.pollInterval, 1),
    ...intervalProblems('olmConfig.packageServerSyncInterval', config?.packageServerSyncInterval),
    ...intervalProblems('monitoring.interval', monitoring?.interval),
  ];
}

function networkPolicies({ networkPolicies: enabled, apiServerPort }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return [
    ...(enabled === true ? unsupported(version, 'networkPolicies', 'networkPolicies') : []),
    ...(apiServerPort === undefined ? [] : unsupported(version, 'networkPolicies', 'apiServerPort')),
    ...(apiServerPort !== undefined && enabled === false ? ['apiServerPort is set, but networkPolicies is false; omit one of them'] : []),
    ...(apiServerPort === undefined || (isInteger(apiServerPort, 1) && apiServerPort <= 65_535)
      ? [] : [`apiServerPort must be a port from 1 to 65535: got ${apiServerPort}`]),
  ];
}

function olmConfig({ olmConfig: config }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return [
    ...(config?.disableCopiedCsvs === undefined ? [] : unsupported(version, 'olmConfig', 'olmConfig.disableCopiedCsvs')),
    ...(config?.packageServerSyncInterval === undefined ? [] : unsupported(version, 'packageServerSyncInterval', 'olmConfig.packageServerSyncInterval')),
  ];
}

function servingCertificates({ servingCertificates: certificates }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return certificates?._fromCertManager === true ? unsupported(version, 'servingCertificates', 'servingCertificates from cert-manager') : [];
}

function catalogPriority({ defaultCatalog }: OlmSettings): string[] {
  const priority = defaultCatalog?._choice?.priority;
  return priority === undefined || Number.isInteger(priority) ? [] : [`priority of the default catalog must be an integer: got ${priority}`];
}

function unsupported(version: OlmVersion, feature: ReleaseFeature, setting: string): string[] {
  return hasFeature(version, feature)
    ? []
    : [`${setting} is not supported by OLM ${version.version}; omit it, or install ${releasesWith(feature).since} or later`];
}

function isInteger(value: number, minimum: number): boolean {
  return Number.isInteger(value) && value >= minimum;
}
