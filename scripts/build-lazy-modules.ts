import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compiledFile } from './package/compiled-code';
import { edited, editedMap } from './package/edits';
import { exportedNames } from './package/exported-names';
import { lazify } from './package/lazify';

const BUILD = resolve(__dirname, '..', 'build');

/** Changes all compiled modules so that they load others on first use. Modules that the compiler did not write again are changed already. */
function main(): void {
  for (const folder of ['lib', 'imports']) {
    for (const name of readdirSync(join(BUILD, folder), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))) {
      makeLazy(join(BUILD, folder, name));
    }
  }
}

function makeLazy(file: string): void {
  const code = readFileSync(file, 'utf8');
  const edits = lazify(code, specifier => namesOf(file, specifier));
  if (edits.length === 0) {
    return;
  }
  writeFileSync(file, edited(code, edits));
  const map = `${file}.map`;
  if (existsSync(map)) {
    writeFileSync(map, editedMap(readFileSync(map, 'utf8'), code, edits));
  }
}

/** Returns the names that a module exports, or undefined if it is not in the build. */
function namesOf(from: string, specifier: string): Set<string> | undefined {
  const file = compiledFile(from, specifier);
  return file === undefined ? undefined : exportedNames(readFileSync(file, 'utf8'), other => namesOf(file, other) ?? []);
}

main();
