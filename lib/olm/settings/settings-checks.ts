import type { ControllerSettings } from './controller-settings';
import { namespaceLevels } from './namespace-levels';
import type { OlmSettings } from './olm-settings';
import type { OlmVersion } from './olm-version';
import { PodSecurityLevel } from './pod-security';
import { hasFeature, type ReleaseFeature, releasesWith } from './release-features';
import type { CompleteReleaseSettings } from './complete-settings';

/** Looks for what is wrong about one matter, and tells it in sentences. */
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
 * Refuses settings that are malformed, contradict each other, or that the release does not know.
 *
 * @throws with a line for each problem
 */
export function checkSettings(settings: OlmSettings, complete: CompleteReleaseSettings): void {
  const problems = CHECKS.flatMap((check) => check(settings, complete));
  if (problems.length > 0) {
    throw new Error(problems.join('\n'));
  }
}

/** An installation makes these Namespaces, so they must not be anybody else's: OLM's denies all traffic but its own. */
function namespaceNames(_settings: OlmSettings, { namespace, operatorNamespace, catalogNamespace }: CompleteReleaseSettings): string[] {
  const named = { namespace, operatorNamespace, ...(catalogNamespace === namespace ? {} : { catalogNamespace }) };
  return Object.entries(named).flatMap(([setting, name]) => {
    if (name === 'default' || name.startsWith('kube-')) {
      return [`${setting} "${name}" collides with a namespace of Kubernetes itself; OLM makes a namespace of its own: give another name`];
    }
    return namespaceName(setting, name);
  });
}

function namespaceName(setting: string, name: string): string[] {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
    ? []
    : [`${setting} must be a name of a namespace: got "${name}"; use up to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends`];
}

function watchedNamespaces({ watchedNamespaces: names }: OlmSettings): string[] {
  if (names?.length === 0) {
    return ['watchedNamespaces is empty; leave it out to watch all namespaces'];
  }
  return (names ?? []).flatMap((name, index) => namespaceName(`watchedNamespaces[${index}]`, name));
}

/** The API server refuses a Namespace that names what is no release of Kubernetes. */
function podSecurityVersions({ podSecurity: levels = {} }: OlmSettings): string[] {
  return Object.entries({ namespace: levels.namespace, operatorNamespace: levels.operatorNamespace }).flatMap(([name, { version = 'latest' } = {}]) => (
    /^(latest|v1\.\d+)$/.test(version) ? [] : [`podSecurity.${name}.version must be "latest" or a minor release of Kubernetes such as v1.31: got "${version}"`]
  ));
}

/** Pods of early releases do not say what the restricted level asks of them. Nobody knows what users' operators need. */
function podSecurity(_settings: OlmSettings, complete: CompleteReleaseSettings): string[] {
  const { version, namespace, catalogNamespace } = complete;
  if (hasFeature(version, 'podSecurity')) {
    return [];
  }
  return [...new Set([namespace, catalogNamespace])]
    .filter((name) => namespaceLevels(complete, name).enforce?.level === PodSecurityLevel.RESTRICTED)
    .map((name) => `podSecurity enforces the level restricted in namespace "${name}", and the pods of OLM ${version.version} need baseline; `
      + `enforce baseline or privileged, or install ${releasesWith('podSecurity').since} or newer`);
}

function replicas({ olmOperator, catalogOperator, packageserver }: OlmSettings): string[] {
  const controllers: { [name: string]: ControllerSettings | undefined } = { olmOperator, catalogOperator, packageserver };
  return Object.entries(controllers).flatMap(([name, controller]) => (
    isWhole(controller?.replicas ?? 0, 0) ? [] : [`${name}.replicas must be a whole number from 0 on, got ${controller?.replicas}`]
  ));
}

/** Each of them, and whether it can be set. All releases so far have the same. */
const FEATURE_GATES: { readonly [gate: string]: boolean | undefined } = { AllAlpha: true, AllBeta: true, OperatorLifecycleManagerV1: false };

/** olm-operator does not start with a gate that it does not know, or that it does not let go. */
function featureGates({ olmOperator }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return Object.entries(olmOperator?.featureGates ?? {}).flatMap(([gate, on]) => {
    const free = FEATURE_GATES[gate];
    if (free === undefined) {
      return [`olm-operator of OLM ${version.version} has no feature gate "${gate}"; it has ${Object.keys(FEATURE_GATES).join(', ')}`];
    }
    return free || on ? [] : [`the feature gate "${gate}" of OLM ${version.version} cannot be turned off, nor that of any other known release; leave it out`];
  });
}

const GO_DURATION = /^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/;
const CONFIG_DURATION = /^(\d+(\.\d+)?(s|m|h))+$/;
const PROMETHEUS_DURATION = /^(\d+y)?(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?$/;

function intervals({ packageserver, defaultCatalog, olmConfig: config, monitoring }: OlmSettings): string[] {
  return [
    ...interval('packageserver.interval', packageserver?.interval, GO_DURATION),
    ...interval('pollInterval of the default catalog', defaultCatalog?._choice?.pollInterval, GO_DURATION),
    ...interval('olmConfig.packageServerSyncInterval', config?.packageServerSyncInterval, CONFIG_DURATION),
    ...interval('monitoring.interval', monitoring?.interval, PROMETHEUS_DURATION),
  ];
}

function interval(setting: string, value: string | undefined, form: RegExp): string[] {
  return value === undefined || (value !== '' && form.test(value)) ? [] : [`${setting} must be a length of time such as 30s, 5m or 1h: got "${value}"`];
}

function networkPolicies({ networkPolicies: wanted, apiServerPort }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return [
    ...(wanted === true ? missing(version, 'networkPolicies', 'networkPolicies') : []),
    ...(apiServerPort === undefined ? [] : missing(version, 'networkPolicies', 'apiServerPort')),
    ...(apiServerPort !== undefined && wanted === false ? ['apiServerPort is said while networkPolicies is false; leave one of the two out'] : []),
    ...(apiServerPort === undefined || (isWhole(apiServerPort, 1) && apiServerPort <= 65_535)
      ? [] : [`apiServerPort must be a port from 1 to 65535, got ${apiServerPort}`]),
  ];
}

function olmConfig({ olmConfig: config }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return [
    ...(config?.disableCopiedCsvs === undefined ? [] : missing(version, 'olmConfig', 'olmConfig.disableCopiedCsvs')),
    ...(config?.packageServerSyncInterval === undefined ? [] : missing(version, 'packageServerSyncInterval', 'olmConfig.packageServerSyncInterval')),
  ];
}

function servingCertificates({ servingCertificates: wanted }: OlmSettings, { version }: CompleteReleaseSettings): string[] {
  return wanted?._fromCertManager === true ? missing(version, 'servingCertificates', 'servingCertificates from cert-manager') : [];
}

function catalogPriority({ defaultCatalog }: OlmSettings): string[] {
  const priority = defaultCatalog?._choice?.priority;
  return priority === undefined || Number.isInteger(priority) ? [] : [`priority of the default catalog must be a whole number, got ${priority}`];
}

function missing(version: OlmVersion, feature: ReleaseFeature, setting: string): string[] {
  return hasFeature(version, feature)
    ? []
    : [`${setting} is not known to OLM ${version.version}; leave it out, or install ${releasesWith(feature).since} or newer`];
}

function isWhole(value: number, least: number): boolean {
  return Number.isInteger(value) && value >= least;
}
