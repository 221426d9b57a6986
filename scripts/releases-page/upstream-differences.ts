import { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';
import { isWithin, type ReleaseRange } from '../../lib/olm/release-range';

/** Something in which our objects differ from upstream's on purpose, whatever the settings. */
export interface UpstreamDifference {
  /** The releases in which they do. */
  readonly releases: ReleaseRange;
  /** Every object of this kind. */
  readonly kind: string;
  readonly path: string;
  readonly why: string;
}

/**
 * Every difference but the wording of descriptions, which are our own in all CRDs. A test holds that there is no other,
 * and that each of these is there.
 */
export const upstreamDifferences: readonly UpstreamDifference[] = [
  {
    releases: { until: '0.28.0' },
    kind: 'CustomResourceDefinition',
    path: 'metadata.creationTimestamp',
    why: 'Upstream writes `null`, which its generator left behind. An API server reads that as if the field were not there.',
  },
  {
    releases: { since: '0.19.1' },
    kind: 'ClusterServiceVersion',
    path: 'spec.version',
    why: 'Upstream writes `v` before the number. OLM takes it off as soon as it sees the object, and owns the field from then on: a second '
      + '`kubectl apply --server-side` of upstream\'s file ends in a conflict, and GitOps tools show a difference for ever.',
  },
];

/** The releases of a range that the library knows, oldest first. */
export function knownReleases(range: ReleaseRange): OlmVersion[] {
  return OlmVersion.all.filter(({ version }) => isWithin(version, range));
}

/** The places in which a release differs, in the order of its objects. */
export function differingPlaces(version: OlmVersion): { object: string; path: string }[] {
  const rules = upstreamDifferences.filter(({ releases }) => isWithin(version.version, releases));
  return releaseManifests({ version }).all.flatMap(({ kind, metadata }) => (
    rules.filter((rule) => rule.kind === kind).map(({ path }) => ({ object: `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`, path }))
  ));
}
