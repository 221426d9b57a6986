import { OlmVersion } from '../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../lib/olm/v0/release/release';
import { isWithin, type ReleaseRange } from '../../lib/formats/schema/release-range';

/** An intended difference between our objects and upstream's, independent of settings. */
export interface UpstreamDifference {
  /** Releases with the difference. */
  readonly releases: ReleaseRange;
  /** Kind of the objects: all of them differ. */
  readonly kind: string;
  readonly path: string;
  readonly reason: string;
}

/** All differences except descriptions in CRDs, which are our own. The conformance test asserts exactly these differences. */
export const upstreamDifferences: readonly UpstreamDifference[] = [
  {
    releases: { until: '0.28.0' },
    kind: 'CustomResourceDefinition',
    path: 'metadata.creationTimestamp',
    reason: 'Upstream has `null`, an artifact of its generator. The API server ignores it.',
  },
  {
    releases: { since: '0.19.1' },
    kind: 'ClusterServiceVersion',
    path: 'spec.version',
    reason: 'Upstream has a leading `v`. OLM removes it at once and owns the field from then on: a second `kubectl apply --server-side` of '
      + 'upstream\'s file is a conflict, and GitOps tools report a difference forever.',
  },
];

/** Returns the known releases in a range, oldest first. */
export function knownReleases(range: ReleaseRange): OlmVersion[] {
  return OlmVersion.all.filter(({ version }) => isWithin(version, range));
}

/** Returns the differences of a release, in the order of its objects. */
export function expectedDifferences(version: OlmVersion): { object: string; path: string }[] {
  const rules = upstreamDifferences.filter(({ releases }) => isWithin(version.version, releases));
  return releaseManifests({ version }).all.flatMap(({ kind, metadata }) => (
    rules.filter((rule) => rule.kind === kind).map(({ path }) => ({ object: `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`, path }))
  ));
}
