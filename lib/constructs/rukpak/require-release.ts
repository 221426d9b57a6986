import { IConstruct } from 'constructs';
import { ConstructError } from '../model/construct-error';
import { releasesText, RukpakVersion } from '../../olm/rukpak/model/rukpak-version';
import { isWithin, ReleaseRange } from '../../formats/schema/release-range';

/**
 * Checks that a release of RukPak has a feature.
 *
 * @param what what the release must have, such as `source 'http'`
 * @param remedy remedy other than another release
 * @throws ConstructError when the release lacks it; the error names the releases that have it
 */
export function requireRelease(scope: IConstruct, what: string, version: RukpakVersion, releases: ReleaseRange, remedy = ''): void {
  if (!isWithin(version.version, releases)) {
    throw new ConstructError(scope, `${what} is not supported by RukPak ${version.version}, only by ${releasesText(releases)}; set 'version' to such a release`
      + `${remedy === '' ? '' : `, or ${remedy}`}`);
  }
}
