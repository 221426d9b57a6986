import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProgram } from '../builders/compiled-program';

/** The test files of a process share this module. What it writes is in the folder of their run, which is removed at the end. */
let compiled: string | undefined;

/** Returns the path of the compiled program `olm-constructs`. */
export function compiledCommandLine(): string {
  compiled ??= compileProgram('lib/cli/main.ts', mkdtempSync(join(tmpdir(), 'olm-constructs-compiled-')));
  return compiled;
}
