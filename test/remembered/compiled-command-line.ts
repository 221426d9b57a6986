import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProgram } from '../builders/compiled-program';

/** Path of the compiled program, for all tests of a file. It is in the folder of the run, which is removed at the end. */
let compiled: string | undefined;

/** Returns the path of the compiled program `olm-constructs`, or of the program that `OLM_CONSTRUCTS_PROGRAM` names. */
export function compiledCommandLine(): string {
  compiled ??= process.env['OLM_CONSTRUCTS_PROGRAM'] ?? compileProgram('lib/cli/main.ts', mkdtempSync(join(tmpdir(), 'olm-constructs-compiled-')));
  return compiled;
}
