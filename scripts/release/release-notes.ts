import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChangelog } from './changelog';
import { commitSubjects, lastRelease } from './commit-subjects';

const ROOT = resolve(__dirname, '../..');

/** File with the notes of a release, which projen's task `bump` writes, from conventional commits, and its release workflow publishes. */
const NOTES = join(ROOT, 'dist', 'changelog.md');

/** Writes the notes of a release: its section of CHANGELOG.md, and the subjects of its commits. Does nothing outside of a release. */
function main(): void {
  if (existsSync(NOTES)) {
    const version = readFileSync(join(ROOT, 'dist', 'version.txt'), 'utf8').trim();
    const section = readChangelog(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).find((candidate) => candidate.version === version);
    if (section === undefined) {
      throw new Error(`CHANGELOG.md has no version ${version}; add '## [${version}] - 2026-01-31' with its date`);
    }
    writeFileSync(NOTES, `${section.text}\n\n### Commits\n${commitSubjects(ROOT, lastRelease(ROOT)).map((subject) => `- ${subject}\n`).join('')}`);
  }
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
