import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChangelog } from './changelog';
import { commitSubjects, lastRelease } from './commit-subjects';
import { notesOf } from './notes';

const ROOT = resolve(__dirname, '../..');

/** File with the notes of a release, which projen's task `bump` writes, from conventional commits, and its release workflow publishes. */
const NOTES = join(ROOT, 'dist', 'changelog.md');

/** Writes the notes of a release. Does nothing outside of a release. */
function main(): void {
  if (existsSync(NOTES)) {
    const version = readFileSync(join(ROOT, 'dist', 'version.txt'), 'utf8').trim();
    const changelog = readChangelog(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
    writeFileSync(NOTES, notesOf(changelog, version, commitSubjects(ROOT, lastRelease(ROOT))));
  }
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
