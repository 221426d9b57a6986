import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSingleFile } from './package/single-file';

const FOLDER = resolve(__dirname, '..', 'build', 'program');

/** Writes the command line as a single compressed file, which `InClusterProgram` reads. */
async function main(): Promise<void> {
  const file = join(FOLDER, 'olm-constructs.js');
  await buildSingleFile(file);
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  rmSync(file);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
