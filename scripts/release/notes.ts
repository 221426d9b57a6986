import type { ChangelogSection } from './changelog';

/**
 * Returns the notes of a release: its section of CHANGELOG.md, which begins with the highlights, and the subjects of its commits.
 *
 * @throws Error if the changelog does not have the version
 */
export function notesOf(changelog: readonly ChangelogSection[], version: string, subjects: readonly string[]): string {
  const section = changelog.find((candidate) => candidate.version === version);
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no version ${version}; add '## [${version}] - 2026-01-31' with its date`);
  }
  return `${section.text}\n\n### Commits\n${subjects.map((subject) => `- ${subject}\n`).join('')}`;
}
