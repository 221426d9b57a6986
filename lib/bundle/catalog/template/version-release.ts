import { csvOf } from '../migration/csv-metadata';
import type { Version } from '../version';
import { comparePreReleases, compareVersions, parsePreRelease, parseVersion } from '../version';
import type { BundleDocument } from '../wire';
import { fieldAt, textField } from '../../json-value';

const SUBSTITUTES_FOR = 'olm.substitutesFor';
const LONGEST_RELEASE = 20;

/** What orders bundles of one version: a release of it is newer than none. */
export interface VersionRelease {
  readonly version: Version;
  readonly release: readonly string[];
}

/**
 * Version and release of a bundle. A bundle whose CSV says `olm.substitutesFor`, the older way of making releases, has its release in the
 * build metadata of its version.
 *
 * @returns undefined where the bundle does not have one property `olm.package` that opm can read
 */
export function versionRelease(bundle: BundleDocument): VersionRelease | undefined {
  const packages = bundle.properties.filter(({ type }) => type === 'olm.package');
  const version = parseVersion(textField(packages[0]?.value, 'version') ?? '');
  const text = textField(packages[0]?.value, 'release') ?? '';
  if (packages.length !== 1 || version === undefined) {
    return undefined;
  }
  const release = text !== '' || !substitutesAnother(bundle) ? text : version.build.join('.');
  const identifiers = release === '' ? [] : parsePreRelease(release);
  return identifiers === undefined || release.length > LONGEST_RELEASE ? undefined : { version, release: identifiers };
}

/** Negative when `left` is older than `right`. */
export function compareReleases(left: VersionRelease, right: VersionRelease): number {
  return compareVersions(left.version, right.version) || comparePreReleases(left.release, right.release);
}

function substitutesAnother(bundle: BundleDocument): boolean {
  const metadata = bundle.properties.find(({ type }) => type === 'olm.csv.metadata')?.value;
  const annotations = [fieldAt(csvOf(bundle), 'metadata', 'annotations'), fieldAt(metadata, 'annotations')];
  return annotations.some((found) => (textField(found, SUBSTITUTES_FOR) ?? '') !== '');
}
