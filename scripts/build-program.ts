import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildSingleFile } from './package/single-file';

const FOLDER = resolve(__dirname, '..', 'build', 'program');

/** Maximum size in bytes: a ConfigMap holds 1 MiB, and a manifest has a third more, as base64. */
const MAX_BYTES = 750_000;

/** Writes the command line as a single compressed file, which `InClusterProgram` reads. */
async function main(): Promise<void> {
  const file = join(FOLDER, 'olm-constructs.js');
  await buildSingleFile(file);
  const content = readFileSync(file);
  const packed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  if (packed.length > MAX_BYTES) {
    throw new Error(`build/program/olm-constructs.js.br has ${packed.length} bytes, and may have ${MAX_BYTES}: a ConfigMap contains it`);
  }
  writeFileSync(`${file}.br`, packed);
  rmSync(file);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
