import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChangelog } from './changelog';
import { releaseVersion } from './release-version';

const ROOT = resolve(__dirname, '../..');

/** Prints the version to release. projen's task `bump` runs this, with the version of the last release in `VERSION`. */
function main(): void {
  const breakingChanges = readFileSync(join(ROOT, '.compatignore'), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const changelog = readChangelog(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  process.stdout.write(releaseVersion(changelog, { version: process.env['VERSION'] ?? '0.0.0', breakingChanges }));
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
