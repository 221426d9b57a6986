import type { OlmVersion } from './olm-version';
import { isWithin, type ReleaseRange } from './release-range';

/**
 * What sets releases apart, beside images and CRDs. Not everything that came has stayed, so there are two ends.
 *
 * The functions that make the objects of a release ask this table and nothing else: a new release that changes something
 * gets a row here.
 */
const FEATURES = {
  /** The version in a label of packageserver begins with a `v`. */
  prefixedLabel: { since: '0.19.1' },
  /** Controllers have one port, for probes and metrics; before, metrics had a second one, 8081. */
  sharedMetricsPort: { since: '0.19.1' },
  /** There is an OLMConfig. */
  olmConfig: { since: '0.20.0' },
  /** catalog-operator's flags are written with two dashes. */
  longFlags: { since: '0.21.2' },
  /** Namespaces enforce a Pod Security level, and OLM's own pods meet the restricted one. */
  podSecurity: { since: '0.22.0' },
  /** Namespaces audit and warn by the restricted level as well. */
  podSecurityAudit: { since: '0.23.1' },
  /** The pod of the default catalog meets the restricted level. */
  restrictedCatalog: { since: '0.23.1' },
  /** packageserver's port names its protocol. */
  packageserverProtocol: { since: '0.25.0' },
  /** OLM's role lists its verbs; before, it had the verb `*`. */
  listedVerbs: { since: '0.26.0' },
  /** Debugging sets the variable CI of both controllers, too. */
  debugVariable: { since: '0.26.0' },
  /** OLMConfig says how often packageserver reads the catalogs. */
  packageServerSyncInterval: { since: '0.26.0' },
  /** A controller is stopped before its successor starts. */
  recreate: { since: '0.27.0' },
  /** catalog-operator is told which opm to use. */
  opmImage: { since: '0.29.0' },
  /** NetworkPolicies around OLM's pods. */
  networkPolicies: { since: '0.32.0' },
  /** These policies let OLM reach an API server on port 6443 only, and DNS on port 53 only. */
  fixedApiServerPort: { since: '0.32.0', until: '0.41.0' },
  /** Containers cannot write to their own file system. */
  readOnlyRootFilesystem: { since: '0.33.0' },
  /** Controllers can be told to serve HTTPS, with a certificate that cert-manager issues. */
  servingCertificates: { since: '0.36.0' },
  /** They do so unless told otherwise. */
  certManager: { since: '0.36.0', until: '0.38.0' },
  /** OLM may ask the API server who somebody is and what he may do, to protect its metrics. */
  accessReviews: { since: '0.37.0' },
  /** NetworkPolicies let catalogs be reached and bundles be unpacked. */
  catalogPolicies: { since: '0.46.0' },
  /** packageserver follows the TLS settings of an OpenShift cluster. */
  clusterTlsSettings: { since: '0.46.0' },
} as const satisfies { [feature: string]: ReleaseRange };

/** The name of something that only some releases have. */
export type ReleaseFeature = keyof typeof FEATURES;

/** Whether a release has a feature. */
export function hasFeature(version: OlmVersion, feature: ReleaseFeature): boolean {
  return isWithin(version.version, FEATURES[feature]);
}

/** The releases that have a feature, for messages about those that do not. */
export function releasesWith(feature: ReleaseFeature): ReleaseRange {
  return FEATURES[feature];
}
