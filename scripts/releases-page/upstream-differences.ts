import type { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';
import { isWithin, type ReleaseRange } from '../../lib/olm/release-range';

/** Something in which our objects differ from upstream's on purpose, whatever the settings. */
interface DifferenceRule extends ReleaseRange {
  /** All objects of this kind. */
  readonly kind: string;
  readonly path: string;
  readonly why: string;
}

/** One place in one object of one release that differs from upstream's. */
export interface UpstreamDifference {
  readonly release: string;
  /** Kind and name of the object. */
  readonly object: string;
  readonly path: string;
  readonly why: string;
}

/**
 * Every difference but the wording of descriptions, which are our own in all CRDs. A test holds that there is no other,
 * and that each of these is there.
 */
const RULES: readonly DifferenceRule[] = [
  {
    until: '0.28.0',
    kind: 'CustomResourceDefinition',
    path: 'metadata.creationTimestamp',
    why: 'Upstream writes `null`, which its generator left behind. An API server reads that as if the field were not there.',
  },
];

/** The differences of a release, in the order of its objects. */
export function upstreamDifferences(version: OlmVersion): UpstreamDifference[] {
  const rules = RULES.filter((rule) => isWithin(version.version, rule));
  return releaseManifests({ version }).all.flatMap(({ kind, metadata }) => (
    rules.filter((rule) => rule.kind === kind).map(({ path, why }) => (
      { release: version.version, object: `${kind} ${metadata.name}`, path, why }
    ))
  ));
}
