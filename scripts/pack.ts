import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSingleFile } from './package/single-file';
import { stagePackage } from './package/stage-package';

const ROOT = resolve(__dirname, '..');
const PACKAGES = join(ROOT, 'dist', 'js');

/** Packs the output of `npm run build` as the npm package to publish, in dist/js, and the command line as a single file, in dist. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'olm-constructs-pack-'));
  try {
    console.log(pack(await stagePackage(ROOT, join(folder, 'package'))));
    console.log(`dist/olm-constructs.js: ${megabytes(await buildSingleFile(join(ROOT, 'dist', 'olm-constructs.js')))}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function pack(staged: string): string {
  rmSync(PACKAGES, { recursive: true, force: true });
  mkdirSync(PACKAGES, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', PACKAGES], { cwd: staged, encoding: 'utf8' });
  if (packed.status !== 0) {
    throw new Error(`npm pack failed: ${packed.stderr}`);
  }
  const [made] = Object.values(JSON.parse(packed.stdout) as { [key: string]: { filename: string; size: number; unpackedSize: number } });
  return `dist/js/${made!.filename}: ${megabytes(made!.size)}, unpacked ${megabytes(made!.unpackedSize)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
