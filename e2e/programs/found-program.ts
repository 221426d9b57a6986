import { accessSync, constants } from 'node:fs';
import * as path from 'node:path';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of a program that is not built here: from the folder in OLM_BIN, or on PATH. Undefined if it is in neither. */
export function foundProgram(program: string): string | undefined {
  return [process.env['OLM_BIN'], ...(process.env['PATH'] ?? '').split(path.delimiter)]
    .filter(folder => folder !== undefined && folder !== '')
    .map(folder => path.join(folder as string, program))
    .find(isExecutable);
}
