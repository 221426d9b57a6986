import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { goText } from '../../formats/json/utf8-text';
import { folderIn, writeFiles } from '../../formats/output/write-files';
import { CliError } from '../frame/cli-error';
import { type BundlePin, type ModuleHead, moduleHead, pinDifference } from './bundle-pin';
import type { ImportedBundle } from './generate-modules';

/** A file of the folder. */
interface ExistingFile {
  readonly path: string;

  /** Head of the file, or undefined if the file is not generated. */
  readonly head: ModuleHead | undefined;
}

/** Files that were changed by writing. */
export interface WrittenImports {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

/**
 * Writes generated modules, in a folder for each package, and deletes those of earlier versions, either completely or not at all. Nothing is written
 * if a file with manual changes is in the way.
 *
 * @param force whether to replace files that were written or changed by hand
 * @throws CliError if a file that would be replaced or deleted was written or changed by hand
 */
export function writeImports(output: string, bundles: readonly ImportedBundle[], force: boolean): WrittenImports {
  const files = bundles.flatMap(({ pin, modules }) => modules.map(({ file, content }) => ({ path: join(output, pin.package, file), content })));
  const paths = new Set(files.map(({ path }) => path));
  const existing = bundles.flatMap(({ pin }) => filesIn(folderIn(output, pin.package)));
  const outdated = existing.filter(({ path, head }) => head !== undefined && !paths.has(path));
  const inTheWay = [...existing.filter(({ path }) => paths.has(path)), ...outdated]
    .filter(({ head }) => head?.isChanged !== false)
    .map(({ path, head }) => `${path} ${head === undefined ? 'was not written by this command' : 'was changed by hand'}`);
  if (inTheWay.length > 0 && !force) {
    throw new CliError(`${inTheWay.join('\n')}\nmove your code to another file, or add --force to replace it; nothing was written`);
  }
  const pathIn = (path: string): string => relative(output, path).replaceAll(sep, '/');
  writeFiles(output, new Map(files.map(({ path, content }) => [pathIn(path), content])), { deleted: outdated.map(({ path }) => pathIn(path)) });
  return { written: files.map(({ path }) => path), deleted: outdated.map(({ path }) => path) };
}

/**
 * Returns the reasons why generated files do not belong to bundles, each with its path, or an empty list if they do.
 *
 * @param required packages that must have files
 * @param isComplete whether files of packages other than those of the bundles are errors
 */
export function checkImports(output: string, pins: readonly BundlePin[], required: readonly string[], isComplete: boolean): string[] {
  const problems: string[] = [];
  const found = new Set<string>();
  for (const { path, head } of packagesIn(output).flatMap((name) => filesIn(join(output, name)))) {
    if (head === undefined) {
      continue;
    }
    found.add(head.pin.package);
    const expected = pins.filter((pin) => pin.package === head.pin.package);
    const differences = expected.map((pin) => pinDifference(head.pin, pin));
    if (head.isChanged) {
      problems.push(`${path} was changed by hand`);
    } else if (expected.length === 0 ? isComplete : !differences.includes(undefined)) {
      problems.push(`${path} ${differences[0] ?? `belongs to package ${head.pin.package}, which is not locked`}`);
    }
  }
  if (found.size === 0 && isComplete && pins.length > 0) {
    return [`${output} has no generated files`];
  }
  return [...problems, ...required.filter((name) => !found.has(name)).map((name) => `${join(output, name)} has no files of package ${name}`)];
}

function packagesIn(output: string): string[] {
  return existsSync(output) ? readdirSync(output).filter((name) => statSync(join(output, name)).isDirectory()).sort() : [];
}

function filesIn(folder: string): ExistingFile[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts')).map(({ name }) => name).sort().map((name) => {
    const path = join(folder, name);
    return { path, head: moduleHead(goText(readFileSync(path))) };
  });
}
