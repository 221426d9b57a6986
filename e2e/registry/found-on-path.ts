import { accessSync, constants } from 'node:fs';
import * as path from 'node:path';

/** The path of a program on PATH; undefined where there is none. */
export function foundOnPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '').split(path.delimiter)
    .map(folder => path.join(folder, program))
    .find(file => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
