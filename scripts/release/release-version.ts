import { type ChangelogSection, compareVersions } from './changelog';

/** Information that a release must be compared with. */
export interface LastRelease {
  /** Version of the last release; `0.0.0` if there is none. */
  readonly version: string;
  /** Breaking changes of the API since then that are intended, as .compatignore lists them. */
  readonly breakingChanges: readonly string[];
}

/**
 * Returns the version to release: that of the first section of CHANGELOG.md with a version.
 *
 * @throws Error if nothing is to be released, something is still unreleased, or the version is too low for the changes according to semantic
 * versioning
 */
export function releaseVersion([unreleased, newest]: readonly ChangelogSection[], last: LastRelease): string {
  if (newest?.version === undefined || compareVersions(newest.version, last.version) <= 0) {
    throw new Error(`CHANGELOG.md has no version above ${last.version}; put a heading such as '## [${bumped(last.version, 1)}] - 2026-01-31' below `
      + "'## [Unreleased]'");
  }
  if (unreleased!.groups.length > 0) {
    throw new Error(`CHANGELOG.md has unreleased entries above ${newest.version}; move them into that version`);
  }
  const lowest = bumped(last.version, leastBump(newest, last));
  if (compareVersions(newest.version, lowest) < 0) {
    throw new Error(`version ${newest.version} of CHANGELOG.md is too low for what changes since ${last.version}; choose ${lowest} or higher`);
  }
  return newest.version;
}

/**
 * Position of the number in the version that must change: the major, the minor, or the patch version. Before 1.0, breaking changes only require a new
 * minor version.
 */
function leastBump({ groups }: ChangelogSection, { version, breakingChanges }: LastRelease): number {
  const titles = groups.map(({ title }) => title);
  if (titles.includes('Removed') || breakingChanges.length > 0) {
    return version.startsWith('0.') ? 1 : 0;
  }
  return titles.some((title) => !['Fixed', 'Security'].includes(title)) ? 1 : 2;
}

function bumped(version: string, position: number): string {
  return version.split('.').map((part, index) => (index < position ? part : index === position ? String(Number(part) + 1) : '0')).join('.');
}
