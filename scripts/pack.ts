import { copyFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSingleFile } from './package/single-file';
import { megabytes, packed } from './package/packed-file';
import { sbomOf } from './package/sbom';
import { SBOM, stagePackage } from './package/stage-package';

const ROOT = resolve(__dirname, '..');
const DIST = join(ROOT, 'dist');
const PACKAGES = join(DIST, 'js');

/**
 * Packs the output of `npm run build` as the npm package to publish, in dist/js, and the command line as a single file, in dist, each with its
 * software bill of materials. The same build and version of npm give the same bytes.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'olm-constructs-pack-'));
  try {
    const staged = await stagePackage(ROOT, join(folder, 'package'));
    console.log(packed(staged, PACKAGES));
    copyFileSync(join(staged, SBOM), join(DIST, `olm-constructs.${SBOM}`));
    const file = join(DIST, 'olm-constructs.js');
    const { bytes, version, inputs } = await buildSingleFile(file);
    writeFileSync(`${file}.${SBOM}`, sbomOf(ROOT, { name: 'olm-constructs', version, type: 'application', inputs }));
    console.log(`dist/olm-constructs.js: ${megabytes(bytes)}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
