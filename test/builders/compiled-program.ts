import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = resolve(__dirname, '../..');

/**
 * Compiles a program with all that it imports into one file, for tests that measure a process, or start several: tsx takes half a second to
 * start, and looks for files at each `require`.
 *
 * @param program TypeScript file, relative to the root of the project
 * @param folder where to write the compiled file
 * @returns the path of the compiled file
 */
export function compileProgram(program: string, folder: string): string {
  const outfile = join(folder, 'program.cjs');
  buildSync({
    entryPoints: [join(ROOT, program)], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error',
    // With the path of 'olm-constructs', which the examples import.
    tsconfig: join(ROOT, 'tsconfig.dev.json'),
  });
  return outfile;
}
