import { checkAirGap } from './air-gap';
import type { ControllerSettings } from './controller-settings';
import { CrdDescriptions } from './crds/crd-descriptions';
import { type CatalogChoice, DefaultCatalog } from './default-catalog';
import type { MonitoringSettings } from './monitoring-settings';
import type { OlmConfigSettings } from './olm-config-settings';
import type { OlmOperatorSettings } from './olm-operator-settings';
import type { OlmSettings } from './olm-settings';
import { OlmVersion } from './olm-version';
import type { PackageserverSettings } from './packageserver-settings';
import type { PodSecuritySettings } from './pod-security';
import { hasFeature } from './release-features';
import { releaseImages, type ReleaseImages } from './release-images';
import { ServingCertificates } from './serving-certificates';
import { checkSettings } from './settings-checks';
import { OLM_NAMESPACE, OPERATOR_NAMESPACE } from './upstream-namespaces';

/** Settings with every default filled in: what the functions that make the objects work with. */
export interface CompleteReleaseSettings {
  readonly version: OlmVersion;
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
  readonly podSecurity: PodSecuritySettings;
  /** Undefined for none. */
  readonly defaultCatalog: CatalogChoice | undefined;
  /** The images as the objects name them. */
  readonly images: ReleaseImages;
  readonly pullSecrets: readonly string[];
  readonly olmOperator: OlmOperatorSettings;
  readonly catalogOperator: ControllerSettings;
  readonly packageserver: PackageserverSettings;
  readonly debug: boolean;
  /** Empty for all. */
  readonly watchedNamespaces: readonly string[];
  readonly networkPolicies: boolean;
  /** Undefined for the release's own. */
  readonly apiServerPort: number | undefined;
  readonly olmConfig: OlmConfigSettings;
  readonly servingCertificates: ServingCertificates;
  /** Undefined for none. */
  readonly monitoring: MonitoringSettings | undefined;
  readonly crdDescriptions: CrdDescriptions;
}

/**
 * Fills in the defaults.
 *
 * @throws when a setting is malformed, or the release cannot do it; the message has a line for each
 */
export function completeSettings(settings: OlmSettings): CompleteReleaseSettings {
  const version = settings.version ?? OlmVersion.DEFAULT;
  const namespace = settings.namespace ?? OLM_NAMESPACE;
  const defaultCatalog = catalogChoice(settings);
  const complete: CompleteReleaseSettings = {
    version,
    namespace,
    operatorNamespace: settings.operatorNamespace ?? OPERATOR_NAMESPACE,
    catalogNamespace: settings.catalogNamespace ?? namespace,
    podSecurity: settings.podSecurity ?? {},
    defaultCatalog,
    images: releaseImages({
      ...settings,
      version,
      defaultCatalog: defaultCatalog !== undefined,
      ...(defaultCatalog?.image === undefined ? {} : { images: { ...settings.images, defaultCatalog: defaultCatalog.image } }),
    }),
    pullSecrets: settings.pullSecrets ?? [],
    olmOperator: settings.olmOperator ?? {},
    catalogOperator: settings.catalogOperator ?? {},
    packageserver: settings.packageserver ?? {},
    debug: settings.debug ?? false,
    watchedNamespaces: settings.watchedNamespaces === undefined ? [] : [...new Set([namespace, ...settings.watchedNamespaces])],
    networkPolicies: settings.networkPolicies ?? hasFeature(version, 'networkPolicies'),
    apiServerPort: settings.apiServerPort,
    olmConfig: settings.olmConfig ?? {},
    servingCertificates: settings.servingCertificates ?? usualCertificates(version),
    monitoring: settings.monitoring,
    crdDescriptions: settings.crdDescriptions ?? CrdDescriptions.FULL,
  };
  checkSettings(settings, complete);
  if (settings.airGapped === true) {
    checkAirGap(complete);
  }
  return complete;
}

function catalogChoice({ airGapped, defaultCatalog }: OlmSettings): CatalogChoice | undefined {
  const usual = airGapped === true ? DefaultCatalog.none() : DefaultCatalog.operatorHub();
  return (defaultCatalog ?? usual)._choice;
}

function usualCertificates(version: OlmVersion): ServingCertificates {
  return hasFeature(version, 'certManager') ? ServingCertificates.certManager() : ServingCertificates.none();
}
