import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compiledFile, requiredModules } from './compiled-code';

/**
 * Returns the cycles among the compiled modules of a folder. Each is a list of files, relative to the folder, that ends with its first. A `require`
 * counts wherever it is: after the build, all of them are in functions.
 */
export function moduleCycles(folder: string): string[][] {
  const requires = new Map(compiledFiles(folder).map(file => [file, requiredFiles(file)]));
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].map(member => relative(folder, member).replaceAll(sep, '/')));
      return;
    }
    if (!done.has(file)) {
      path.push(file);
      requires.get(file)?.forEach(visit);
      path.pop();
      done.add(file);
    }
  };
  [...requires.keys()].forEach(visit);
  return cycles;
}

function compiledFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js')).sort().map(name => join(folder, name));
}

function requiredFiles(file: string): string[] {
  return [...new Set(requiredModules(readFileSync(file, 'utf8')))].flatMap(specifier => compiledFile(file, specifier) ?? []);
}
