import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseReport } from './add-release/release-report';

const USAGE = 'usage: npx tsx --tsconfig tsconfig.dev.json scripts/add-release.ts FOLDER   (with crds.yaml and olm.yaml of the new release)';

/** Prints what to change to include a new release in the library. Changes nothing itself. */
async function main(args: readonly string[]): Promise<void> {
  const [folder, ...rest] = args;
  if (folder === undefined || rest.length > 0 || folder.startsWith('-')) {
    throw new Error(USAGE);
  }
  const [crds, olm] = await Promise.all(['crds.yaml', 'olm.yaml'].map((file) => readFile(join(folder, file), 'utf8'))) as [string, string];
  console.log(releaseReport(crds, olm));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
