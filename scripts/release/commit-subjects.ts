import { execFileSync } from 'node:child_process';

/** Returns the version of the last release before a commit of a checkout: that of its newest tag, or `0.0.0`. */
export function lastRelease(folder: string): string {
  return git(folder, 'tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD').split('\n')[0]!.slice('v'.length) || '0.0.0';
}

/** Returns the subjects of the commits of a checkout since a release, newest first, without merges. */
export function commitSubjects(folder: string, release: string): string[] {
  const range = release === '0.0.0' ? 'HEAD' : `v${release}..HEAD`;
  return git(folder, 'log', '--no-merges', '--format=%s', range).split('\n').filter((subject) => subject !== '');
}

/**
 * Returns the public names, such as `OperatorLock`, and options of the command line that occur in subjects of commits but not in a changelog.
 *
 * @param subjects subjects of commits
 * @param names public names, and options of the command line
 * @param changelog part of the changelog since the same release
 */
export function unmentioned(subjects: readonly string[], names: ReadonlySet<string>, changelog: string): string[] {
  return subjects.flatMap((subject) => (subject.match(/(?<![\w-])(?:--[a-z][a-z-]*|[A-Z]\w*[a-z]\w*)/g) ?? [])
    .filter((word) => names.has(word) && /^--|[a-z][A-Z]/.test(word))
    .filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(changelog))
    .map((word) => `${word} (commit '${subject}')`));
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
