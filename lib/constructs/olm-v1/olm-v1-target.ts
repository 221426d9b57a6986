import { IConstruct } from 'constructs';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { clusterOf } from '../model/cluster-scope';
import { ConstructError } from '../model/construct-error';

/** The OLM v1 of a cluster. */
export interface OlmV1Props {
  /**
   * Release of OLM v1.
   *
   * @default OlmV1Version.DEFAULT
   */
  readonly version?: OlmV1Version;

  /**
   * Whether the experimental CRDs of the release are installed, and the feature gates that belong to them are enabled, as in upstream's experimental
   * manifests.
   *
   * @default false
   */
  readonly experimental?: boolean;
}

/** Release and channel of OLM v1 that a construct is written for. */
export interface OlmV1Target {
  readonly version: OlmV1Version;
  readonly experimental: boolean;
}

/** First release with experimental CRDs. */
const FIRST_EXPERIMENTAL = OlmV1Version.V1_4_0;

/**
 * Returns the release and channel that a construct is written for: that of its props, of its cluster, or the newest one.
 *
 * @param version release in the props
 * @param experimental channel in the props
 * @throws ConstructError when the release has no experimental CRDs
 */
export function olmV1TargetOf(construct: IConstruct, version: OlmV1Version | undefined, experimental: boolean | undefined): OlmV1Target {
  const { olmV1 = {} } = clusterOf(construct) as { readonly olmV1?: OlmV1Props };
  const target = {
    version: version ?? olmV1.version ?? OlmV1Version.DEFAULT,
    experimental: experimental ?? olmV1.experimental ?? false,
  };
  if (target.experimental && !target.version.isAtLeast(FIRST_EXPERIMENTAL)) {
    throw new ConstructError(construct, `experimental is true, and OLM v1 ${target.version.version} has no experimental CRDs; omit it, or install `
      + `${FIRST_EXPERIMENTAL.version} or later`);
  }
  return target;
}

/** Releases with a feature. */
interface FeatureReleases {
  /** First release whose experimental channel has it. */
  readonly experimental: OlmV1Version;

  /** Whether the standard channel of a release also has it. */
  readonly standard: (version: OlmV1Version) => boolean;
}

/**
 * Features that some releases or channels lack: a field of the CRD, or a feature gate that is disabled.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/internal/operator-controller/features/features.go
 */
const FEATURES = {
  /** `watchNamespace` in `spec.config`. The standard channel had it in 1.8 only. */
  installMode: {
    experimental: OlmV1Version.V1_5_0,
    standard: version => version.isAtLeast(OlmV1Version.V1_8_0) && !version.isAtLeast(OlmV1Version.V1_9_0),
  },

  /** `deploymentConfig` in `spec.config`. */
  deploymentConfig: { experimental: OlmV1Version.V1_9_0, standard: () => false },

  /** `spec.progressDeadlineMinutes`. */
  progressDeadline: { experimental: OlmV1Version.V1_8_0, standard: () => false },

  /** Operators with webhooks. */
  webhooks: { experimental: OlmV1Version.V1_4_0, standard: version => version.isAtLeast(OlmV1Version.V1_6_0) },
} satisfies { readonly [feature: string]: FeatureReleases };

/** A feature that some releases or channels lack. */
export type OlmV1Feature = keyof typeof FEATURES;

/**
 * @param what the setting that needs the feature, such as the name of a prop
 * @throws ConstructError when the release or its channel lacks the feature; the error names the first release that has it
 */
export function requireFeature(construct: IConstruct, { version, experimental }: OlmV1Target, feature: OlmV1Feature, what: string): void {
  const { experimental: first, standard }: FeatureReleases = FEATURES[feature];
  if (standard(version) || (experimental && version.isAtLeast(first))) {
    return;
  }
  const standardSince = OlmV1Version.all.find(candidate => candidate.isAtLeast(version) && standard(candidate));
  const remedy = version.isAtLeast(first)
    ? "it needs the experimental CRDs: if they are installed, set 'experimental' to true"
    : `the first release with it is ${first.version}, with its experimental CRDs: set 'olmVersion' and 'experimental' if they are installed`;
  const alternative = standardSince === undefined ? '' : `; the standard CRDs of ${standardSince.version} have it, too`;
  throw new ConstructError(construct, `${what} is not supported by OLM v1 ${version.version}${experimental ? '' : ' with standard CRDs'}; `
    + `${remedy}, here or as 'olmV1' of the Cluster${alternative}`);
}
