import { parseVersionRange, type VersionRange } from '../../formats/semver/version-range';
import { ResolutionFailure } from '../model/resolution-failure';

/**
 * Parses the range of a required package.
 *
 * @throws ResolutionFailure if OLM rejects it
 */
export function packageRange(versionRange: string): VersionRange {
  const range = parseVersionRange(versionRange);
  if (range === undefined) {
    throw new ResolutionFailure(`the version range ${JSON.stringify(versionRange)} of a required package cannot be parsed`);
  }
  return range;
}
