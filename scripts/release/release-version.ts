import { type ChangelogSection, compareVersions, HIGHLIGHTS, MAX_HIGHLIGHTS } from './changelog';

/** Information that a release must be compared with. */
export interface LastRelease {
  /** Version of the last release; `0.0.0` if there is none. */
  readonly version: string;
  /** Breaking changes of the API since then that are intended, as .compatignore lists them. */
  readonly breakingChanges: readonly string[];
}

/** Position of the patch version. */
const PATCH = 2;

/** Minimum number of highlights of a minor or major version. */
const MIN_HIGHLIGHTS = 3;

/**
 * Returns the version to release: that of the first section of CHANGELOG.md with a version.
 *
 * @throws Error if nothing is to be released, something is still unreleased, the version is too low for the changes according to semantic
 * versioning, or it is more than a patch and has too few highlights
 */
export function releaseVersion([unreleased, newest]: readonly ChangelogSection[], last: LastRelease): string {
  if (newest?.version === undefined || compareVersions(newest.version, last.version) <= 0) {
    throw new Error(`CHANGELOG.md has no version above ${last.version}; put a heading such as '## [${bumped(last.version, 1)}] - 2026-01-31' below `
      + "'## [Unreleased]'");
  }
  if (unreleased!.groups.length > 0) {
    throw new Error(`CHANGELOG.md has unreleased entries above ${newest.version}; move them into that version`);
  }
  const bump = leastBump(newest, last);
  const lowest = bumped(last.version, bump);
  if (compareVersions(newest.version, lowest) < 0) {
    throw new Error(`version ${newest.version} of CHANGELOG.md is too low for what changes since ${last.version}; choose ${lowest} or higher`);
  }
  const highlights = newest.groups.find(({ title }) => title === HIGHLIGHTS)?.entries ?? [];
  if (bump < PATCH && highlights.length < MIN_HIGHLIGHTS) {
    throw new Error(`version ${newest.version} of CHANGELOG.md has ${highlights.length} highlights; begin it with '### ${HIGHLIGHTS}' and ${MIN_HIGHLIGHTS} to `
      + `${MAX_HIGHLIGHTS} entries that say in plain words what users get`);
  }
  return newest.version;
}

/**
 * Position of the number in the version that must change: the major, the minor, or the patch version. Before 1.0, breaking changes only require a new
 * minor version.
 */
function leastBump({ groups }: ChangelogSection, { version, breakingChanges }: LastRelease): number {
  const titles = groups.map(({ title }) => title).filter((title) => title !== HIGHLIGHTS);
  if (titles.includes('Removed') || breakingChanges.length > 0) {
    return version.startsWith('0.') ? 1 : 0;
  }
  return titles.some((title) => !['Fixed', 'Security'].includes(title)) ? 1 : PATCH;
}

function bumped(version: string, position: number): string {
  return version.split('.').map((part, index) => (index < position ? part : index === position ? String(Number(part) + 1) : '0')).join('.');
}
