import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compiledFile } from './package/compiled-code';
import { edited, editedMap } from './package/edits';
import { declaredNames, exportedNames } from './package/exported-names';
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

/**
 * Returns the names that a module exports for `export *`, or undefined if it is not in the build. What is marked `@internal` is only for other
 * files of the library, and is left out as in the declarations.
 */
function namesOf(from: string, specifier: string): Set<string> | undefined {
  const file = compiledFile(from, specifier);
  if (file === undefined) {
    return undefined;
  }
  const names = exportedNames(readFileSync(file, 'utf8'), other => namesOf(file, other) ?? []);
  const declarations = file.replace(/\.js$/, '.d.ts');
  const declared = existsSync(declarations) ? declaredNames(readFileSync(declarations, 'utf8')) : names;
  return new Set([...names].filter(name => declared.has(name)));
}

main();
