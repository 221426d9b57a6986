import type { OlmVersion } from './olm-version';
import { isWithin, type ReleaseRange } from '../../../formats/schema/release-range';

/**
 * Differences between releases, apart from images and CRDs. Some were added and later removed, so a range may have two bounds.
 *
 * The functions that create the objects of a release use only this table: each change in a release needs a row here.
 */
const FEATURES = {
  /** The version in a label of packageserver starts with a `v`. */
  prefixedLabel: { since: '0.19.1' },
  /** Controllers have one port for probes and metrics; before, metrics had a second port, 8081. */
  sharedMetricsPort: { since: '0.19.1' },
  /** The OLMConfig exists. */
  olmConfig: { since: '0.20.0' },
  /** The flags of catalog-operator have two dashes. */
  longFlags: { since: '0.21.2' },
  /** Namespaces enforce a Pod Security level, and OLM's own pods meet the restricted level. */
  podSecurity: { since: '0.22.0' },
  /** Namespaces also audit and warn at the restricted level. */
  podSecurityAudit: { since: '0.23.1' },
  /** The pod of the default catalog meets the restricted level. */
  restrictedCatalog: { since: '0.23.1' },
  /** The port of packageserver has a protocol. */
  packageserverProtocol: { since: '0.25.0' },
  /** The role of OLM lists its verbs; before, it had the verb `*`. */
  listedVerbs: { since: '0.26.0' },
  /** Debugging also sets the environment variable CI of both controllers. */
  debugVariable: { since: '0.26.0' },
  /** The OLMConfig sets the interval at which packageserver reads the catalogs. */
  packageServerSyncInterval: { since: '0.26.0' },
  /** The old pod of a controller stops before the new one starts. */
  recreate: { since: '0.27.0' },
  /** catalog-operator has an argument for the image of opm. */
  opmImage: { since: '0.29.0' },
  /** NetworkPolicies restrict the pods of OLM. */
  networkPolicies: { since: '0.32.0' },
  /** These policies allow the API server only on port 6443, and DNS only on port 53. */
  fixedApiServerPort: { since: '0.32.0', until: '0.41.0' },
  /** The root file system of containers is read-only. */
  readOnlyRootFilesystem: { since: '0.33.0' },
  /** Controllers can serve HTTPS with a certificate from cert-manager. */
  servingCertificates: { since: '0.36.0' },
  /** Controllers serve HTTPS with a certificate from cert-manager by default. */
  certManager: { since: '0.36.0', until: '0.38.0' },
  /** OLM may create token and access reviews, to protect its metrics. */
  accessReviews: { since: '0.37.0' },
  /** NetworkPolicies allow traffic to catalogs and from unpack Jobs. */
  catalogPolicies: { since: '0.46.0' },
  /** packageserver follows the TLS settings of an OpenShift cluster. */
  clusterTlsSettings: { since: '0.46.0' },
} as const satisfies { [feature: string]: ReleaseRange };

/** Name of a feature of only some releases. */
export type ReleaseFeature = keyof typeof FEATURES;

/** Whether a release has a feature. */
export function hasFeature(version: OlmVersion, feature: ReleaseFeature): boolean {
  return isWithin(version.version, FEATURES[feature]);
}

/** Returns the releases that have a feature, for errors about other releases. */
export function releasesWith(feature: ReleaseFeature): ReleaseRange {
  return FEATURES[feature];
}
