import type { ControllerSettings, OlmOperatorSettings, PackageserverSettings } from './controller-settings';
import { CrdDescriptions } from '../../../formats/schema/crd-descriptions';
import { type CatalogChoice, DefaultCatalog } from './default-catalog';
import type { MonitoringSettings } from './monitoring-settings';
import type { OlmConfigSettings, OlmSettings } from './olm-settings';
import { OLM_NAMESPACE, OPERATOR_NAMESPACE } from '../model/olm-names';
import { type KnownOlmVersion, knownVersion, OlmVersion } from '../model/olm-version';
import type { PodSecuritySettings } from './pod-security';
import { hasFeature } from './release-features';
import { checkAirGap, type ImageSettings, releaseImages, type ReleaseImages } from './release-images';
import { ServingCertificates } from './serving-certificates';
import { checkSettings } from './settings-checks';

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
