import type { KnownKeys } from '../../../formats/json/known-keys';
import { CrdDescriptions } from '../../../formats/schema/custom-resource-definition';
import type { MonitoringSettings, OlmConfigSettings, OlmImages, OlmSettings, PrometheusAccount } from './olm-settings';
import { PodSecurityLevel, type PodSecurityLevels, type PodSecuritySettings } from './pod-security';
import type { ControllerSettings, OlmOperatorSettings, PackageserverSettings } from './pod-settings';
import { AFFINITY, ANY, instanceOf, oneOf, RESOURCES, shapeOf, shapeProblems, TOLERATIONS } from './value-shape';

const CONTROLLER = {
  replicas: ANY, resources: RESOURCES, nodeSelector: ANY, tolerations: TOLERATIONS, affinity: AFFINITY, priorityClassName: ANY, podAnnotations: ANY,
  extraArguments: ANY,
};

const LEVEL = oneOf(Object.values(PodSecurityLevel));

const LEVELS = shapeOf<PodSecurityLevels>({ enforce: LEVEL, audit: LEVEL, warn: LEVEL, version: ANY });

const SETTINGS = shapeOf<OlmSettings>({
  version: instanceOf('OlmVersion', 'tag'),
  namespace: ANY,
  operatorNamespace: ANY,
  catalogNamespace: ANY,
  podSecurity: shapeOf<PodSecuritySettings>({ namespace: LEVELS, operatorNamespace: LEVELS }),
  defaultCatalog: instanceOf('DefaultCatalog', '_choice'),
  airGapped: ANY,
  images: shapeOf<OlmImages>({ olm: ANY, opm: ANY, configMapServer: ANY, defaultCatalog: ANY }),
  registryMirror: ANY,
  requireDigests: ANY,
  pullSecrets: ANY,
  olmOperator: shapeOf<OlmOperatorSettings>({ ...CONTROLLER, featureGates: ANY }),
  catalogOperator: shapeOf<ControllerSettings>(CONTROLLER),
  packageserver: shapeOf<PackageserverSettings>({ ...CONTROLLER, interval: ANY }),
  debug: ANY,
  watchedNamespaces: ANY,
  networkPolicies: ANY,
  apiServerPort: ANY,
  olmConfig: shapeOf<OlmConfigSettings>({ disableCopiedCsvs: ANY, packageServerSyncInterval: ANY }),
  servingCertificates: instanceOf('ServingCertificates', '_fromCertManager'),
  monitoring: shapeOf<MonitoringSettings>({ interval: ANY, labels: ANY, prometheus: shapeOf<PrometheusAccount>({ name: ANY, namespace: ANY }) }),
  crdDescriptions: oneOf(Object.values(CrdDescriptions)),
});

/** Keys of `OlmSettings`, for options that extend it. */
export const OLM_SETTINGS_KEYS = Object.fromEntries(Object.keys(SETTINGS.keys!).map((key) => [key, true])) as KnownKeys<OlmSettings>;

/** How errors refer to the settings: their name, and the prefix of the paths of nested settings. */
export interface SettingsOrigin {
  readonly what: string;
  readonly path: string;
}

/**
 * Refuses settings with an unknown key or with a value outside of a closed set, including nested ones.
 *
 * @throws with one line for each problem
 */
export function checkKnownSettings(settings: OlmSettings, { what, path }: SettingsOrigin): void {
  const problems = shapeProblems(settings, SETTINGS, path, what);
  if (problems.length > 0) {
    throw new Error(problems.join('\n'));
  }
}
