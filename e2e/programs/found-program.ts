import { accessSync, constants } from 'node:fs';
import * as path from 'node:path';
import { Needed } from '../../test/needed';
import { findBuiltProgram } from './go-build';
import { OLM_PROGRAMS } from './program';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of a program: from the folder in OLM_BIN, on PATH, or one of OLM's that was built before. Undefined if there is none. */
export function foundProgram(program: string): string | undefined {
  const pinned = OLM_PROGRAMS.find(({ name }) => name === program);
  return [process.env['OLM_BIN'], ...(process.env['PATH'] ?? '').split(path.delimiter)]
    .filter(folder => folder !== undefined && folder !== '')
    .map(folder => path.join(folder as string, program))
    .find(isExecutable) ?? (pinned === undefined ? undefined : findBuiltProgram(pinned));
}

/** Returns a program, as `foundProgram`. */
export function neededProgram(program: string): Needed<string> {
  const found = foundProgram(program);
  return found === undefined ? missingProgram(program) : Needed.found(found);
}

/** Returns a program that is not where it was looked for. */
export function missingProgram<T>(program: string): Needed<T> {
  return Needed.missing(`there is no ${program}: it was not built, and is neither in the folder OLM_BIN nor on PATH`);
}
