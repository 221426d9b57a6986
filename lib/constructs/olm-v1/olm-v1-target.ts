import { IConstruct } from 'constructs';
import { clusterOf } from '../model/cluster-scope';
import { ConstructError } from '../model/construct-error';
import { OlmV1Version } from '../../olm/v1/model/olm-v1-version';

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
